package io.rina.runtime.port;

import io.rina.runtime.port.PortOptions.Kind;
import io.rina.wire.Outbox;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time for a frame of 1,448 bytes to leave one port and come in at another, both in one thread, over
 * loopback: 40 frames at a time, which is less than the kernel may drop. By super-packets of 64, and
 * without them (1).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PortBenchmark {
    private static final int FRAMES = 40;
    private static final int FRAME_BYTES = 1_448;
    private static final long WAIT_NS = 1_000_000_000;

    @Param({"MMSG", "CHANNEL"})
    Kind kind = Kind.MMSG;

    @Param({"64", "1"})
    int segments = PortOptions.MAX_GSO_SEGMENTS;

    private int received;
    private final FrameSink sink = frame -> received++;

    @SuppressWarnings("NullAway.Init")
    private Port sender;

    @SuppressWarnings("NullAway.Init")
    private Port receiver;

    @Setup
    public void open() {
        PortOptions options = PortOptions.loopback(1)
                .withKind(kind)
                .withMaxFrameBytes(FRAME_BYTES)
                .withGsoSegments(segments);
        sender = Ports.open(options);
        receiver = Ports.open(options);
        sender.peer(0, receiver.localAddress());
    }

    @TearDown
    public void close() {
        sender.close();
        receiver.close();
    }

    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public int sendAndReceive() {
        Outbox outbox = sender.outbox();
        for (int i = 0; i < FRAMES; i++) {
            if (outbox.claim(0, FRAME_BYTES) == null) {
                throw new IllegalStateException("no room for frame " + i);
            }
            outbox.commit();
        }
        int sent = sender.flush();
        received = 0;
        while (received < sent) {
            if (receiver.receive(sink) == 0) {
                receiver.await(WAIT_NS);
            }
        }
        return received;
    }
}
