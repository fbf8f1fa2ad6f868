package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.Outbox;
import io.rina.wire.ReduceOp;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeEndpointTest {
    private static final Job RED = new Job(-5, 1);
    private static final Job BLUE = new Job(9, 1);
    private static final Limits LIMITS = new Limits(1, 1, 4, 2, 1_000, 1_000, 8_000);

    /** Has one frame to say at each poll, and keeps what comes in. */
    private static final class Talker implements Endpoint {
        private final Job job;
        private final long deadlineNs;
        private int frames;
        private int timers;

        Talker(Job job, long deadlineNs) {
            this.job = job;
            this.deadlineNs = deadlineNs;
        }

        @Override
        public void onFrame(long nowNs, Frame frame) {
            frames++;
        }

        @Override
        public void onTimer(long nowNs) {
            timers++;
        }

        @Override
        public boolean isStreaming() {
            return false;
        }

        @Override
        public int poll(long nowNs, Outbox out) {
            Frame frame = out.claim(1, Frame.HEADER_BYTES);
            if (frame == null) {
                return 0;
            }
            frame.header(FrameType.CREDIT, job.key(), job.epoch(), 0, 0, 0);
            out.commit();
            return 1;
        }

        @Override
        public long deadlineNs() {
            return deadlineNs;
        }
    }

    private final Talker red = new Talker(RED, 70);
    private final Talker blue = new Talker(BLUE, 30);
    private final NodeEndpoint node = new NodeEndpoint();

    private NodeEndpointTest() {
        node.add(RED, red, new int[] {0, 10});
        node.add(BLUE, blue, new int[] {0, 20});
    }

    private static Frame credit(Job job) {
        return Frames.empty(0).header(FrameType.CREDIT, job.key(), job.epoch(), 0, 0, 0);
    }

    @Test
    void shouldHandAFrameToTheJobOfItsKey() {
        node.onFrame(1, credit(BLUE));
        node.onFrame(1, credit(BLUE));
        node.onFrame(1, credit(RED));
        assertThat(red.frames).isEqualTo(1);
        assertThat(blue.frames).isEqualTo(2);
        assertThat(node.strays().snapshot()).isEmpty();
    }

    @Test
    void shouldCountAndDropWhatIsOfNoJobHere() {
        node.onFrame(1, credit(new Job(10, 1)));
        node.onFrame(1, Frames.ofBytes(new byte[Frame.HEADER_BYTES]));
        node.onFrame(1, Frames.ofBytes(new byte[3]));
        assertThat(red.frames + blue.frames).isEqualTo(0);
        assertThat(node.strays().snapshot())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Counter.FRAMES_RECEIVED, 3L, Counter.WRONG_KEY, 1L, Counter.MALFORMED, 2L));
    }

    @Test
    void shouldSendToThePortsNumberForANode() {
        FakeOutbox out = new FakeOutbox();
        assertThat(node.poll(1, out)).isEqualTo(2);
        assertThat(out.drain())
                .extracting(FakeOutbox.Sent::to, sent -> sent.frame().jobKey())
                .containsExactlyInAnyOrder(tuple(10, RED.key()), tuple(20, BLUE.key()));
    }

    @Test
    void shouldGiveEachJobItsTurnWhereThereIsRoomForOneFrame() {
        FakeOutbox out = new FakeOutbox();
        for (int turn = 0; turn < 10; turn++) {
            out.room(1);
            assertThat(node.poll(1, out)).isEqualTo(1);
        }
        Map<Long, Integer> turns = new TreeMap<>();
        out.drain().forEach(sent -> turns.merge(sent.frame().jobKey(), 1, Integer::sum));
        assertThat(turns).containsOnly(Map.entry(RED.key(), 5), Map.entry(BLUE.key(), 5));
    }

    @Test
    void shouldWakeForTheFirstDeadlineOfAll() {
        assertThat(node.deadlineNs()).isEqualTo(30);
        node.onTimer(30);
        assertThat(red.timers).isEqualTo(1);
        assertThat(blue.timers).isEqualTo(1);
    }

    @Test
    void shouldForgetAJobThatIsRemoved() {
        node.remove(BLUE);
        node.onFrame(1, credit(BLUE));
        assertThat(blue.frames).isEqualTo(0);
        assertThat(node.strays().get(Counter.WRONG_KEY)).isEqualTo(1);
        assertThat(node.deadlineNs()).isEqualTo(70);
        assertThat(node.jobs()).isEqualTo(1);
        node.remove(RED);
        assertThat(node.poll(1, new FakeOutbox())).isEqualTo(0);
        assertThat(node.deadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldRefuseASecondEndpointForAKey() {
        assertThatThrownBy(() -> node.add(RED, blue, new int[] {0, 1}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Jobs of ranks {0,1,2} and {2,3}, which share a host and run at once: neither sees the other. */
    @Test
    void shouldRunOverlappingJobsAtOnceAndKeepThemApart() {
        List<int[]> jobs = List.of(new int[] {0, 1, 2}, new int[] {2, 3});
        NodeEndpoint[] nodes = {
            new NodeEndpoint(), new NodeEndpoint(), new NodeEndpoint(), new NodeEndpoint()
        };
        int[][][] lanes = new int[jobs.size()][][];
        for (int j = 0; j < jobs.size(); j++) {
            int[] hosts = jobs.get(j);
            lanes[j] = new int[hosts.length][50];
            Plan plan = Strategies.named("ring")
                    .plan(Topology.ofSizes(new int[] {hosts.length}, rack -> false));
            // The ToR and the core take no part in a ring.
            int[] ofNode = Arrays.copyOf(hosts, plan.topology().nodes());
            Job job = new Job(100 + j, 1);
            for (int rank = 0; rank < hosts.length; rank++) {
                Arrays.fill(lanes[j][rank], 10 * j + rank + 1);
                HostEndpoint host = new HostEndpoint(job, Program.of(plan), rank, LIMITS);
                host.worker()
                        .start(AllReduceTest.operationOf(
                                new Reduction(new IntVector(lanes[j][rank]), ReduceOp.SUM, 1)));
                nodes[hosts[rank]].add(job, host, ofNode);
            }
        }
        carry(nodes);
        assertThat(Arrays.asList(lanes[0]))
                .allSatisfy(sum -> assertThat(sum).containsOnly(1 + 2 + 3));
        assertThat(Arrays.asList(lanes[1]))
                .allSatisfy(sum -> assertThat(sum).containsOnly(11 + 12));
        assertThat(nodes).allSatisfy(n -> assertThat(n.strays().snapshot()).isEmpty());
    }

    private static void carry(NodeEndpoint[] nodes) {
        Deque<FakeOutbox.Sent> wire = new ArrayDeque<>();
        FakeOutbox out = new FakeOutbox();
        int moved;
        do {
            moved = 0;
            for (NodeEndpoint node : nodes) {
                moved += node.poll(1, out);
                wire.addAll(out.drain());
            }
            for (FakeOutbox.Sent sent; (sent = wire.poll()) != null; ) {
                nodes[sent.to()].onFrame(1, sent.frame());
            }
        } while (moved > 0);
    }
}
