package io.rina.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.Counter;
import io.rina.engine.RelayPipeline;
import io.rina.engine.RelayTable;
import io.rina.engine.SlotTable;
import io.rina.engine.SwitchPipeline;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The swarm is worth something only if it finds bugs. Each test puts one in. */
class SabotageTest {
    private static final int WORLDS = 150;
    private static final int STALLS = 2;

    private static List<Failure> failures(List<Scenario> scenarios, Sabotage sabotage) {
        return failures(scenarios, sabotage, Integer.MAX_VALUE);
    }

    /** The first few: a world that stalls runs until its time is up. */
    private static List<Failure> stalls(List<Scenario> scenarios, Sabotage sabotage) {
        return failures(scenarios, sabotage, STALLS);
    }

    private static List<Failure> failures(List<Scenario> scenarios, Sabotage sabotage, int most) {
        List<Failure> failures = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            if (failures.size() == most) {
                break;
            }
            Failure failure = World.run(scenario, sabotage, null).failure();
            if (failure != null) {
                failures.add(failure);
            }
        }
        return failures;
    }

    private static List<Scenario> scenarios(String... strategies) {
        List<Scenario> scenarios = new ArrayList<>();
        for (long seed = 1; scenarios.size() < WORLDS; seed++) {
            Scenario scenario = Scenario.fromSeed(seed);
            if (List.of(strategies).contains(scenario.strategy())) {
                scenarios.add(scenario);
            }
        }
        return scenarios;
    }

    private static Map<Invariant, Integer> kinds(List<Failure> failures) {
        Map<Invariant, Integer> kinds = new EnumMap<>(Invariant.class);
        failures.forEach(failure -> kinds.merge(failure.invariant(), 1, Integer::sum));
        return kinds;
    }

    /** The pool is part of the bug, so the scenarios are run one by one. */
    private static Sabotage oneBitVersion(int pool) {
        return new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.OneBitVersion(table, pool);
            }
        };
    }

    @Test
    void shouldCatchSlotsThatTellGenerationsApartByOneBit() {
        List<Failure> failures = new ArrayList<>();
        for (Scenario scenario : scenarios("rina", "rina-hops", "ring", "ps", "switchml")) {
            failures.addAll(
                    failures(List.of(scenario), oneBitVersion(scenario.limits().pool())));
        }
        assertThat(kinds(failures)).containsKey(Invariant.RIGHT_PARTIAL);
    }

    @Test
    void shouldCatchASiteThatCountsARepetitionAgain() {
        List<Failure> failures =
                failures(scenarios("rina", "rina-hops", "ring", "ps", "switchml"), new Sabotage() {
                    @Override
                    public SwitchPipeline wrap(SlotTable table) {
                        return new Mutants.DoubleCount(table);
                    }
                });
        // Where floats are added in order, only the end is looked at.
        assertThat(kinds(failures)).containsKey(Invariant.RIGHT_PARTIAL);
        assertThat(kinds(failures).keySet())
                .isSubsetOf(Invariant.RIGHT_PARTIAL, Invariant.RIGHT_NUMBER);
    }

    @Test
    void shouldCatchASiteThatDoesNotWaitForCredits() {
        List<Failure> failures = failures(scenarios("ring"), new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.NoCredits(table);
            }
        });
        assertThat(kinds(failures)).containsKey(Invariant.MEMBER_WINDOW);
    }

    @Test
    void shouldCatchABranchThatCountsARepetitionAgain() {
        List<Failure> failures = failures(scenarios("rina-hops"), new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.DoubleCount(table);
            }
        });
        // Where floats are added in order, only the end is looked at.
        assertThat(kinds(failures)).containsKey(Invariant.RIGHT_PARTIAL);
        assertThat(kinds(failures).keySet())
                .isSubsetOf(Invariant.RIGHT_PARTIAL, Invariant.RIGHT_NUMBER);
    }

    @Test
    void shouldCatchABranchThatTakesItsOwnSumForTheOutcome() {
        List<Failure> failures = failures(scenarios("rina-hops", "switchml"), new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.EarlyOutcome(table);
            }
        });
        assertThat(kinds(failures)).containsKey(Invariant.RIGHT_PARTIAL);
    }

    @Test
    void shouldReportAStallWhereABranchPassesASumOnOnlyOnce() {
        List<Failure> failures = stalls(scenarios("rina-hops", "switchml"), new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.ForwardsOnce(table);
            }
        });
        assertThat(kinds(failures)).containsOnlyKeys(Invariant.PROGRESS);
    }

    @Test
    void shouldReportAStallWhereASiteAnswersOnlyOnce() {
        List<Failure> failures = stalls(scenarios("switchml"), new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.AnswersOnce(table);
            }
        });
        assertThat(kinds(failures)).containsOnlyKeys(Invariant.PROGRESS);
    }

    private static Sabotage relay(Function<RelayTable, RelayPipeline> wrap) {
        return new Sabotage() {
            @Override
            public RelayPipeline wrap(RelayTable table) {
                return wrap.apply(table);
            }
        };
    }

    @Test
    void shouldCatchARelayThatClaimsTooMuch() {
        assertThat(kinds(failures(scenarios("atp"), relay(RelayMutants.ClaimsTooMuch::new))))
                .containsKey(Invariant.RIGHT_PARTIAL);
    }

    @Test
    void shouldCatchARelayThatAddsWhatCollides() {
        assertThat(kinds(failures(scenarios("atp"), relay(RelayMutants.AddsCollisions::new))))
                .containsKey(Invariant.RIGHT_PARTIAL);
    }

    @Test
    void shouldReportAStallWhereARelayKeepsRepetitions() {
        assertThat(kinds(stalls(scenarios("atp"), relay(RelayMutants.KeepsRepetitions::new))))
                .containsOnlyKeys(Invariant.PROGRESS);
    }

    @Test
    void shouldCatchASiteThatIgnoresWhomARelaySpeaksFor() {
        List<Failure> failures = failures(scenarios("atp"), new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.IgnoresBitmap(table);
            }
        });
        assertThat(kinds(failures)).containsKey(Invariant.RIGHT_PARTIAL);
    }

    /** One slot for all positions: most frames collide, and many wait for a timer. */
    @Test
    void relaysOfOneSlotShouldDoNoHarm() {
        for (String faults : List.of("", " drop=2 duplicate=2 reorder=3 late=2")) {
            WorldResult world = World.run(Scenario.parse("strategy=atp racks=4+ina,3+ina,1 relay=1"
                    + " operations=sum:200,max:77,sum:64:reduce-3,sum:90 pool=8" + faults));
            assertThat(world.failure()).isNull();
            assertThat(world.counts().get(Counter.COLLISION)).isGreaterThan(100);
        }
    }

    @Test
    void shouldCatchANumberThatChangesBehindTheSite() {
        Sabotage flips = new Sabotage() {
            @Override
            public boolean loses(Frame frame) {
                if (frame.type() == FrameType.RESULT && frame.position() % 50 == 49) {
                    long last = frame.offset() + frame.lengthBytes() - 1;
                    byte value = frame.segment().get(ValueLayout.JAVA_BYTE, last);
                    frame.segment().set(ValueLayout.JAVA_BYTE, last, (byte) (value ^ 1));
                }
                return false;
            }
        };
        List<Failure> failures = failures(scenarios("switchml"), flips);
        assertThat(kinds(failures)).containsKey(Invariant.RIGHT_RESULT);
    }

    @Test
    void shouldReportAStallWhereRepetitionsNeverArrive() {
        Sabotage deaf = new Sabotage() {
            @Override
            public boolean loses(Frame frame) {
                return frame.resent();
            }
        };
        List<Failure> failures = stalls(scenarios("rina"), deaf);
        assertThat(kinds(failures)).containsOnlyKeys(Invariant.PROGRESS);
    }

    @Test
    void shouldNameWhoWaitsWhereWhenAChannelIsDead() {
        Scenario scenario = Scenario.parse("seed=3 strategy=rina racks=2+ina,1 operations=sum:20");
        Sabotage dead = new Sabotage() {
            @Override
            public boolean loses(Frame frame) {
                return frame.channel() == 0 && frame.position() >= 1;
            }
        };
        Failure failure = Objects.requireNonNull(World.run(scenario, dead, null).failure());
        assertThat(failure.invariant()).isEqualTo(Invariant.PROGRESS);
        assertThat(failure.detail())
                .contains("rank 2 has not completed operation 0, waits at ToR rack0 among {0,1,2} "
                        + "at position 1");
        assertThat(failure.toString())
                .contains("seed 3")
                .contains("./rina swarm --scenario 'seed=3 strategy=rina racks=2+ina,1 ");
    }

    @Test
    void shouldShrinkAFailureToASmallerOneOfItsKind() {
        Sabotage counts = new Sabotage() {
            @Override
            public SwitchPipeline wrap(SlotTable table) {
                return new Mutants.DoubleCount(table);
            }
        };
        Failure failure =
                failures(scenarios("rina"), counts).stream().findFirst().orElseThrow();
        Finding finding = Shrinker.shrink(failure, 500, counts);
        Failure smallest = finding.smallest();
        assertThat(smallest.invariant()).isEqualTo(failure.invariant());
        assertThat(smallest.scenario().size()).isLessThan(failure.scenario().size());
        assertThat(smallest.scenario().operations()).hasSize(1);
        assertThat(finding.tries()).isLessThanOrEqualTo(500);
        assertThat(finding.toString())
                .contains("./rina swarm --seed " + failure.scenario().seed())
                .contains("smallest of");
        Scenario read = Scenario.parse(smallest.scenario().toString());
        assertThat(World.run(read, counts, null).failure()).isEqualTo(smallest);
    }
}
