package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanVerifierTest {
    private static final Site HOST_0 = new Site.Host(0);
    private static final Site TOR_0 = new Site.Tor(0);

    /** Two workers in rack 0, which aggregates, one in rack 1, which does not. */
    private static final Topology SMALL = Topology.ofSizes(new int[] {2, 1}, rack -> rack == 0);

    /** Sum of C(n-1, racks-1) * 2^racks over n = 1..16 and racks = 1..4. */
    private static final int TOPOLOGIES = 34_112;

    /** Sum of C(n-1, racks-1) over n = 1..16 and racks = 1..4. */
    private static final int ALL_INA = 2_516;

    @Test
    void shouldPassEveryPlanOfUpTo16WorkersInUpTo4Racks() {
        int[] counts = new int[2];
        SmallTopologies.forEach(16, 4, topology -> {
            List<Plan> plans = SmallTopologies.plans(topology);
            plans.forEach(PlanVerifier::verify);
            counts[0]++;
            counts[1] += plans.size();
        });
        assertThat(counts[0]).isEqualTo(TOPOLOGIES);
        // All but switchml serve all; switchml those with all racks INA, and where there are
        // several, under both kinds of core.
        int switchMl = ALL_INA + (ALL_INA - 16);
        assertThat(counts[1]).isEqualTo((Strategies.names().size() - 1) * TOPOLOGIES + switchMl);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 200})
    void shouldPassRingsWiderThanOneWordOfRanks(int workers) {
        Topology topology = Topology.ofSizes(new int[] {workers - 30, 30}, rack -> rack == 1);

        assertThatCode(() -> PlanVerifier.verify(new Ring().plan(topology)))
                .doesNotThrowAnyException();
        assertThatCode(() -> PlanVerifier.verify(new Rina().plan(topology)))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRejectAMissingChunk() {
        assertWrong("names a chunk", exchange(TOR_0, 2));
        assertWrong("names a chunk", exchange(TOR_0, -1));
    }

    @Test
    void shouldRejectAMissingRank() {
        assertWrong("names a rank", new Exchange(TOR_0, ranks(0, 3), ranks(1), 0, Combine.ADD));
        assertWrong("names a rank", new Exchange(TOR_0, ranks(0), ranks(-1), 0, Combine.ADD));
    }

    @Test
    void shouldRejectASiteThatCannotSum() {
        assertWrong("rack that is not", exchange(new Site.Tor(2), 0));
        assertWrong("cannot aggregate", exchange(new Site.Tor(1), 0));
        assertWrong("is no member", new Exchange(HOST_0, ranks(1), ranks(2), 0, Combine.ADD));
    }

    @Test
    void shouldRejectATreeThatCannotSum() {
        Site tor1 = new Site.Tor(1);
        Site core = new Site.Core();
        assertWrong("cannot aggregate", exchange(Site.path(List.of(TOR_0, tor1)), 0));
        assertWrong("a core that cannot aggregate", exchange(Site.path(List.of(core, TOR_0)), 0));
        assertWrong("a core that cannot aggregate", exchange(core, 0));
        assertWrong(
                "has ToR 0 twice",
                exchange(Site.tree(TOR_0, List.of(Site.path(List.of(TOR_0, HOST_0)))), 0));
        assertWrong("has host 0 as a branch", exchange(Site.path(List.of(TOR_0, HOST_0)), 0));
        assertWrong(
                "has the tree ToR 0 (core) where",
                exchange(Site.tree(Site.path(List.of(TOR_0, core)), List.of(tor1)), 0));
        assertWrong(
                "is no member",
                new Exchange(
                        Site.path(List.of(HOST_0, TOR_0)), ranks(1), ranks(2), 0, Combine.ADD));
    }

    @Test
    void shouldRejectABranchAtWhichNobodyMeets() {
        Topology both = Topology.ofSizes(new int[] {2, 1}, rack -> true);
        Site tree = Site.path(List.of(TOR_0, new Site.Tor(1)));
        Exchange exchange = new Exchange(tree, ranks(0), ranks(1), 0, Combine.ADD);
        assertThatThrownBy(() -> PlanVerifier.verify(
                        new Plan("test", both, List.of(), 1, List.of(exchange))))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("has a branch at which nobody meets: ToR 1");
    }

    /** A host as the root of a tree: the ToR of rack 0 adds up for rank 2. */
    @Test
    void shouldPassATreeWhoseRootIsAHost() {
        Site tree = Site.path(List.of(new Site.Host(2), TOR_0));
        Exchange exchange = new Exchange(tree, ranks(0, 1, 2), ranks(0, 1, 2), 0, Combine.REPLACE);
        Plan plan = new Plan("test", SMALL, List.of(), 1, List.of(exchange));
        PlanVerifier.verify(plan);
        assertThat(plan.channels())
                .containsExactly(
                        new Channel(
                                0,
                                new Site.Host(2),
                                ranks(2),
                                ranks(0, 1, 2),
                                List.of(1),
                                Channel.NO_PARENT,
                                0,
                                List.of(),
                                List.of(exchange)),
                        new Channel(
                                1,
                                TOR_0,
                                ranks(0, 1),
                                ranks(0, 1),
                                List.of(),
                                0,
                                1,
                                List.of(),
                                List.of(exchange)));
    }

    @Test
    void shouldRejectRelaysThatCannotCombine() {
        Site.Host host = new Site.Host(2);
        assertWrong(
                "cannot aggregate",
                new Exchange(
                        new Site.Relayed(host, List.of(new Site.Tor(1))),
                        ranks(0, 1, 2),
                        ranks(2),
                        0,
                        Combine.REPLACE));
        assertWrong(
                "has ToR 0 twice",
                new Exchange(
                        new Site.Relayed(host, List.of(new Site.Tor(0), new Site.Tor(0))),
                        ranks(0, 1, 2),
                        ranks(2),
                        0,
                        Combine.REPLACE));
        Topology wide = Topology.ofSizes(new int[] {17, 1}, rack -> rack == 0);
        RankSet all = RankSet.firstOf(18);
        Site site = new Site.Relayed(new Site.Host(17), List.of(new Site.Tor(0)));
        Plan plan = new Plan(
                "test",
                wide,
                List.of(),
                1,
                List.of(new Exchange(site, all, all, 0, Combine.REPLACE)));
        assertThatThrownBy(() -> PlanVerifier.verify(plan))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("has 17 members under ToR 0 where a relay has room for 16");
    }

    @Test
    void shouldRejectMoreMembersThanASiteHasRoomFor() {
        Topology rack = Topology.ofSizes(new int[] {64}, ina -> true);
        Topology full = Topology.ofSizes(new int[] {63}, ina -> true);

        assertThatThrownBy(() -> PlanVerifier.verify(everyoneAt(rack)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("exchange 0 ")
                .hasMessageContaining("64 members");
        assertThatCode(() -> PlanVerifier.verify(everyoneAt(full))).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTheExchangeThatCountsTwice() {
        Exchange once = new Exchange(HOST_0, ranks(1), ranks(0), 0, Combine.ADD);

        assertWrong(
                "exchange 1 (chunk 0: {1} at host 0 +> {0}) of test counts rank 1 twice",
                once, once);
    }

    @Test
    void shouldNameTheExchangeThatLacksARank() {
        assertWrong(
                "exchange 0 (chunk 0: {1} at host 0 +> {0}) of test is the last that gives rank 0",
                new Exchange(HOST_0, ranks(1), ranks(0), 0, Combine.ADD));
    }

    @Test
    void shouldNameTheChunkThatNobodyGives() {
        assertWrong("no exchange of test gives chunk 0 to rank 0");
    }

    @Test
    void shouldPassOneWorkerWithoutExchanges() {
        Topology alone = Topology.ofSizes(new int[] {1}, rack -> false);
        assertThatCode(() -> PlanVerifier.verify(new Plan("test", alone, List.of(), 1, List.of())))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldNameWhatBlocksWhenChannelsTakeExchangesInAnotherOrder() {
        Plan plan = new Ring().plan(Topology.ofSizes(new int[] {2}, rack -> false));
        List<Channel> reversed =
                plan.channels().stream().map(PlanVerifierTest::reversed).toList();

        assertThatThrownBy(() -> ProgressRun.check(plan, reversed))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("never completes 8 of 8 fragments")
                .hasMessageContaining("exchange 0 (chunk 1: {0} at host 1 +> {1})");
    }

    private static Channel reversed(Channel channel) {
        List<Exchange> exchanges = new ArrayList<>(channel.exchanges());
        Collections.reverse(exchanges);
        return Channel.flat(channel.id(), channel.at(), channel.members(), exchanges);
    }

    private static Plan everyoneAt(Topology topology) {
        RankSet all = ranks(IntStream.range(0, topology.workers()).toArray());
        return new Plan(
                "test",
                topology,
                List.of(),
                1,
                List.of(new Exchange(TOR_0, all, all, 0, Combine.REPLACE)));
    }

    private static void assertWrong(String message, Exchange... exchanges) {
        assertThatThrownBy(() -> PlanVerifier.verify(
                        new Plan("test", SMALL, List.of(), 2, List.of(exchanges))))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(message);
    }

    private static Exchange exchange(Site site, int chunk) {
        return new Exchange(site, ranks(0), ranks(1), chunk, Combine.ADD);
    }

    private static RankSet ranks(int... ranks) {
        return RankSet.of(ranks);
    }
}
