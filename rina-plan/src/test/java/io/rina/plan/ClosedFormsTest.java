package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables of {@code docs/strategies.md}, link by link, for every deployment: steps, payload up
 * and down each host's link and each rack's uplink, and channels at the site with most of them.
 *
 * <p>All chunks are of one size, so that links are counted in chunks. M is as many as a plan has.
 */
class ClosedFormsTest {
    private static final int FRAGMENT = ChunkLayout.BLOCK_ELEMENTS;
    private static final int FRAGMENTS_A_CHUNK = 3;

    private static final int UNSTATED = -1;

    private static final long CHUNK_BYTES = 4L * FRAGMENTS_A_CHUNK * FRAGMENT;

    /** Large racks, rings and shares; sizes below 0 are ordinary racks. */
    private static final List<String> LARGER = List.of(
            "16",
            "-16",
            "4 4 4 4",
            "-4 -4 -4 -4",
            "4 -3 4 -2",
            "-2 3 -1 4",
            "1 -1 2 -2 4",
            "2 2 2 2 2 2",
            "2 -1 -1 -1 2 -3",
            "8 -8",
            "6 -2 3 2 -1",
            "1 1 1 1 1 1 1");

    /**
     * @param model M in chunks
     * @param host what goes up the link of a rank's host, and down
     * @param uplink the same of a rack's link to the core, where there are several racks
     */
    private record Form(
            long model, IntToLongFunction host, IntToLongFunction uplink, int steps, int channels) {
        static Form ofRing(int members, int stripes, int channels) {
            long each = 2L * (members - 1) * stripes;
            return new Form(
                    (long) members * stripes,
                    rank -> each,
                    rack -> each,
                    2 * (members - 1),
                    channels);
        }
    }

    @Test
    void everySmallDeploymentShouldCostWhatTheFormsSay() {
        Set<String> seen = new HashSet<>();
        SmallTopologies.forEach(8, 4, topology -> seen.addAll(check(topology)));

        Set<String> others = new HashSet<>(Strategies.names());
        others.removeAll(seen);
        assertThat(others).containsExactly("double-tree");
    }

    @Test
    void largerDeploymentsShouldCostWhatTheFormsSay() {
        LARGER.forEach(racks -> check(topology(racks)));
    }

    /** Returns the strategies that serve it, and for which there are forms. */
    private static List<String> check(Topology topology) {
        List<String> checked = new ArrayList<>();
        for (Plan plan :
                topology.workers() < 2 ? List.<Plan>of() : SmallTopologies.plans(topology)) {
            Form form = form(plan);
            if (form != null) {
                assertForm(plan, form);
                checked.add(plan.strategy());
            }
        }
        return checked;
    }

    private static void assertForm(Plan plan, Form form) {
        Topology topology = plan.topology();
        String what = plan.strategy() + " on " + topology;
        PlanCost cost = cost(plan);
        assertThat((long) plan.chunks()).as(what).isEqualTo(form.model);
        for (int rank = 0; rank < topology.workers(); rank++) {
            Traffic expected = chunks(form.host.applyAsLong(rank));
            assertThat(cost.hostUp(rank)).as("%s, up from %s", what, rank).isEqualTo(expected);
            assertThat(cost.hostDown(rank)).as("%s, down to %s", what, rank).isEqualTo(expected);
        }
        for (int rack = 0; rack < topology.racks().size(); rack++) {
            boolean alone = topology.racks().size() == 1;
            Traffic expected = chunks(alone ? 0 : form.uplink.applyAsLong(rack));
            assertThat(cost.uplinkUp(rack)).as("%s, from rack %s", what, rack).isEqualTo(expected);
            assertThat(cost.uplinkDown(rack)).as("%s, to rack %s", what, rack).isEqualTo(expected);
        }
        if (form.steps != UNSTATED) {
            assertThat(cost.steps()).as("%s, steps", what).isEqualTo(form.steps);
        }
        assertThat(mostChannels(plan)).as("%s, channels", what).isEqualTo(form.channels);
    }

    private static @Nullable Form form(Plan plan) {
        Topology topology = plan.topology();
        int workers = topology.workers();
        return switch (plan.strategy()) {
            case "ring" -> Form.ofRing(workers, 1, 1);
            case "ps" -> parameterServer(topology);
            case "atp" -> atp(topology);
            case "h-ar" -> hierarchicalRing(topology);
            case "halving-doubling" -> halvingDoubling(topology);
            case "double-tree" -> null; // Bounds only, below.
            case "switchml" -> switchMl(topology);
            case "rina" -> rina(topology, false);
            case "rina-striped" -> rina(topology, true);
            case "rina-hops" -> hops(topology);
            default -> throw new AssertionError(plan.strategy() + " has no form here");
        };
    }

    /** k workers give to N-k servers elsewhere, and N-k workers get k servers' sums. */
    private static Form parameterServer(Topology topology) {
        long workers = topology.workers();
        return new Form(
                workers,
                rank -> 2 * (workers - 1),
                rack -> 2 * size(topology, rack) * (workers - size(topology, rack)),
                1,
                1);
    }

    /**
     * A rank gives for N-1 servers elsewhere, and as a server answers one frame for each of its
     * units: an INA rack of two or more of its workers, or a worker by itself.
     */
    private static Form atp(Topology topology) {
        long workers = topology.workers();
        long units = 0;
        for (int rack = 0; rack < topology.racks().size(); rack++) {
            units += sharesFrames(topology, rack) ? 1 : size(topology, rack);
        }
        long all = units;
        return new Form(
                workers,
                rank -> workers - 1 + all - (sharesFrames(topology, topology.rackOf(rank)) ? 0 : 1),
                rack -> {
                    long size = size(topology, rack);
                    long own = sharesFrames(topology, rack) ? 1 : size;
                    return (workers - size) * own + size * (all - own);
                },
                1,
                1);
    }

    private static boolean sharesFrames(Topology topology, int rack) {
        return ina(topology, rack) && size(topology, rack) > 1;
    }

    private static Form hierarchicalRing(Topology topology) {
        long racks = topology.racks().size();
        boolean sums = topology.workers() > racks;
        // The longest chain need not begin and end at racks that have something to sum and spread.
        boolean isMixed =
                sums && topology.racks().stream().anyMatch(rack -> rack.ranks().size() == 1);
        return new Form(
                racks,
                rank -> {
                    long others = size(topology, topology.rackOf(rank)) - 1;
                    return isFirst(topology, rank) ? 2 * (racks - 1) + others * racks : racks;
                },
                rack -> 2 * (racks - 1),
                isMixed ? UNSTATED : (int) (2 * (racks - 1)) + (sums ? 2 : 0),
                // Up and down in the rack, out and back in the ring.
                (racks > 1 ? 2 : 0) + (sums ? 2 : 0));
    }

    private static @Nullable Form halvingDoubling(Topology topology) {
        long racks = topology.racks().size();
        long perRack = size(topology, 0);
        long workers = topology.workers();
        boolean equal = topology.racks().stream().allMatch(rack -> rack.ranks().size() == perRack);
        if (!equal || Long.bitCount(racks) > 1 || Long.bitCount(perRack) > 1) {
            return null;
        }
        int log = Long.numberOfTrailingZeros(workers);
        return new Form(
                workers,
                rank -> 2 * (workers - 1),
                rack -> 2 * (racks - 1) * perRack,
                2 * log,
                log);
    }

    /** A tree below the core, or below the first rack's ToR. */
    private static Form switchMl(Topology topology) {
        long others = topology.racks().size() - 1L;
        return new Form(
                1, rank -> 1, rack -> rack == 0 && !topology.coreAggregates() ? others : 1, 1, 1);
    }

    /** The ring's members: how many workers each INA rack has, and 1 for each other worker. */
    private static int[] members(Topology topology) {
        List<Integer> members = new ArrayList<>();
        for (Rack rack : topology.racks()) {
            int size = rack.ranks().size();
            members.addAll(rack.aggregates() ? List.of(size) : Collections.nCopies(size, 1));
        }
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    /** An agent carries M(2-1/G); with stripes each of a rack's k carries a k-th of its share. */
    private static @Nullable Form rina(Topology topology, boolean striped) {
        int[] members = members(topology);
        int largest = Arrays.stream(members).max().orElseThrow();
        int stripes = striped && members.length > 1 ? largest : 1;
        if (striped
                && Arrays.stream(members).anyMatch(size -> stripes % size != 0 && stripes > 1)) {
            return null; // Some rank has a stripe more.
        }
        Form ring = Form.ofRing(members.length, stripes, 1);
        long outside = ring.model - stripes; // M(1-1/G)
        return new Form(
                ring.model,
                rank -> {
                    int rack = topology.rackOf(rank);
                    if (!sharesFrames(topology, rack)) {
                        return 2 * outside;
                    }
                    long agents = striped ? size(topology, rack) : 1;
                    boolean isAgent = striped || isFirst(topology, rank);
                    return ring.model + (isAgent ? outside / agents : 0);
                },
                ring.uplink,
                ring.steps + (largest > 1 ? 1 : 0),
                channelsOfRina(topology, members, stripes));
    }

    /**
     * For each stripe an INA rack meets the agent of the member before and that of the one after at
     * its ToR, and sums its own chunk there; another worker meets the agents of the member before.
     */
    private static int channelsOfRina(Topology topology, int[] members, int stripes) {
        int most = 1;
        int member = 0;
        for (Rack rack : topology.racks()) {
            for (int i = 0; i < (rack.aggregates() ? 1 : rack.ranks().size()); i++) {
                int own = members[member] > 1 ? stripes : 0;
                int atTor = members.length == 1 ? 1 : 2 * stripes + own;
                most = Math.max(most, rack.aggregates() ? atTor : stripes);
                member++;
            }
        }
        return most;
    }

    private static Form hops(Topology topology) {
        int ina = (int) topology.racks().stream().filter(Rack::aggregates).count();
        int autonomous = members(topology).length - ina;
        if (ina == 0) {
            return Form.ofRing(autonomous, 1, 1);
        }
        long model = ina * (autonomous + 1L);
        return new Form(
                model,
                rank -> ina(topology, topology.rackOf(rank)) ? model : 2 * (model - ina),
                rack -> 2 * (model - (ina(topology, rack) ? 1 : ina)),
                autonomous < 2 ? autonomous + 1 : 2 * autonomous - 1,
                autonomous < 2 ? ina : 3 * ina);
    }

    /** Where all give and all take there is nothing to credit. */
    @ParameterizedTest
    @ValueSource(strings = {"ps", "atp", "switchml"})
    void oneStepShouldNeedNoCredits(String strategy) {
        assertThat(cost(Strategies.named(strategy).plan(topology("4 2"))).creditsBound())
                .isZero();
    }

    /** Six workers: four halve and double four chunks, two give and take the whole model. */
    @Test
    void halvingDoublingShouldFoldTheRanksBeyondAPowerOfTwo() {
        PlanCost cost = cost(new HalvingDoubling().plan(topology("-6")));

        for (int rank = 0; rank < 6; rank++) {
            Traffic expected = chunks(rank >= 4 ? 4 : 6 + (rank < 2 ? 4 : 0));
            assertThat(cost.hostUp(rank)).isEqualTo(expected);
            assertThat(cost.hostDown(rank)).isEqualTo(expected);
        }
        assertThat(cost.steps()).isEqualTo(2 * 2 + 2);
    }

    /** The model is two chunks. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 13, 16})
    void doubleTreeShouldCarryAtMostTwoM(int workers) {
        PlanCost cost = cost(new DoubleBinaryTree().plan(topology("-" + workers)));

        long total = 0;
        for (int rank = 0; rank < workers; rank++) {
            assertThat(cost.hostUp(rank).payloadBytes()).isLessThanOrEqualTo(4 * CHUNK_BYTES);
            assertThat(cost.hostDown(rank).payloadBytes()).isLessThanOrEqualTo(4 * CHUNK_BYTES);
            total += cost.hostUp(rank).payloadBytes();
        }
        // Each tree has an edge for every rank but its root, crossed once up and once down.
        assertThat(total).isEqualTo(2L * 2 * (workers - 1) * CHUNK_BYTES);
        int log = 32 - Integer.numberOfLeadingZeros(workers - 1);
        assertThat(cost.steps()).isLessThanOrEqualTo(2 * log);
    }

    @Test
    void doubleTreeShouldHaveFourChannelsAtAHostOnlyWhereWorkersAreOdd() {
        for (int workers = 2; workers <= 33; workers++) {
            assertThat(mostChannels(new DoubleBinaryTree().plan(topology("-" + workers))))
                    .as("%s workers", workers)
                    .isEqualTo(workers > 3 && workers % 2 == 1 ? 4 : 2);
        }
    }

    /** At most four edges of each tree leave a rack of a power of two, half of M on each. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "3, 4", "7, 2", "5, 8", "16, 4"})
    void doubleTreeShouldLoadUplinksWithAtMostFourM(int racks, int perRack) {
        String sizes = ("-" + perRack + " ").repeat(racks).strip();
        PlanCost cost = cost(new DoubleBinaryTree().plan(topology(sizes)));

        for (int rack = 0; rack < racks; rack++) {
            assertThat(cost.uplinkUp(rack).payloadBytes()).isLessThanOrEqualTo(8 * CHUNK_BYTES);
            assertThat(cost.uplinkDown(rack).payloadBytes()).isLessThanOrEqualTo(8 * CHUNK_BYTES);
        }
    }

    /** Channels at the site with most of them; a relay's slots are shared by all. */
    private static int mostChannels(Plan plan) {
        Map<Site, Integer> channels = new HashMap<>();
        plan.channels().forEach(channel -> channels.merge(channel.at(), 1, Integer::sum));
        return Collections.max(channels.values());
    }

    private static Topology topology(String racks) {
        int[] signed =
                Arrays.stream(racks.split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] sizes = Arrays.stream(signed).map(Math::abs).toArray();
        return Topology.ofSizes(sizes, rack -> signed[rack] > 0);
    }

    private static long size(Topology topology, int rack) {
        return topology.racks().get(rack).ranks().size();
    }

    private static boolean ina(Topology topology, int rack) {
        return topology.racks().get(rack).aggregates();
    }

    private static boolean isFirst(Topology topology, int rank) {
        return topology.racks().get(topology.rackOf(rank)).ranks().first() == rank;
    }

    private static PlanCost cost(Plan plan) {
        return new PlanCost(plan, (long) plan.chunks() * FRAGMENTS_A_CHUNK * FRAGMENT, FRAGMENT);
    }

    private static Traffic chunks(long chunks) {
        return new Traffic(chunks * FRAGMENTS_A_CHUNK, chunks * CHUNK_BYTES);
    }
}
