package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.plan.Demand;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.plan.UnsupportedTopologyException;
import io.rina.wire.ReduceOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without loss the engine sends what the plan's cost says, no more and no less. */
class FrameCountTest {
    private static final int BLOCK = 4;
    private static final int FRAGMENT = 8;
    private static final Limits LIMITS =
            new Limits(BLOCK, FRAGMENT, 3, 2, 1_000_000, 1_000_000, 8_000_000);

    private static Topology topology(String sizes, String ina) {
        int[] racks =
                Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
        Topology topology = Topology.ofSizes(racks, r -> ina.charAt(r) == '1');
        return ina.endsWith("core") ? topology.withAggregatingCore() : topology;
    }

    private static Optional<Plan> plan(String strategy, Topology topology) {
        try {
            return Optional.of(Strategies.named(strategy).plan(topology));
        } catch (UnsupportedTopologyException e) {
            return Optional.empty();
        }
    }

    /**
     * Runs one collective on an all-reduce's plan; the frames as "from>to:bytes in hex", in the
     * order of sending.
     */
    private static List<String> run(
            Plan plan, Demand demand, int segmentElements, List<Counters> countersOfNodes) {
        int elements = demand.segments(plan.topology().workers()).size() * segmentElements;
        List<String> frames = new ArrayList<>();
        PerfectNetwork network = new PerfectNetwork(
                plan,
                LIMITS,
                sent -> frames.add(sent.from()
                        + ">" + sent.to() + ":"
                        + HexFormat.of().formatHex(Frames.bytes(sent.frame()))));
        for (int rank = 0; rank < network.hosts.size(); rank++) {
            int[] lanes = new int[elements];
            Arrays.setAll(lanes, i -> 31 * i);
            network.hosts
                    .get(rank)
                    .worker()
                    .start(AllReduceTest.operationOf(
                            new Reduction(new IntVector(lanes), ReduceOp.SUM, 1, 0, demand)));
        }
        network.run();
        for (Endpoint node : network.nodes) {
            countersOfNodes.add(
                    switch (node) {
                        case HostEndpoint host -> host.counters();
                        case SwitchEndpoint tor -> tor.counters();
                        default -> throw new IllegalStateException("a new kind of endpoint");
                    });
        }
        return frames;
    }

    private static void check(Plan plan, Demand demand, int elements) {
        List<Counters> counters = new ArrayList<>();
        List<String> frames = run(plan, demand, elements, counters);
        PlanCost cost = new PlanCost(plan.serving(demand), elements, BLOCK, FRAGMENT);
        int nodes = plan.topology().nodes();
        for (int node = 0; node < counters.size(); node++) {
            Counters sent = counters.get(node);
            String what = plan.topology().nodeName(node) + " under " + plan.strategy() + " on "
                    + plan.topology() + ", " + demand + " of " + elements + " elements";
            long payload = 0;
            for (int to = 0; to < nodes; to++) {
                payload += cost.between(node, to).payloadBytes();
            }
            assertThat(sent.dataFramesSent()).as(what).isEqualTo(cost.sentFrames(node));
            assertThat(sent.get(Counter.PAYLOAD_BYTES_SENT)).as(what).isEqualTo(payload);
            assertThat(sent.get(Counter.CREDIT_SENT) + sent.get(Counter.RECEIPT_SENT))
                    .as(what)
                    .isLessThanOrEqualTo(cost.creditsBound(node));
            assertThat(sent.get(Counter.DATA_RESENT)
                            + sent.get(Counter.RESULT_RESENT)
                            + sent.get(Counter.CREDIT_RESENT))
                    .as(what)
                    .isEqualTo(0);
        }
        long all = counters.stream()
                .mapToLong(c -> c.dataFramesSent()
                        + c.get(Counter.CREDIT_SENT)
                        + c.get(Counter.RECEIPT_SENT))
                .sum();
        assertThat(all).isEqualTo(frames.size());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "1, 1",
        "2, 0",
        "2, 1",
        "5, 1",
        "2 2, 00",
        "2 2, 01",
        "2 2, 11",
        "3 1, 11",
        "1 1 1, 111",
        "4 3, 10",
        "2 3 2, 101",
        "1 3 2 2, 0110",
        "4 4 4 4, 1111",
        "4 4 4 4, 1111 core",
        "9 3 1, 110",
        "3 1 2, 111 core",
        "1 2 3 1 2, 11011",
        "17, 0"
    })
    void shouldSendWhatThePlanCosts(String sizes, String ina) {
        for (String strategy : Strategies.names()) {
            for (int elements : new int[] {0, 1, 9, 352, 1_001}) {
                plan(strategy, topology(sizes, ina))
                        .ifPresent(plan -> check(plan, new Demand.AllReduce(), elements));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "5, 0", "2 2, 01", "2 2, 11", "2 3 2, 101", "1 3 2, 011"})
    void everyCollectiveShouldSendWhatItsPlanCosts(String sizes, String ina) {
        Topology topology = topology(sizes, ina);
        int root = topology.workers() - 1;
        List<Demand> demands = List.of(
                new Demand.ReduceScatter(),
                new Demand.AllGather(),
                new Demand.Reduce(root),
                new Demand.Broadcast(root));
        for (String strategy : Strategies.names()) {
            for (Demand demand : demands) {
                for (int elements : new int[] {0, 1, 9, 352}) {
                    plan(strategy, topology).ifPresent(plan -> check(plan, demand, elements));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "5", "2 2", "3 1 2"})
    void shouldSendExactlyRingsFramesWithoutAnInaRack(String sizes) {
        assertSameFrames("rina", "ring", topology(sizes, "000"));
    }

    @Test
    void shouldSendExactlySwitchMlsFramesWithOneInaRack() {
        for (String size : List.of("1", "2", "7")) {
            assertSameFrames("rina", "switchml", topology(size, "1"));
        }
    }

    private static void assertSameFrames(String one, String other, Topology topology) {
        for (int elements : new int[] {1, 9, 500}) {
            List<String> frames = frames(one, topology, elements);
            assertThat(frames).isEqualTo(frames(other, topology, elements));
            assertThat(frames.isEmpty()).isEqualTo(topology.workers() == 1);
        }
    }

    private static List<String> frames(String strategy, Topology topology, int elements) {
        Plan plan = plan(strategy, topology).orElseThrow();
        return run(plan, new Demand.AllReduce(), elements, new ArrayList<>());
    }
}
