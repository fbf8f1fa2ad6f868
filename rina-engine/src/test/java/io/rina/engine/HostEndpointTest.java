package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostEndpointTest {
    private static final Limits LIMITS = new Limits(1, 2, 3, 2, 1_000, 1_000, 8_000);
    private static final Plan PLAN =
            Strategies.named("ps").plan(Topology.ofSizes(new int[] {2}, r -> false));
    private static final Set<Counter> REASONS = EnumSet.range(Counter.MALFORMED, Counter.MISMATCH);

    private final HostEndpoint host = new HostEndpoint(Frames.JOB, Program.of(PLAN), 0, LIMITS);
    private final FakeOutbox out = new FakeOutbox();

    private HostEndpointTest() {
        host.worker()
                .start(AllReduceTest.operationOf(new Reduction(
                        new IntVector(new int[] {1, 2, 3, 4}), ReduceOp.SUM, Frames.CONTRACT)));
        host.poll(0, out);
        assertThat(out.drain()).isNotEmpty();
    }

    private long reasons() {
        return REASONS.stream().mapToLong(host.counters()::get).sum();
    }

    /**
     * The host neither says nor waits for anything new, and still completes with the right sums.
     */
    private void assertUnmoved(long deadlineNs) {
        assertThat(host.poll(1, out)).isEqualTo(0);
        assertThat(host.deadlineNs()).isEqualTo(deadlineNs);
        assertThat(host.worker().completedOperations()).isEqualTo(0);
        host.onFrame(2, Frames.exchanged(0, 1, 0, 10, 20));
        host.onFrame(2, Frames.result(1, 0, 0, 33, 44));
        host.poll(2, out);
        assertThat(host.worker().completedOperations()).isEqualTo(1);
        assertThat(Frames.lanes(out.drain().getFirst().frame())).containsExactly(11, 22);
    }

    @Test
    void shouldCountRandomBytesAndDoNothingElse() {
        Random random = new Random(1);
        long deadlineNs = host.deadlineNs();
        int frames = 100_000;
        for (int i = 0; i < frames; i++) {
            byte[] bytes = new byte[random.nextInt(120)];
            random.nextBytes(bytes);
            if (bytes.length > 3 && i % 2 == 0) {
                // Half of them get past the first checks.
                bytes[0] = 'R';
                bytes[1] = 'I';
                bytes[2] = Frame.VERSION;
                bytes[3] = (byte) (1 + random.nextInt(4));
            }
            host.onFrame(1, Frames.ofBytes(bytes));
        }
        assertThat(host.counters().get(Counter.FRAMES_RECEIVED)).isEqualTo(frames);
        assertThat(reasons()).isEqualTo(frames);
        assertUnmoved(deadlineNs);
    }

    @Test
    void shouldCountFramesOfOtherJobsAndDoNothingElse() {
        Random random = new Random(2);
        long deadlineNs = host.deadlineNs();
        Frame[] valid = {
            Frames.exchanged(0, 1, 0, 10, 20),
            Frames.credit(0, 1, 0),
            Frames.result(1, 0, 0, 5, 6),
            Frames.receipt(1, 0, 0)
        };
        int frames = 10_000;
        for (int i = 0; i < frames; i++) {
            byte[] bytes = Frames.bytes(valid[i % valid.length]);
            // One wrong bit in key, epoch or channel.
            bytes[8 + random.nextInt(16)] ^= (byte) (1 << random.nextInt(7));
            Frame frame = Frames.ofBytes(bytes);
            if (frame.channel() > 1
                    || frame.channel() < 0
                    || frame.jobKey() != Frames.JOB.key()
                    || frame.epoch() != Frames.JOB.epoch()) {
                host.onFrame(1, frame);
            }
        }
        assertThat(reasons()).isEqualTo(host.counters().get(Counter.FRAMES_RECEIVED));
        assertThat(host.counters().get(Counter.WRONG_KEY)).isPositive();
        assertThat(host.counters().get(Counter.STALE_EPOCH)).isPositive();
        assertThat(host.counters().get(Counter.UNKNOWN_CHANNEL)).isPositive();
        assertUnmoved(deadlineNs);
    }

    @Test
    void shouldNeverThrowOnWellFormedLies() {
        // A member of the job that sends anything may spoil its own job's sums, but stops no host.
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            int channel = random.nextInt(4) - 1;
            int member = random.nextInt(3);
            long position = random.nextInt(1 + i / 1_000);
            int[] lanes = new int[1 + random.nextInt(4)];
            Frame frame = switch (random.nextInt(4)) {
                case 0 -> Frames.data(channel, member, position, lanes);
                case 1 -> Frames.credit(channel, member, position).span(1 + random.nextInt(0xffff));
                case 2 -> Frames.result(channel, member, position, lanes);
                default ->
                    Frames.receipt(channel, member, position).span(1 + random.nextInt(0xffff));
            };
            frame.flags(random.nextBoolean(), random.nextBoolean(), ReduceOp.of(random.nextInt(3)));
            host.onFrame(i, frame);
            host.onTimer(i);
            if (random.nextInt(50) == 0) {
                host.poll(i, out);
                out.drain();
            }
        }
        assertThat(host.counters().get(Counter.FRAMES_RECEIVED)).isEqualTo(100_000);
    }

    @Test
    void shouldDeliverToItselfWithoutTheNetwork() {
        // Rank 0 is the site of channel 0 and a member of it: only rank 1's result crosses.
        host.onFrame(1, Frames.exchanged(0, 1, 0, 10, 20));
        assertThat(host.poll(1, out)).isPositive();
        assertThat(out.drain()).hasSize(1).allSatisfy(sent -> {
            assertThat(sent.to()).isEqualTo(1);
            assertThat(Frames.lanes(sent.frame())).containsExactly(11, 22);
        });
    }

    @Test
    void shouldAnswerOthersBeforeItSendsItsOwn() {
        // With its own data first, a link that is always full would never carry an answer.
        Limits roomy = new Limits(1, 2, 64, 2, 1_000, 1_000, 8_000);
        HostEndpoint busy = new HostEndpoint(Frames.JOB, Program.of(PLAN), 0, roomy);
        busy.worker()
                .start(AllReduceTest.operationOf(
                        new Reduction(new IntVector(new int[128]), ReduceOp.SUM, Frames.CONTRACT)));
        out.room(1);
        busy.poll(0, out);
        assertThat(out.drain()).hasSize(1);
        busy.onFrame(1, Frames.exchanged(0, 1, 0, 10, 20));
        out.room(1);
        busy.poll(1, out);
        assertThat(out.drain()).singleElement().satisfies(sent -> {
            assertThat(sent.frame().type()).isEqualTo(FrameType.RESULT);
            assertThat(Frames.lanes(sent.frame())).containsExactly(10, 20);
        });
    }

    @Test
    void shouldIgnoreASpuriousTimer() {
        long deadlineNs = host.deadlineNs();
        host.onTimer(1);
        assertUnmoved(deadlineNs);
    }
}
