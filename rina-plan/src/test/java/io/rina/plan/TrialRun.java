package io.rina.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Does what a plan says and looks at what comes out. A copy of a chunk is a vector that is summed
 * lane by lane: lane 0 starts as a random number, lane 1 + r counts how often rank r is in the sum.
 * At a tree the sums are made node by node, as its channels say. A rank that contributes nothing to a
 * chunk starts with rubbish that no rank could make, in both.
 */
final class TrialRun {
    private static final long RUBBISH = 1 << 20;

    private final List<Channel> channels;
    private final long[][][] copies;
    private final List<Demand.Segment> segments;
    private final int[] segmentOfChunk;
    private final long[] expected;
    private boolean countedTwice;

    private TrialRun(Plan plan, Random random) {
        channels = plan.channels();
        int workers = plan.topology().workers();
        copies = new long[workers][plan.chunks()][1 + workers];
        segments = plan.segments();
        segmentOfChunk = plan.segmentOfChunk();
        expected = new long[plan.chunks()];
        for (int rank = 0; rank < workers; rank++) {
            for (int chunk = 0; chunk < expected.length; chunk++) {
                long[] copy = copies[rank][chunk];
                copy[0] = random.nextLong();
                copy[1 + rank] = 1;
                if (segment(chunk).sources().contains(rank)) {
                    expected[chunk] += copy[0];
                } else {
                    Arrays.fill(copy, 1, copy.length, RUBBISH);
                }
            }
        }
    }

    private Demand.Segment segment(int chunk) {
        return segments.get(segmentOfChunk[chunk]);
    }

    static TrialRun of(Plan plan, long seed) {
        TrialRun run = new TrialRun(plan, new Random(seed));
        plan.exchanges().forEach(run::exchange);
        return run;
    }

    private void exchange(Exchange exchange) {
        int chunk = exchange.chunk();
        Channel root = channels.stream()
                .filter(channel -> channel.isRoot() && channel.carries(exchange))
                .findFirst()
                .orElseThrow();
        long[] sum = sumAt(root, exchange);
        for (int taker : exchange.takers().toArray()) {
            long[] taken = sum.clone();
            if (exchange.combine() == Combine.ADD) {
                add(copies[taker][chunk], taken);
            }
            copies[taker][chunk] = taken;
            countedTwice |= Arrays.stream(taken).skip(1).anyMatch(count -> count > 1);
        }
    }

    private long[] sumAt(Channel channel, Exchange exchange) {
        long[] sum = new long[copies.length + 1];
        for (int member : channel.members().toArray()) {
            if (exchange.givers().contains(member)) {
                add(copies[member][exchange.chunk()], sum);
            }
        }
        for (int branch : channel.branches()) {
            add(sumAt(channels.get(branch), exchange), sum);
        }
        return sum;
    }

    private static void add(long[] source, long[] target) {
        for (int lane = 0; lane < target.length; lane++) {
            target[lane] += source[lane];
        }
    }

    /**
     * Whether every sink ends with the sum of the sources' random numbers, whatever happened
     * before.
     */
    boolean sumsRight() {
        for (int rank = 0; rank < copies.length; rank++) {
            for (int chunk = 0; chunk < expected.length; chunk++) {
                if (segment(chunk).sinks().contains(rank)
                        && copies[rank][chunk][0] != expected[chunk]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether any copy, at any time, had a rank in it more than once. */
    boolean countedTwice() {
        return countedTwice;
    }
}
