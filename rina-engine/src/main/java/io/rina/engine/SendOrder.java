package io.rina.engine;

import io.rina.plan.Exchange;
import io.rina.plan.Plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * In which order a worker's channels may send when the way out is narrow.
 *
 * <p>Urgent is what other exchanges wait for, which is what waits for few itself: channels go by how
 * many of the worker's exchanges on the same chunk come before the first one on the channel. Those
 * that are equally urgent take turns at being first, poll by poll; if the same one were always
 * first, as with a parameter server at every host, all workers would fall upon one site after the
 * other.
 */
final class SendOrder {
    /** Local channels, the most urgent first. */
    private final int[] channels;
    /** By place in {@link #channels}: the first place of equal urgency, and the one after the last. */
    private final int[] from;

    private final int[] to;
    private int turn;

    SendOrder(Seats seats) {
        int[] urgency = new int[seats.channels()];
        Arrays.fill(urgency, Integer.MAX_VALUE);
        seats.program.plans().forEach(plan -> note(plan, seats, urgency));
        channels = IntStream.range(0, urgency.length)
                .boxed()
                .sorted(Comparator.comparingInt(channel -> urgency[channel]))
                .mapToInt(Integer::intValue)
                .toArray();
        from = new int[channels.length];
        to = new int[channels.length];
        for (int place = 0; place < channels.length; place++) {
            int same = urgency[channels[place]];
            from[place] =
                    (int) Arrays.stream(urgency).filter(other -> other < same).count();
            to[place] =
                    (int) Arrays.stream(urgency).filter(other -> other <= same).count();
        }
    }

    private static void note(Plan plan, Seats seats, int[] urgency) {
        int[] before = new int[plan.chunks()];
        for (Exchange exchange : plan.exchanges()) {
            int channel = seats.localChannelOf(exchange);
            if (channel >= 0) {
                urgency[channel] = Math.min(urgency[channel], before[exchange.chunk()]++);
            }
        }
    }

    /** The channel that is {@code place}th this time. */
    int channel(int place) {
        int first = from[place];
        int equals = to[place] - first;
        return channels[first + (place - first + turn) % equals];
    }

    /** Lets the next ones be first. */
    void turn() {
        turn = turn + 1 & Short.MAX_VALUE;
    }
}
