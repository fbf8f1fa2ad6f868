package io.rina.sim.net;

/**
 * A stream of bytes from one host to another as DCTCP sends it (RFC 8257): slow start, one segment
 * more a round trip, and once a window a cut by alpha/2, where alpha is the smoothed share of
 * marked bytes (g = 1/16). Lost segments are sent again from the first missing one on, after three
 * repeated acknowledgements or a timeout.
 *
 * <p>For background traffic and for comparison with other simulators; it carries no frames of ours.
 */
public final class DctcpFlow {
    /** Payload of a segment at MTU 1500, with timestamps. */
    public static final int SEGMENT_BYTES = 1_448;
    /** IPv4, TCP with timestamps, Ethernet, check sequence, preamble and gap. */
    public static final int OVERHEAD_BYTES = 20 + 32 + 14 + 4 + 20;

    /** Ethernet's least frame with preamble and gap. */
    private static final int ACK_WIRE_BYTES = Math.max(OVERHEAD_BYTES, 84);

    private static final int INITIAL_WINDOW = 10;
    private static final double GAIN = 1.0 / 16;
    private static final int REPEATS = 3;

    private final Network network;
    private final long segments;
    private final long timeoutPs;
    private final long startPs;
    private final int from;
    private final int to;
    private final int sender;
    private final int receiver;

    private long next;
    private long acknowledged;
    private double window = INITIAL_WINDOW;
    private double threshold = Double.MAX_VALUE;
    private double alpha = 1;
    private long roundEnd;
    private long ackedInRound;
    private long markedInRound;
    private int repeated;
    private long recoverUntil;
    private long oldestSentPs;

    private long expected;
    private long finishedPs = -1;
    private final Listener listener;

    /** Is told of a flow's end at both sides. */
    public interface Listener {
        /** All of it has been received, and just now. */
        default void onReceived() {}

        /** All of it has been acknowledged, and just now. */
        default void onAcknowledged() {}
    }

    /** {@code timeoutPs} is the retransmission timeout. */
    public DctcpFlow(Network network, int from, int to, long bytes, long startPs, long timeoutPs) {
        this(network, from, to, bytes, startPs, timeoutPs, new Listener() {});
    }

    /** The same, and {@code listener} is told of its end. */
    public DctcpFlow(
            Network network,
            int from,
            int to,
            long bytes,
            long startPs,
            long timeoutPs,
            Listener listener) {
        if (bytes < 1 || timeoutPs < 1) {
            throw new IllegalArgumentException(
                    "a flow of " + bytes + " bytes with a timeout of " + timeoutPs + " ps");
        }
        this.network = network;
        this.from = from;
        this.to = to;
        this.startPs = startPs;
        this.listener = listener;
        this.timeoutPs = timeoutPs;
        segments = (bytes + SEGMENT_BYTES - 1) / SEGMENT_BYTES;
        sender = network.attach(from, new Sender());
        receiver = network.attach(to, new Receiver());
        network.wake(sender, startPs);
    }

    public boolean isDone() {
        return finishedPs >= 0;
    }

    /** Payload that has arrived and been acknowledged. */
    public long acknowledgedBytes() {
        return acknowledged * SEGMENT_BYTES;
    }

    /** The payload, in whole segments. */
    public long bytes() {
        return segments * SEGMENT_BYTES;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public long startPs() {
        return startPs;
    }

    /** When the last byte arrived, or -1. */
    public long finishedPs() {
        return finishedPs;
    }

    private void send(int to, int from, long number, boolean echo, int wireBytes) {
        int packet = network.take(to, sender, 0, wireBytes);
        network.number(packet, number << 1 | (echo ? 1 : 0));
        network.send(from, packet);
    }

    private final class Sender implements Station {
        @Override
        public void onPacket(long nowPs, int packet) {
            long number = network.number(packet) >>> 1;
            boolean echo = (network.number(packet) & 1) != 0;
            if (number > acknowledged) {
                onProgress(nowPs, number, echo);
            } else if (++repeated == REPEATS && acknowledged >= recoverUntil) {
                goBack(Math.max(2, window / 2));
            }
        }

        private void onProgress(long nowPs, long number, boolean echo) {
            long acked = number - acknowledged;
            acknowledged = number;
            next = Math.max(next, number);
            repeated = 0;
            oldestSentPs = nowPs;
            ackedInRound += acked;
            markedInRound += echo ? acked : 0;
            if (echo) {
                threshold = Math.min(threshold, window);
            }
            window += window < threshold ? acked : acked / window;
            if (acknowledged >= roundEnd) {
                endRound();
            }
            if (acknowledged == segments) {
                listener.onAcknowledged();
            }
        }

        private void endRound() {
            alpha += GAIN * ((double) markedInRound / Math.max(1, ackedInRound) - alpha);
            if (markedInRound > 0) {
                window = Math.max(2, window * (1 - alpha / 2));
                threshold = window;
            }
            ackedInRound = 0;
            markedInRound = 0;
            roundEnd = next;
        }

        private void goBack(double smaller) {
            recoverUntil = next;
            window = smaller;
            threshold = smaller;
            next = acknowledged;
            repeated = 0;
        }

        @Override
        public void onTimer(long nowPs) {
            if (acknowledged < next && nowPs >= oldestSentPs + timeoutPs) {
                threshold = Math.max(2, window / 2);
                goBack(1);
                oldestSentPs = nowPs;
            }
        }

        @Override
        public void poll(long nowPs) {
            if (nowPs < startPs) {
                return;
            }
            if (acknowledged == next) {
                oldestSentPs = nowPs;
            }
            while (next < segments && next < acknowledged + (long) window) {
                send(receiver, sender, next++, false, SEGMENT_BYTES + OVERHEAD_BYTES);
            }
        }

        @Override
        public long deadlinePs() {
            return acknowledged < next ? oldestSentPs + timeoutPs : Long.MAX_VALUE;
        }
    }

    /** Acknowledges every segment at once, with the mark that it came with. */
    private final class Receiver implements Station {
        @Override
        public void onPacket(long nowPs, int packet) {
            if (network.number(packet) >>> 1 == expected) {
                expected++;
            }
            if (expected == segments && finishedPs < 0) {
                finishedPs = nowPs;
                network.observer().onFlow(nowPs, from, to, segments * SEGMENT_BYTES, startPs);
                listener.onReceived();
            }
            send(sender, receiver, expected, network.isMarked(packet), ACK_WIRE_BYTES);
        }

        @Override
        public void onTimer(long nowPs) {
            // It only answers.
        }

        @Override
        public void poll(long nowPs) {
            // It has answered already.
        }

        @Override
        public long deadlinePs() {
            return Long.MAX_VALUE;
        }
    }
}
