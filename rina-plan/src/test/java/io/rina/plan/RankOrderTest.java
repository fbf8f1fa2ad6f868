package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How ranks are numbered over the racks must cost nothing: launchers number them as they like. */
class RankOrderTest {
    private static final int FRAGMENT = ChunkLayout.BLOCK_ELEMENTS;

    @Test
    void shouldGoThroughOneRackAfterTheOther() {
        Topology topology = new Topology(List.of(
                new Rack("a", false, RankSet.of(0, 3)), new Rack("b", true, RankSet.of(1, 2, 4))));

        assertThat(RankOrder.byRack(topology)).containsExactly(0, 3, 1, 2, 4);
    }

    @Test
    void interleavedRanksShouldLoadTheBusiestLinksAsInOrderOnesDo() {
        SmallTopologies.forEach(8, 4, topology -> {
            assertSameBusiestLinks(topology, renumbered(topology, dealt(topology)));
        });
    }

    @Test
    void shuffledRanksShouldLoadTheBusiestLinksAsInOrderOnesDo() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int[] sizes = random.ints(1 + random.nextInt(6), 1, 9).toArray();
            long ina = random.nextLong();
            Topology topology = Topology.ofSizes(sizes, rack -> (ina >> rack & 1) != 0);
            int[] numbers = RankOrder.byRack(topology);
            shuffle(numbers, random);

            assertSameBusiestLinks(topology, renumbered(topology, numbers));
        }
    }

    /** Ranks dealt out like cards: the first of each rack, then the second of each, and so on. */
    private static int[] dealt(Topology topology) {
        int[] numbers = new int[topology.workers()];
        int next = 0;
        for (int place = 0; next < numbers.length; place++) {
            for (Rack rack : topology.racks()) {
                if (place < rack.ranks().size()) {
                    numbers[rack.ranks().get(place)] = next++;
                }
            }
        }
        return numbers;
    }

    private static void shuffle(int[] numbers, Random random) {
        for (int i = numbers.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = swapped;
        }
    }

    /** The same racks, with rank r now called {@code numbers[r]}. */
    private static Topology renumbered(Topology topology, int[] numbers) {
        List<Rack> racks = new ArrayList<>();
        for (Rack rack : topology.racks()) {
            int[] ranks = rack.ranks().toArray();
            for (int i = 0; i < ranks.length; i++) {
                ranks[i] = numbers[ranks[i]];
            }
            racks.add(new Rack(rack.name(), rack.aggregates(), RankSet.of(ranks)));
        }
        return new Topology(racks);
    }

    private static void assertSameBusiestLinks(Topology inOrder, Topology other) {
        List<Plan> plans = SmallTopologies.plans(inOrder);
        List<Plan> others = SmallTopologies.plans(other);
        assertThat(others).hasSameSizeAs(plans);
        for (int i = 0; i < plans.size(); i++) {
            assertThat(busiestLinks(others.get(i)))
                    .as("%s on %s and on %s", plans.get(i).strategy(), inOrder, other)
                    .isEqualTo(busiestLinks(plans.get(i)));
        }
    }

    /** The most payload on a host's link up and down, and on a rack's, all chunks of one size. */
    private static List<Long> busiestLinks(Plan plan) {
        PlanCost cost = new PlanCost(plan, (long) plan.chunks() * FRAGMENT, FRAGMENT);
        long[] most = new long[4];
        for (int rank = 0; rank < plan.topology().workers(); rank++) {
            most[0] = Math.max(most[0], cost.hostUp(rank).payloadBytes());
            most[1] = Math.max(most[1], cost.hostDown(rank).payloadBytes());
        }
        for (int rack = 0; rack < plan.topology().racks().size(); rack++) {
            most[2] = Math.max(most[2], cost.uplinkUp(rack).payloadBytes());
            most[3] = Math.max(most[3], cost.uplinkDown(rack).payloadBytes());
        }
        return List.of(most[0], most[1], most[2], most[3]);
    }
}
