package io.rina.runtime.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.rina.runtime.port.PortOptions.Kind;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only the port on Linux system calls promises. */
class MmsgPortTest {
    private static final int SOL_SOCKET = 1;
    private static final int SO_NO_CHECK = 11;
    private static final int FRAME_BYTES = 1_448;

    private final PortOptions options = PortOptions.loopback(2).withKind(Kind.MMSG);
    private long framesSeen;
    private long positionsSeen;

    @BeforeEach
    void requireSupport() {
        assumeTrue(Sys.whyUnsupported().isEmpty(), Sys.whyUnsupported());
    }

    @Test
    void autoShouldChooseIt() {
        try (Port port = Ports.open(options.withKind(Kind.AUTO))) {
            assertThat(port.describe()).startsWith("mmsg 127.0.0.1:");
        }
    }

    @Test
    void runShouldTakeOneCallAndArriveInOne() {
        try (Port port = Ports.open(options)) {
            assumeTrue(port.describe().contains("(GSO)"), port.describe());
            port.peer(0, port.localAddress());
            port.peer(1, port.localAddress());
            fill(port, 0, 40);
            fill(port, 1, 40);

            assertThat(port.flush()).isEqualTo(80);
            assertThat(port.counters().sendCalls()).isEqualTo(1);
            assertThat(port.receive(this::see)).isEqualTo(80);
            assertThat(port.counters().receiveCalls()).isEqualTo(1);
        }
    }

    @Test
    void refusedRunShouldGoOnFrameByFrame() {
        try (MmsgPort port = MmsgPort.open(options);
                Arena arena = Arena.ofConfined()) {
            assumeTrue(port.describe().contains("(GSO)"), port.describe());
            // Without checksums the kernel sends datagrams, but no super-packets: EINVAL.
            assertThat(new Sys(arena).setOption(port.fd(), SOL_SOCKET, SO_NO_CHECK, 1))
                    .isZero();
            port.peer(0, port.localAddress());
            fill(port, 0, 40);
            assertThat(port.flush()).isEqualTo(40);
            assertThat(port.counters().gsoFallbacks()).isEqualTo(1);
            fill(port, 0, 40);
            assertThat(port.flush()).isEqualTo(40);
            assertThat(port.counters().gsoFallbacks()).as("remembered").isEqualTo(1);

            receive(port, 80);
            assertThat(positionsSeen).isEqualTo(2 * 40 * 39 / 2);
            port.peer(0, port.localAddress());
            fill(port, 0, 40);
            assertThat(port.flush()).isEqualTo(40);
            assertThat(port.counters().gsoFallbacks()).as("tried again").isEqualTo(2);
        }
    }

    @Test
    void framesShouldAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assumeTrue(threads.isThreadAllocatedMemoryEnabled());
        try (Port port = Ports.open(options)) {
            port.peer(0, port.localAddress());
            port.peer(1, port.localAddress());
            FrameSink sink = this::see;
            pump(port, sink, 50_000);
            // The virtual machine itself allocates, once, when it takes a handle for a hot one.
            long least = Long.MAX_VALUE;
            for (int attempt = 0; attempt < 3 && least > 0; attempt++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                pump(port, sink, 100_000);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).isZero();
        }
    }

    /** Sends and receives both runs and single frames, wakes, waits, and looks in vain. */
    private void pump(Port port, FrameSink sink, int frames) {
        long end = framesSeen + frames;
        while (framesSeen < end) {
            fill(port, 0, 30);
            put(port, 1, FRAME_BYTES, 1);
            put(port, 1, 40, 2);
            put(port, 1, FRAME_BYTES, 3);
            long sent = framesSeen + port.flush();
            port.wakeup();
            port.await(Long.MAX_VALUE);
            while (framesSeen < sent) {
                port.receive(sink);
            }
            port.receive(sink);
            port.await(0);
        }
    }

    private void receive(Port port, int frames) {
        while (framesSeen < frames) {
            port.await(Long.MAX_VALUE);
            port.receive(this::see);
        }
    }

    private void see(Frame frame) {
        framesSeen++;
        positionsSeen += frame.position();
    }

    private static void fill(Port port, int node, int frames) {
        for (int i = 0; i < frames; i++) {
            put(port, node, FRAME_BYTES, i);
        }
    }

    private static void put(Port port, int node, int lengthBytes, long position) {
        Frame frame = port.outbox().claim(node, lengthBytes);
        if (frame == null) {
            throw new IllegalStateException("the queue is full");
        }
        frame.header(FrameType.CREDIT, 1, 2, 3, 4, position);
        port.outbox().commit();
    }
}
