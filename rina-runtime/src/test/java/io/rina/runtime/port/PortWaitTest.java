package io.rina.runtime.port;

import static io.rina.runtime.port.TestPorts.filled;
import static io.rina.runtime.port.TestPorts.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.rina.runtime.port.PortOptions.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a wait ends on, for both kinds of port. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
class PortWaitTest {
    private static final long MS = 1_000_000;

    private final TestPorts ports;

    PortWaitTest(Kind kind) {
        ports = new TestPorts(kind);
    }

    @BeforeEach
    void requireKind() {
        ports.requireKind();
    }

    @AfterEach
    void closePorts() {
        ports.close();
    }

    @Test
    void wakeupShouldEndAWaitOfAnotherThread() throws Exception {
        Port port = ports.open(ports.options(1));
        CompletableFuture<Void> waiting =
                CompletableFuture.runAsync(() -> port.await(Long.MAX_VALUE));
        port.wakeup();
        waiting.get(10, TimeUnit.SECONDS);
    }

    @Test
    void wakeupBeforeAWaitShouldEndThatWaitOnly() {
        Port port = ports.open(ports.options(1));
        port.wakeup();
        port.wakeup();
        port.await(Long.MAX_VALUE);

        long startNs = System.nanoTime();
        port.await(5 * MS);
        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(5 * MS);
    }

    @Test
    void waitShouldLastItsTime() {
        Port port = ports.open(ports.options(1));
        for (long timeoutNs : new long[] {100_000, 1 * MS, 3 * MS + 1}) {
            long startNs = System.nanoTime();
            port.await(timeoutNs);
            assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(timeoutNs);
        }
        port.await(0);
        port.await(-1);
        port.await(Long.MIN_VALUE);
    }

    @Test
    void waitShouldEndWhenAFrameArrives() {
        Port port = ports.open(ports.options(1));
        port.peer(0, port.localAddress());
        put(port, 0, filled(8, 1));
        port.flush();
        port.await(Long.MAX_VALUE);
        assertThat(port.receive(frame -> {})).isEqualTo(1);
    }

    @Test
    void waitShouldEndWhenQueuedFramesCanBeSent() {
        Port port = ports.open(ports.options(1));
        port.peer(0, port.localAddress());
        put(port, 0, filled(8, 1));
        port.await(Long.MAX_VALUE);
        assertThat(port.flush()).isEqualTo(1);
    }

    @Test
    void interruptedThreadShouldStillSendAndReceive() {
        Port port = ports.open(ports.options(1));
        port.peer(0, port.localAddress());
        put(port, 0, filled(8, 1));
        Thread.currentThread().interrupt();
        int received;
        try {
            port.flush();
            port.await(1);
            received = port.receive(frame -> {});
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        // Channels close themselves when an interrupted thread blocks in them; ports must not.
        assertThat(received).isEqualTo(1);
        assertThat(port.receive(frame -> {})).isZero();
    }
}
