package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.Job;
import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Channel 0 is that of ranks 0 and 1 at their ToR. */
class MemberWindowsTest {
    private static final Job JOB = new Job(5, 1);
    private static final Plan PLAN =
            Strategies.named("switchml").plan(Topology.ofSizes(new int[] {2}, rack -> true));

    private final MemberWindows windows =
            new MemberWindows(JOB, PLAN.topology(), PLAN.channels(), 2);

    private static Frame frame(FrameType type, int member, long position, boolean resent) {
        return new Frame()
                .wrap(MemorySegment.ofArray(new byte[Frame.HEADER_BYTES]), 0, Frame.HEADER_BYTES)
                .header(type, JOB.key(), JOB.epoch(), 0, member, position)
                .flags(true, resent, ReduceOp.SUM);
    }

    private void send(int member, long position, boolean resent) {
        windows.onSent(member, frame(FrameType.CREDIT, member, position, resent));
    }

    @Test
    void shouldLetAMemberHaveAPoolUnderWay() {
        send(0, 0, false);
        send(0, 1, false);
        send(0, 0, true);
        windows.onArrival(0, frame(FrameType.RECEIPT, 0, 0, false));
        assertThatCode(() -> send(0, 2, false)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseAPositionBeyondThePool() {
        send(0, 0, false);
        send(0, 1, false);
        // Position 1 is done, but not 0.
        windows.onArrival(0, frame(FrameType.RECEIPT, 0, 1, false));
        assertThatThrownBy(() -> send(0, 2, false)).hasMessageContaining("member-window: node 0");
    }

    @Test
    void shouldRefuseASkippedPosition() {
        assertThatThrownBy(() -> send(0, 1, false)).hasMessageContaining("next position is 0");
    }

    @Test
    void shouldRefuseARepetitionOfWhatIsDone() {
        send(0, 0, false);
        windows.onArrival(0, frame(FrameType.RECEIPT, 0, 0, false));
        assertThatThrownBy(() -> send(0, 0, true)).hasMessageContaining("not under way");
    }

    @Test
    void shouldRefuseAFrameInAnothersName() {
        assertThatThrownBy(() -> windows.onSent(1, frame(FrameType.CREDIT, 0, 0, false)))
                .hasMessageContaining("for another member");
    }

    @Test
    void shouldRefuseAnOutcomeOfNothing() {
        assertThatThrownBy(() -> windows.onArrival(0, frame(FrameType.RECEIPT, 0, 0, false)))
                .hasMessageContaining("has not used");
    }

    @Test
    void shouldOverlookFramesThatTheMachineMustRefuse() {
        Frame stale = frame(FrameType.RECEIPT, 0, 0, false);
        stale.segment().set(ValueLayout.JAVA_BYTE, 19, (byte) 9);
        windows.onArrival(0, stale);
        windows.onArrival(1, frame(FrameType.RECEIPT, 0, 0, false));
        assertThatThrownBy(() -> windows.onArrival(0, frame(FrameType.RECEIPT, 0, 0, false)))
                .hasMessageContaining("has not used");
    }
}
