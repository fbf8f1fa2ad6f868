package io.rina.runtime.port;

import io.rina.runtime.port.PortOptions.Kind;
import io.rina.wire.Frame;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Frames a second from one sending thread to one receiving thread over loopback, for each kind of
 * port. Arguments: seconds for each (3), frame length in bytes (1448), frames in a super-packet
 * (64).
 *
 * <p>Nothing holds the sender back, so what it sends beyond the receiver's pace is lost; the
 * receiving rate is the figure; on a busy machine the processor time a frame costs is the steadier
 * one. Loopback hands super-packets over whole, which no wire does: an upper bound.
 */
public final class PortBench {
    private static final long NS_PER_S = 1_000_000_000;
    private static final long WAIT_NS = 10_000_000;

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final int frameBytes;

    private PortBench(int frameBytes) {
        this.frameBytes = frameBytes;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int seconds = argument(arguments, 0, 3);
        int frameBytes = argument(arguments, 1, 1_448);
        int gsoSegments = argument(arguments, 2, PortOptions.MAX_GSO_SEGMENTS);
        for (Kind kind : List.of(Kind.CHANNEL, Kind.MMSG)) {
            new PortBench(frameBytes)
                    .run(
                            PortOptions.loopback(1)
                                    .withKind(kind)
                                    .withMaxFrameBytes(frameBytes)
                                    .withGsoSegments(gsoSegments),
                            seconds);
        }
    }

    private static int argument(String[] arguments, int i, int otherwise) {
        return i < arguments.length ? Integer.parseInt(arguments[i]) : otherwise;
    }

    private void run(PortOptions options, int seconds) throws InterruptedException {
        try (Port sender = Ports.open(options);
                Port receiver = Ports.open(options)) {
            sender.peer(0, receiver.localAddress());
            Thread sending = Thread.ofPlatform().start(() -> send(sender));
            Thread receiving = Thread.ofPlatform().start(() -> receive(receiver));
            Thread.sleep(1_000); // until the compiler is done
            Reading before = Reading.of(sender, receiver, sending, receiving);
            Thread.sleep(1_000L * seconds);
            Reading after = Reading.of(sender, receiver, sending, receiving);
            isOver.set(true);
            sending.join();
            receiving.join();
            System.out.println(receiver.describe());
            print(after.since(before));
            System.out.println("  sender: " + sender.counters());
            System.out.println("  receiver: " + receiver.counters());
        }
    }

    private void print(Reading spent) {
        double seconds = spent.timeNs / (double) NS_PER_S;
        double received = spent.received / seconds;
        System.out.printf(
                Locale.ROOT,
                "  %d-byte frames: received %.0f a second (%.2f Gbit/s), sent %.0f a second;"
                        + " processor time a frame: sender %d ns, receiver %d ns%n",
                frameBytes,
                received,
                received * frameBytes * 8 / 1e9,
                spent.sent / seconds,
                spent.sendingNs / Math.max(1, spent.sent),
                spent.receivingNs / Math.max(1, spent.received));
    }

    private record Reading(
            long timeNs, long sent, long received, long sendingNs, long receivingNs) {
        static Reading of(Port sender, Port receiver, Thread sending, Thread receiving) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            return new Reading(
                    System.nanoTime(),
                    sender.counters().framesSent(),
                    receiver.counters().framesReceived(),
                    threads.getThreadCpuTime(sending.threadId()),
                    threads.getThreadCpuTime(receiving.threadId()));
        }

        Reading since(Reading before) {
            return new Reading(
                    timeNs - before.timeNs,
                    sent - before.sent,
                    received - before.received,
                    sendingNs - before.sendingNs,
                    receivingNs - before.receivingNs);
        }
    }

    private void send(Port port) {
        while (!isOver.get()) {
            Frame frame = port.outbox().claim(0, frameBytes);
            if (frame == null) {
                port.flush();
            } else {
                port.outbox().commit();
            }
        }
    }

    private void receive(Port port) {
        FrameSink sink = frame -> {};
        while (!isOver.get()) {
            if (port.receive(sink) == 0) {
                port.await(WAIT_NS);
            }
        }
    }
}
