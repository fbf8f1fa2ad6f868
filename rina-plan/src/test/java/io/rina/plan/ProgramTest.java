package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramTest {
    private static final Topology TOPOLOGY = Topology.ofSizes(new int[] {2, 2}, rack -> rack == 0);
    private static final Plan RING = new Ring().plan(TOPOLOGY);
    private static final Plan RINA = new Rina().plan(TOPOLOGY);

    @Test
    void shouldNumberTheChannelsOfAllPlans() {
        Program program = Program.of(RINA, RING);

        for (int i = 0; i < program.channels().size(); i++) {
            assertThat(program.channels().get(i).id()).isEqualTo(i);
        }
        for (Plan plan : program.plans()) {
            assertThat(plan.exchanges())
                    .allMatch(exchange -> program.channels().stream()
                            .anyMatch(channel -> channel.at().equals(exchange.site())
                                    && channel.members().equals(exchange.members())));
        }
    }

    @Test
    void aProgramOfOnePlanShouldHaveItsChannels() {
        assertThat(Program.of(RINA).channels()).isEqualTo(RINA.channels());
    }

    @Test
    void plansThatMeetAlikeShouldShareTheChannel() {
        assertThat(Program.of(RING, RING).channels()).hasSameSizeAs(RING.channels());
    }

    @Test
    void shouldMakeThePlanOfADemandOnce() {
        Program program = Program.of(RINA, RING);
        Demand demand = new Demand.Broadcast(2);

        assertThat(program.plan(1, demand))
                .isEqualTo(RING.serving(demand))
                .isSameAs(program.plan(1, new Demand.Broadcast(2)));
        assertThat(program.plan(0, new Demand.AllReduce())).isSameAs(RINA);
    }

    @Test
    void theDigestShouldDependOnEveryPlanAndTheirOrder() {
        assertThat(List.of(
                        Program.of(RINA).digest(),
                        Program.of(RING).digest(),
                        Program.of(RINA, RING).digest(),
                        Program.of(RING, RINA).digest()))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldRefusePlansOfSeveralTopologies() {
        Plan other = new Ring().plan(Topology.ofSizes(new int[] {4}, rack -> false));

        assertThatThrownBy(() -> Program.of(RING, other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("are of one topology");
        assertThatThrownBy(Program::of).hasMessage("a program needs a plan");
    }
}
