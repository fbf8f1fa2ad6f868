package io.rina.runtime.port;

import io.rina.runtime.port.PortOptions.Kind;
import io.rina.wire.Frame;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Frames a second from one sending thread to one receiving thread over loopback, for each kind of
 * port. Arguments: seconds for each (3), frame length in bytes (1448), frames in a super-packet (64).
 *
 * <p>Nothing holds the sender back, so what it sends beyond the receiver's pace is lost; the receiving
 * rate is the figure. Loopback hands super-packets over whole, which no wire does: an upper bound.
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
            long sent = sender.counters().framesSent();
            long received = receiver.counters().framesReceived();
            long startNs = System.nanoTime();
            Thread.sleep(1_000L * seconds);
            double elapsed = (System.nanoTime() - startNs) / (double) NS_PER_S;
            sent = sender.counters().framesSent() - sent;
            received = receiver.counters().framesReceived() - received;
            isOver.set(true);
            sending.join();
            receiving.join();
            print(receiver.describe(), sent / elapsed, received / elapsed);
            System.out.println("  sender: " + sender.counters());
            System.out.println("  receiver: " + receiver.counters());
        }
    }

    private void print(String port, double sent, double received) {
        System.out.printf(
                Locale.ROOT,
                "%s%n  %d-byte frames: received %.0f a second (%.2f Gbit/s), sent %.0f a second%n",
                port,
                frameBytes,
                received,
                received * frameBytes * 8 / 1e9,
                sent);
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
