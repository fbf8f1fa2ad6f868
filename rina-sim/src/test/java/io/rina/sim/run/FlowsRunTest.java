package io.rina.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.sim.net.BufferOptions;
import io.rina.sim.run.Result.FlowTime;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.FlowSchedule;
import io.rina.sim.workload.TimedFlow;
import io.rina.sim.workload.Trigger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Four racks of four hosts at 10 Gbit/s under a core of 100 Gbit/s. */
class FlowsRunTest {
    private static final BufferOptions MARKING = new BufferOptions(3_000_000, 150_000);
    /** A segment of 1,448 bytes on the wire at 10 Gbit/s. */
    private static final long SEGMENT_PS = 1_538 * 800;
    /** An acknowledgement: headers, and what else Ethernet's frame takes. */
    private static final long ACK_PS = 90 * 800;
    /** Two links of 1 us, and a segment that the switch in between takes in whole. */
    private static final long WITHIN_A_RACK_PS = 2_000_000 + SEGMENT_PS;

    private static Result run(FlowSchedule schedule, BufferOptions buffers) {
        Outcome outcome = Simulation.run(scenario(schedule, buffers, 10_000_000_000_000L));
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done) outcome).result();
    }

    private static Scenario scenario(FlowSchedule schedule, BufferOptions buffers, long limitPs) {
        return Scenarios.ofWorkload(new Workload.Flows(schedule), "ring", buffers, limitPs);
    }

    private static FlowSchedule schedule(List<Trigger> triggers, TimedFlow... flows) {
        return new FlowSchedule(16, List.of(flows), triggers);
    }

    @Test
    void shouldTakeWhatTheBytesOfOneFlowTake() {
        // The window of ten segments is longer than the round trip, so the link never waits.
        Result result = run(
                schedule(List.of(), new TimedFlow(1, 2, 100 * 1_448, 7_000_000, 0, 0, 0)), MARKING);
        long tookPs = 100 * SEGMENT_PS + WITHIN_A_RACK_PS;
        assertThat(result.flows())
                .containsExactly(new FlowTime(1, 2, 100 * 1_448, 7_000_000, 7_000_000 + tookPs));
        assertThat(result.totalPs()).isEqualTo(7_000_000 + tookPs);
        assertThat(result.window()).isZero();
    }

    @Test
    void shouldTakeWhatTheLinkOfAnIncastTakes() {
        Result result = run(FlowSchedule.incast(16, 3, 1 << 20), MARKING);
        double ps = 15 * 725 * SEGMENT_PS;
        assertThat((double) result.totalPs()).isCloseTo(ps, within(0.01 * ps));
        assertThat(result.flows()).hasSize(15).allMatch(flow -> flow.to() == 3);
        assertThat(result.traffic().marked()).isPositive();
    }

    @Test
    void shouldSendEachHostsFlowToAnother() {
        Result result = run(FlowSchedule.shift(16, 1, 725 * 1_448), MARKING);
        assertThat(result.flows()).hasSize(16);
        // Each link carries one flow, and the acknowledgements of another. At the end of slow start
        // the window is halved, which leaves a link idle for a little.
        double ps = 725 * (SEGMENT_PS + ACK_PS);
        for (FlowTime flow : result.flows()) {
            assertThat(flow.to()).isEqualTo((flow.from() + 1) % 16);
            assertThat((double) flow.endPs()).isCloseTo(ps, within(0.06 * ps));
        }
    }

    @Test
    void shouldStartFlowsWhenOthersEnd() {
        // Host 2 waits for what comes from 0 and 1, and is received by 3 before 3 answers.
        Result result = run(
                schedule(
                        List.of(
                                new Trigger(1, Trigger.Kind.BARRIER, 2),
                                new Trigger(2, Trigger.Kind.ONESHOT, 1)),
                        new TimedFlow(0, 2, 1_448, 0, 0, 0, 1),
                        new TimedFlow(1, 2, 10 * 1_448, 0, 0, 0, 1),
                        new TimedFlow(2, 3, 1_448, 0, 1, 0, 2),
                        new TimedFlow(3, 0, 1_448, 0, 2, 0, 0)),
                MARKING);
        List<FlowTime> flows = result.flows();
        assertThat(flows).extracting(FlowTime::from).containsExactly(0, 1, 2, 3);
        assertThat(flows.get(2).startPs()).isEqualTo(flows.get(1).endPs());
        assertThat(flows.get(3).startPs()).isEqualTo(flows.get(2).endPs());
        assertThat(result.totalPs()).isEqualTo(flows.get(3).endPs());
    }

    @Test
    void shouldStartAFlowAnewEachTimeThatItsTriggerIsTold() {
        Result result = run(
                schedule(
                        List.of(new Trigger(1, Trigger.Kind.MULTISHOT, 1)),
                        new TimedFlow(0, 2, 1_448, 0, 0, 1, 0),
                        new TimedFlow(1, 2, 1_448, 9_000_000, 0, 1, 0),
                        new TimedFlow(2, 3, 1_448, 0, 1, 0, 0)),
                MARKING);
        assertThat(result.flows()).extracting(FlowTime::from).containsExactly(0, 1, 2, 2);
    }

    @Test
    void shouldEndWithEveryByteThoughBuffersLosePackets() {
        Result result = run(FlowSchedule.incast(16, 0, 1 << 18), new BufferOptions(30_000, 30_000));
        assertThat(result.traffic().lost()).isPositive();
        assertThat(result.flows()).hasSize(15).allMatch(flow -> flow.bytes() == 182 * 1_448);
    }

    @Test
    void shouldNameTheFlowsThatAreNotDone() {
        TimedFlow flow = new TimedFlow(0, 2, 10_000 * 1_448, 0, 0, 0, 1);
        Outcome outcome = Simulation.run(scenario(
                schedule(
                        List.of(new Trigger(1, Trigger.Kind.ONESHOT, 1)),
                        flow,
                        new TimedFlow(2, 3, 1, 0, 1, 0, 0)),
                MARKING,
                1_000_000));
        assertThat(outcome)
                .isEqualTo(new Outcome.Unfinished("not done after 0.000001 s of virtual time;"
                        + " waiting: the flow from host 0 to host 2 with 0 of 14480000 bytes,"
                        + " 1 flows that have not started"));
    }
}
