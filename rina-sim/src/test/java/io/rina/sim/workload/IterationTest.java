package io.rina.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.plan.RankSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IterationTest {
    private static final RankSet RANKS = RankSet.of(0, 1, 2, 3);

    /** Three layers with 1, 2 and 3 parts of the compute, in forward order. */
    private static Model small() {
        return new Model(
                "small",
                List.of(new Layer("a", 10, 100), new Layer("b", 20, 200), new Layer("c", 30, 300)),
                1,
                1);
    }

    @Test
    void shouldMakeGradientsFromTheLastLayerToTheFirst() {
        // 900 ps: 300 forward; of the 600 backward, c takes 300, b 200 and a 100.
        Iteration iteration = Iteration.of(small(), 900, Buckets.of(1), 4);
        assertThat(iteration.forwardPs()).isEqualTo(300);
        assertThat(iteration.buckets())
                .containsExactly(
                        new Bucket("c", 600, 120),
                        new Bucket("b", 800, 80),
                        new Bucket("a", 900, 40));
    }

    @Test
    void shouldFillBucketsUntilTheyHaveReachedTheirSize() {
        // 120 bytes are less than 121, so b joins; what is left at the end goes as it is.
        assertThat(Iteration.of(small(), 900, Buckets.of(121), 4).buckets())
                .containsExactly(new Bucket("b", 800, 200), new Bucket("a", 900, 40));
        assertThat(Iteration.of(small(), 900, new Buckets(120, 1_000), 4).buckets())
                .containsExactly(new Bucket("c", 600, 120), new Bucket("a", 900, 120));
    }

    @Test
    void shouldWaitForTheEndWithASingleBucket() {
        assertThat(Iteration.of(small(), 900, Buckets.of(0), 2).buckets())
                .containsExactly(new Bucket("a", 900, 120));
    }

    @ParameterizedTest
    @ValueSource(strings = {"resnet50", "vgg16", "inception3", "inception3-no-aux", "bert-base"})
    void shouldSumEveryParameterOnceAndEndWithTheCompute(String name) {
        Model model = Models.named(name);
        Iteration iteration = Iteration.of(model, model.stepPs(), Buckets.standard(), 4);
        assertThat(iteration.bytes()).isEqualTo(4 * model.parameters());
        assertThat(iteration.buckets().getLast().readyPs()).isEqualTo(model.stepPs());
        assertThat(iteration.buckets()).extracting(Bucket::readyPs).isSorted();
        ActivityGraph graph = iteration.graph(RANKS);
        assertThat(graph.computePs()).isEqualTo(model.stepPs());
        assertThat(graph.bytes()).isEqualTo(4 * model.parameters());
    }

    @Test
    void shouldFillTheBucketsOfResnetAsPyTorchDoes() {
        // The first, of 1 MiB, is full with fc: 2,049,000 parameters. The next, of 25 MiB or
        // 6,553,600 parameters, takes layer4.2 (1,052,672 + 2,360,320 + 1,049,600) and of layer4.1
        // conv3 (1,052,672) and conv2 (2,360,320), which makes 7,875,584.
        Model model = Models.named("resnet50");
        List<Bucket> buckets =
                Iteration.of(model, model.stepPs(), Buckets.standard(), 4).buckets();
        assertThat(buckets.get(0).name()).isEqualTo("fc");
        assertThat(buckets.get(0).bytes()).isEqualTo(4 * 2_049_000);
        assertThat(buckets.get(1).name()).isEqualTo("layer4.1.conv2");
        assertThat(buckets.get(1).bytes()).isEqualTo(4 * 7_875_584);
    }

    @Test
    void shouldHideWhatIsSentWhileItComputes() {
        // Each sum takes 50 ps: only the last one is not hidden.
        ActivityRun run =
                new ActivityRun(Iteration.of(small(), 900, Buckets.of(1), 4).graph(RANKS), 1);
        assertThat(Drive.withOperationsOf(run, 50)).isEqualTo(950);
        assertThat(run.idlePs()).isEqualTo(50);
    }

    @Test
    void shouldComputeLongerAtAStraggler() {
        ActivityRun run =
                new ActivityRun(Iteration.of(small(), 900, Buckets.SINGLE, 4).graph(RANKS), 1.5);
        assertThat(Drive.withOperationsOf(run, 50)).isEqualTo(1_400);
    }

    @Test
    void shouldNameWhatIsWrong() {
        assertThatThrownBy(() -> Iteration.of(small(), -1, Buckets.SINGLE, 4))
                .hasMessageContaining("a step of -1 ps with 4 bytes a parameter");
        assertThatThrownBy(() -> new Buckets(0, 5))
                .hasMessageContaining("buckets of 5 bytes, the first of 0");
    }
}
