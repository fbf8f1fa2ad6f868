package io.rina.runtime.port;

import io.rina.wire.Frame;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Frames a second from one sending thread to one receiving thread over loopback, as
 * testbed/datagrams/port.c has it in C. Arguments: the kind of port, frame length in bytes, frames
 * in a super-packet.
 *
 * <p>Reads a number of milliseconds a line, and answers each with a line of JSON. Nothing holds the
 * sender back, so what it sends beyond the receiver's pace is lost; the receiving rate is the
 * figure. Loopback hands super-packets over whole, which no wire does: an upper bound.
 */
public final class PortRate {
    private static final long WAIT_NS = 10_000_000;
    private static final long BEGIN_MS = 100;

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final int frameBytes;

    private PortRate(int frameBytes) {
        this.frameBytes = frameBytes;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int frameBytes = Integer.parseInt(arguments[1]);
        PortOptions options = PortOptions.loopback(1)
                .withKind(PortOptions.Kind.valueOf(arguments[0]))
                .withMaxFrameBytes(frameBytes)
                .withGsoSegments(Integer.parseInt(arguments[2]));
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (Port sender = Ports.open(options);
                Port receiver = Ports.open(options)) {
            sender.peer(0, receiver.localAddress());
            for (String line; (line = orders.readLine()) != null; ) {
                new PortRate(frameBytes).run(sender, receiver, Long.parseLong(line.strip()));
            }
        }
    }

    /** Threads only while measuring: between its turns the process takes no core. */
    private void run(Port sender, Port receiver, long milliseconds) throws InterruptedException {
        Thread receiving = Thread.ofPlatform().start(() -> receive(receiver));
        Thread sending = Thread.ofPlatform().start(() -> send(sender));
        Thread.sleep(BEGIN_MS);
        Reading before = Reading.of(sender, receiver, sending, receiving);
        Thread.sleep(milliseconds);
        Reading after = Reading.of(sender, receiver, sending, receiving);
        isOver.set(true);
        sending.join();
        receiving.join();
        System.out.println(after.since(before).toJson());
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

        String toJson() {
            return String.format(
                    Locale.ROOT,
                    "{\"timeNs\": %d, \"sent\": %d, \"received\": %d, \"sendingNs\": %d,"
                            + " \"receivingNs\": %d}",
                    timeNs,
                    sent,
                    received,
                    sendingNs,
                    receivingNs);
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
