package io.rina.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/**
 * Runs the protocol without payload, time or loss, with one slot a channel and two fragments a
 * chunk, and demands that everything completes. More slots only allow more, and what holds for two
 * fragments holds for any number: fragments of a chunk meet only in the order of positions on a
 * channel.
 *
 * <p>The pair (exchange, fragment) completes when all members have arrived at it. A tree acts as one
 * site: a branch passes on a pair when its members have arrived, and waits for nothing else. A
 * member arrives when
 *
 * <ul>
 *   <li>the pair before it on the channel is complete, which frees the channel's slot, and
 *   <li>for this fragment, the exchange before it among those that touch the chunk at that member
 *       is complete; a bystander does not touch it.
 * </ul>
 *
 * <p>So pairs wait for pairs, and the run is a topological sort: each pair has a count of what it
 * still waits for, and completing one counts down its followers. As long as every channel takes its
 * exchanges in plan order, each pair waits only for smaller ones in the order (exchange, fragment)
 * and nothing can block; the run is what notices if channels ever come in another order.
 */
final class ProgressRun {
    private static final int FRAGMENTS = 2;
    private static final int SHOWN = 4;

    private final Plan plan;
    private final RankSet[] members;
    /** Indices into the plan's exchanges of what each channel takes, in its order. */
    private final int[][] order;
    /** The exchange that each exchange's members do next on its chunk; -1 for nothing more. */
    private final int[][] followers;
    /**
     * For each pair, numbered exchange * FRAGMENTS + fragment, the completions that it waits for.
     */
    private final int[] waitsFor;
    /** The pair after each pair on its channel, or -1. */
    private final int[] nextOnChannel;

    private ProgressRun(Plan plan, List<Channel> channels) {
        this.plan = plan;
        int exchanges = plan.exchanges().size();
        members = plan.exchanges().stream().map(Exchange::members).toArray(RankSet[]::new);
        order = order(plan, channels.stream().filter(Channel::isRoot).toList());
        followers = new int[exchanges][];
        waitsFor = new int[exchanges * FRAGMENTS];
        nextOnChannel = new int[exchanges * FRAGMENTS];
        for (int[] exchangesOfChannel : order) {
            chain(exchangesOfChannel);
        }
        linkFollowers();
    }

    /** Throws {@link PlanException} naming what blocks. The plan must be well formed. */
    static void check(Plan plan, List<Channel> channels) {
        new ProgressRun(plan, channels).run();
    }

    private static int[][] order(Plan plan, List<Channel> roots) {
        // An exchange may occur twice as one object: its occurrences are handed out in plan order.
        int[] later = new int[plan.exchanges().size()];
        IdentityHashMap<Exchange, Integer> next = new IdentityHashMap<>(later.length);
        for (int i = later.length - 1; i >= 0; i--) {
            Integer after = next.put(plan.exchanges().get(i), i);
            later[i] = after == null ? -1 : after;
        }
        int[][] order = new int[roots.size()][];
        for (int c = 0; c < order.length; c++) {
            List<Exchange> exchanges = roots.get(c).exchanges();
            order[c] = new int[exchanges.size()];
            for (int i = 0; i < order[c].length; i++) {
                order[c][i] = Objects.requireNonNull(next.get(exchanges.get(i)));
                next.put(exchanges.get(i), later[order[c][i]]);
            }
        }
        return order;
    }

    /** Makes every pair of a channel wait for the pair before it. */
    private void chain(int[] exchanges) {
        int last = -1;
        for (int exchange : exchanges) {
            followers[exchange] = new int[members[exchange].size()];
            for (int fragment = 0; fragment < FRAGMENTS; fragment++) {
                int pair = exchange * FRAGMENTS + fragment;
                nextOnChannel[pair] = -1;
                if (last >= 0) {
                    nextOnChannel[last] = pair;
                    waitsFor[pair]++;
                }
                last = pair;
            }
        }
    }

    /** Makes every pair wait, once a member, for what touched its chunk there before. */
    private void linkFollowers() {
        int chunks = plan.chunks();
        int[] first = new int[chunks * plan.topology().workers()];
        Arrays.fill(first, -1);
        for (int i = followers.length - 1; i >= 0; i--) {
            for (int m = 0; m < followers[i].length; m++) {
                Exchange exchange = plan.exchanges().get(i);
                followers[i][m] = -1;
                if (!exchange.touches(members[i].get(m))) {
                    continue;
                }
                int at = members[i].get(m) * chunks + exchange.chunk();
                followers[i][m] = first[at];
                countWaits(first[at]);
                first[at] = i;
            }
        }
    }

    private void countWaits(int exchange) {
        for (int fragment = 0; exchange >= 0 && fragment < FRAGMENTS; fragment++) {
            waitsFor[exchange * FRAGMENTS + fragment]++;
        }
    }

    private void run() {
        int[] ready = new int[waitsFor.length];
        int count = 0;
        for (int pair = 0; pair < waitsFor.length; pair++) {
            if (waitsFor[pair] == 0) {
                ready[count++] = pair;
            }
        }
        // Each pair gets ready once, so the list of ready pairs is also the list of completed ones.
        for (int done = 0; done < count; done++) {
            count = complete(ready[done], ready, count);
        }
        if (count < ready.length) {
            throw blocked(ready.length - count);
        }
    }

    private int complete(int pair, int[] ready, int count) {
        int grown = arrive(nextOnChannel[pair], ready, count);
        int fragment = pair % FRAGMENTS;
        for (int follower : followers[pair / FRAGMENTS]) {
            grown = arrive(follower < 0 ? -1 : follower * FRAGMENTS + fragment, ready, grown);
        }
        return grown;
    }

    private int arrive(int pair, int[] ready, int count) {
        if (pair < 0 || --waitsFor[pair] > 0) {
            return count;
        }
        ready[count] = pair;
        return count + 1;
    }

    private PlanException blocked(int pairs) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < followers.length && shown.size() < SHOWN; i++) {
            if (waitsFor[i * FRAGMENTS] > 0 || waitsFor[i * FRAGMENTS + 1] > 0) {
                shown.add("exchange " + i + " (" + plan.exchanges().get(i) + ")");
            }
        }
        return new PlanException("with one slot a channel " + plan.strategy() + " never completes "
                + pairs + " of " + waitsFor.length + " fragments; the first blocked: "
                + String.join(", ", shown));
    }
}
