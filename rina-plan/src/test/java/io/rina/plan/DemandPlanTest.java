package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemandPlanTest {
    @Test
    void shouldServeEveryDemandByEveryStrategyOnEverySmallTopology() {
        SmallTopologies.forEach(6, 3, topology -> {
            for (Plan base : SmallTopologies.plans(topology)) {
                for (Demand demand : Demands.all(topology.workers())) {
                    Plan plan = base.serving(demand);
                    PlanVerifier.verify(plan);
                    TrialRun trial = TrialRun.of(plan, 7);
                    assertThat(trial.sumsRight() && !trial.countedTwice())
                            .as("%s by %s on %s", demand, base.strategy(), topology)
                            .isTrue();
                }
            }
        });
    }

    @Test
    void shouldMeetOnlyWhereTheAllReduceMeets() {
        SmallTopologies.forEach(6, 3, topology -> {
            for (Plan base : SmallTopologies.plans(topology)) {
                Set<Exchange.Meeting> meetings = new HashSet<>();
                base.exchanges().forEach(e -> meetings.add(e.meeting()));
                for (Demand demand : Demands.all(topology.workers())) {
                    assertThat(base.serving(demand).exchanges())
                            .allMatch(e -> meetings.contains(e.meeting()));
                }
            }
        });
    }

    @Test
    void pruningForAnAllReduceShouldLeaveEverything() {
        SmallTopologies.forEach(10, 4, topology -> {
            Demand.Segment all =
                    new Demand.AllReduce().segments(topology.workers()).getFirst();
            for (Plan base : SmallTopologies.plans(topology)) {
                Pruning pruning = new Pruning(base);
                for (int chunk = 0; chunk < base.chunks(); chunk++) {
                    int[] indices = base.byChunk()[chunk];
                    List<Pruning.Kept> kept = pruning.prune(chunk, all);
                    assertThat(kept).hasSize(indices.length);
                    for (int i = 0; i < indices.length; i++) {
                        assertThat(kept.get(i).index()).isEqualTo(indices[i]);
                        assertThat(kept.get(i).exchange())
                                .isEqualTo(base.exchanges().get(indices[i]));
                    }
                }
            }
        });
    }

    @Test
    void shouldKeepMembersThatNeitherGiveNorTakeAsBystanders() {
        Topology topology = Topology.ofSizes(new int[] {2, 1}, rack -> rack == 0);
        Pruning pruning = new Pruning(new Rina().plan(topology));
        List<Pruning.Kept> kept =
                pruning.prune(1, new Demand.Broadcast(1).segments(3).getFirst());

        assertThat(kept.stream().map(each -> each.exchange().toString()))
                .containsExactly(
                        "chunk 1: {1} at ToR 0 => {2} beside {0}",
                        "chunk 1: {2} at ToR 0 => {0} beside {1}");
        assertThat(kept.getFirst().exchange().bystanders()).isEqualTo(RankSet.of(0));
    }

    @Test
    void aSendBackOfWhatIsThereShouldBeDropped() {
        Topology topology = Topology.ofSizes(new int[] {3}, rack -> true);
        Plan broadcast = new SwitchMl().plan(topology).serving(new Demand.Broadcast(1));

        assertThat(broadcast.exchanges().stream().map(Exchange::toString))
                .containsExactly("chunk 0: {1} at ToR 0 => {0,2}");
    }

    @Test
    void oneRankShouldNeedNoExchange() {
        Topology alone = Topology.ofSizes(new int[] {1}, rack -> false);
        for (Plan base : SmallTopologies.plans(alone)) {
            for (Demand demand : Demands.all(1)) {
                assertThat(base.serving(demand).exchanges()).isEmpty();
            }
        }
    }

    @Test
    void shouldRefuseARootThatIsNoRank() {
        Plan ring = new Ring().plan(Topology.ofSizes(new int[] {3}, rack -> false));
        for (int root : new int[] {-1, 3}) {
            assertThatThrownBy(() -> ring.serving(new Demand.Broadcast(root)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "root " + root + " is not one of the ranks 0 to 2: name one of them");
        }
    }

    @Test
    void demandsShouldHaveCodesOfTheirOwn() {
        List<Demand> demands = Demands.all(50);
        assertThat(demands.stream().map(Demand::code).distinct()).hasSameSizeAs(demands);
    }

    /** A rank that relays: it gives its own copy away, and is then replaced by another's. */
    @Test
    void whatWasReplacedByNothingShouldNotCountAgain() {
        Topology topology = Topology.ofSizes(new int[] {3}, rack -> false);
        Site first = new Site.Host(0);
        Site second = new Site.Host(1);
        RankSet zero = RankSet.of(0);
        RankSet one = RankSet.of(1);
        Plan base = new Plan(
                "relay",
                topology,
                List.of(),
                1,
                List.of(
                        new Exchange(first, one, zero, 0, Combine.ADD),
                        new Exchange(second, RankSet.of(2), one, 0, Combine.REPLACE),
                        new Exchange(first, one, zero, 0, Combine.ADD),
                        new Exchange(second, zero, one, 0, Combine.REPLACE),
                        new Exchange(new Site.Host(2), one, RankSet.of(2), 0, Combine.REPLACE)));
        PlanVerifier.verify(base);
        for (Demand demand : Demands.all(3)) {
            Plan plan = base.serving(demand);
            PlanVerifier.verify(plan);
            assertThat(TrialRun.of(plan, 3).sumsRight()).as("%s", demand).isTrue();
        }
    }
}
