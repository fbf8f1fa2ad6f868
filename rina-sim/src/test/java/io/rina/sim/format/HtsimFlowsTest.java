package io.rina.sim.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.sim.workload.FlowSchedule;
import io.rina.sim.workload.FlowStarts;
import io.rina.sim.workload.TimedFlow;
import io.rina.sim.workload.Trigger;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtsimFlowsTest {
    private static FlowSchedule chain() throws IOException {
        return HtsimFlows.read("chain.cm", Sample.reader("chain.cm"));
    }

    @Test
    void shouldReadFlowsAndTriggers() throws IOException {
        FlowSchedule schedule = chain();
        assertThat(schedule.hosts()).isEqualTo(4);
        assertThat(schedule.flows())
                .containsExactly(
                        new TimedFlow(0, 1, 4_194_304, 0, 0, 1, 0),
                        new TimedFlow(1, 2, 1_000, 0, 1, 0, 2),
                        new TimedFlow(1, 3, 2_000, 0, 1, 0, 2),
                        new TimedFlow(2, 0, 3_000, 0, 2, 3, 3),
                        new TimedFlow(3, 0, 4_000, 1_500_000, 0, 0, 0));
        assertThat(schedule.triggers())
                .containsExactly(
                        new Trigger(1, Trigger.Kind.ONESHOT, 1),
                        new Trigger(2, Trigger.Kind.BARRIER, 2),
                        new Trigger(3, Trigger.Kind.MULTISHOT, 1));
    }

    /** Neither takes the time to write a billion digits out. */
    @Test
    void shouldRoundATinyStartToNothingAndRefuseAHugeOne() throws IOException {
        String flow = "Nodes 2\nConnections 1\n0->1 id 1 start %s size 9\n";
        assertThat(read(flow.formatted("1e-999999999")).flows())
                .containsExactly(new TimedFlow(0, 1, 9, 0, 0, 0, 0));
        assertThatThrownBy(() -> read(flow.formatted("1e999999999")))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("start is 1e999999999, which is too much");
    }

    private static FlowSchedule read(String text) throws IOException {
        return HtsimFlows.read("t.cm", new StringReader(text));
    }

    @Test
    void shouldStartFlowsWhenTheirTriggersFire() throws IOException {
        FlowStarts starts = chain().starts();
        assertThat(starts.onReceived(0)).isEmpty();
        assertThat(starts.onSent(0)).containsExactly(1, 2);
        assertThat(starts.onSent(0)).as("a second time").isEmpty();
        assertThat(starts.onReceived(2)).isEmpty();
        assertThat(starts.onReceived(1)).containsExactly(3);
        assertThat(starts.onSent(3)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Nodes 4        | Nodes 3         | :8: flow 1->3 names host 3, of Nodes 3",
                "Nodes 4        | Nodes four      | :2: Nodes is four, which is no whole number",
                "Nodes 4        | ''              | :6: the file needs a line Nodes",
                "Nodes 4        | Nodes 4 4       | :2: 3 fields where 2 should be",
                "Nodes 4        | Hosts 4         | :2: unknown word Hosts; there are Nodes",
                "Nodes 4        | Failures 1      | :2: failures are not simulated",
                "Connections 5  | Connections 6   | :14: the file says Connections 6, but has 5",
                "Triggers 3     | Triggers 2      | :14: the file says Triggers 2, but has 3",
                "0->1 id | 0->0 id | :6: a flow of 4194304 bytes from host 0 to host 0",
                "0->1 id        | 0->x id         | :6: a host of flow 0->x is x",
                "size 1000      | size 0          | :7: size is 0, which is not between 1",
                "size 1000      | ''              | :7: flow 1->2 has no size",
                "size 1000      | size            | :7: unknown key 2; there are id, recv_done",
                "size 1000      | bytes 1000      | :7: unknown key bytes; there are id, recv",
                "size 1000      | size 1 prio 7   | :7: prio is not simulated",
                "size 1000      | size 1 size 2   | :7: size is there twice",
                "size 1000      | size 1 start 5  | :7: flow 1->2 needs either start or trigger",
                "start 0        | ''              | :6: flow 0->1 needs either start or trigger",
                "start 1500000.4 | start 1e99     | :10: start is 1e99, which is too much",
                "start 1500000.4 | start -1       | :10: start is -1, which is below 0",
                "start 1500000.4 | start          | :10: the line ends where the value of start",
                "id 2 trigger   | id 1 trigger    | :7: flow id 1 is there twice",
                "recv_done_trigger 2 | '' | :14: flow 3 never starts: trigger 2 is not told",
                "send_done_trigger 1 | '' | :14: flow 1 never starts: trigger 1 is not told",
                "send_done_trigger 3 | send_done_trigger 4 | :14: flow 3 names trigger 4, which",
                "id 1 oneshot | id 1 twoshot | :11: a trigger is oneshot, multishot or barrier",
                "id 1 oneshot | id 1 | :11: a trigger is oneshot, multishot or barrier",
                "id 1 oneshot   | oneshot         | :11: trigger 0, ONESHOT of 1: the id is over 0",
                "id 1 oneshot   | id 2 oneshot    | :14: there are two triggers 2",
                "id 1 oneshot   | id 1 oneshot count 2 | :11: trigger 1, ONESHOT of 2: the id",
                "id 1 oneshot   | id 1 oneshot multishot | :11: unknown word multishot",
                "barrier        | barrier\\nNodes 5 | :13: Nodes must stand before"
            })
    void shouldNameTheLineThatIsWrong(String part, String replacement, String message) {
        assertThatThrownBy(
                        () -> HtsimFlows.read("c.cm", Sample.spoilt("chain.cm", part, replacement)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("c.cm" + message);
    }
}
