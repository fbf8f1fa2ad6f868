package io.rina.sim.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.plan.RankSet;
import io.rina.sim.workload.Activity;
import io.rina.sim.workload.ActivityGraph;
import io.rina.sim.workload.ActivityRun;
import io.rina.sim.workload.CollectiveKind;
import io.rina.sim.workload.Drive;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AstraWorkloadTest {
    private static final RankSet ALL = RankSet.of(0, 1, 2, 3);

    private static AstraWorkload sample(String name) throws IOException {
        return AstraWorkload.read(name, Sample.reader(name));
    }

    private static AstraWorkload of(String... lines) throws IOException {
        return AstraWorkload.read("test", new StringReader(String.join("\n", lines)));
    }

    /** A line for each activity: what it is, and whom it is after. */
    private static List<String> described(ActivityGraph graph) {
        return graph.activities().stream()
                .map(activity -> switch (activity) {
                    case Activity.Compute compute ->
                        compute.name() + " "
                                + compute.durationPs() / 1_000 + (compute.onHost() ? " host" : "")
                                + " " + compute.after();
                    case Activity.Communicate communicate ->
                        communicate.name() + " "
                                + communicate.kind() + " " + communicate.ranks() + " "
                                + communicate.bytes() + " " + communicate.after();
                })
                .toList();
    }

    @Test
    void shouldSumWeightsBesideTheBackwardPassOfDataParallelTraining() throws IOException {
        AstraWorkload workload = sample("astra-data.txt");
        assertThat(workload.layers()).isEqualTo(3);
        assertThat(workload.ranks()).isEqualTo(0);
        assertThat(described(workload.graph(0, 4, 1)))
                .containsExactly(
                        "conv1 forward 10 []",
                        "conv2 forward 20 [0]",
                        "fc forward 30 [1]",
                        "fc weights 32 [2]",
                        "fc weights ALL_REDUCE {0,1,2,3} 3000 [3]",
                        "fc update 3 host [3, 4]",
                        "fc inputs 31 [3]",
                        "conv2 weights 22 [6]",
                        "conv2 weights ALL_REDUCE {0,1,2,3} 2000 [7]",
                        "conv2 update 2 host [7, 8]",
                        "conv2 inputs 21 [7]",
                        "conv1 weights 12 [10]",
                        "conv1 weights ALL_REDUCE {0,1,2,3} 1000 [11]",
                        "conv1 update 1 host [11, 12]");
    }

    @ParameterizedTest
    @CsvSource({
        // Forward 60, backward 32 + 31 + 22 + 21 + 12 = 118, and the last update.
        "1, 0, 179, 1",
        // The first sum starts at 60 + 32; three of 1,000 in a row, and the last update.
        "1, 1000, 3093, 2915",
        // The second pass begins when the first layer is updated, and takes as long.
        "2, 1000, 6186, 5830"
    })
    void shouldTakeAsLongAsTheFormatMeans(int passes, long operationNs, long ns, long idleNs)
            throws IOException {
        ActivityRun run = new ActivityRun(sample("astra-data.txt").graph(0, 4, passes), 1);
        assertThat(Drive.withOperationsOf(run, 1_000 * operationNs)).isEqualTo(1_000 * ns);
        assertThat(run.idlePs()).isEqualTo(1_000 * idleNs);
    }

    @Test
    void shouldCommunicateInTheGroupsOfATransformerAndRecomputeFromTheCheckpoint()
            throws IOException {
        AstraWorkload workload = sample("astra-transformer.txt");
        assertThat(workload.ranks()).isEqualTo(8);
        assertThat(described(workload.graph(5, 8, 1)))
                .containsExactly(
                        "attention forward 100 []",
                        "attention forward ALL_REDUCE {4,5} 1000 [0]",
                        "experts forward 200 [0, 1]",
                        "experts forward ALL_TO_ALL {5,7} 3000 [2]",
                        "attention again 100 [2, 3]",
                        "attention again ALL_REDUCE {4,5} 1000 [4]",
                        "experts inputs 80 [4, 5]",
                        "experts weights 70 [6]",
                        "experts weights ALL_REDUCE {1,5} 4000 [7]",
                        "experts update 6 host [7, 8]",
                        "attention inputs 50 [7]",
                        "attention inputs ALL_GATHER {4,5} 2000 [10]",
                        "attention weights 50 [10, 11]",
                        "attention update 5 host [12]");
    }

    @Test
    void shouldOverlapTheInputsOfModelParallelTraining() throws IOException {
        AstraWorkload workload = of(
                "MODEL",
                "2",
                "a -1 1 ALLGATHER 10 2 REDUCESCATTER 20 3 NONE 0 4",
                "b -1 5 ALLGATHER 30 6 REDUCESCATTER 40 7 NONE 0 8");
        assertThat(described(workload.graph(2, 4, 1)))
                .containsExactly(
                        "a forward 1 []",
                        "a forward ALL_GATHER {0,1,2,3} 10 [0]",
                        "b forward 5 [0, 1]",
                        "b forward ALL_GATHER {0,1,2,3} 30 [2]",
                        "b inputs 6 [2, 3]",
                        "b inputs REDUCE_SCATTER {0,1,2,3} 40 [4]",
                        "b weights 7 [4]",
                        "b update 8 host [6]",
                        "a inputs 2 [6, 5]",
                        "a weights 3 [8]",
                        "a update 4 host [9]");
    }

    @Test
    void shouldOnlyCommunicateInAMicrobenchmark() throws IOException {
        ActivityGraph graph = of("MICRO", "1", "sum -1 5 NONE 0 5 NONE 0 5 ALLREDUCE 1048576 5")
                .graph(0, 4, 2);
        assertThat(graph.activities())
                .containsExactly(
                        new Activity.Communicate(
                                "sum weights", List.of(), CollectiveKind.ALL_REDUCE, ALL, 1 << 20),
                        new Activity.Communicate(
                                "sum weights", List.of(), CollectiveKind.ALL_REDUCE, ALL, 1 << 20));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HYBRID_TRANSFORMER\tmodel_parallel_NPU_group: 8",
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 ga: 1 "
                        + "all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0",
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 4 ep: 2 pp: 1 vpp: 1 "
                        + "ga: 1 all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0 pp_comm: 0"
            })
    void shouldTakeTheHeadsThatAreInUse(String head) throws IOException {
        // As ASTRA-sim's and SimAI's examples have them, with blanks at the ends of lines.
        ActivityGraph graph = of(
                        head + " \t",
                        "1\t\t",
                        "embedding_layer     -1 556000  ALLREDUCE   536870912      1       NONE 0"
                                + "        1      NONE   0      1 ")
                .graph(0, 8, 1);
        assertThat(graph.bytes()).isEqualTo(536_870_912);
    }

    @ParameterizedTest
    @CsvSource({"8, 2, 2", "8, 1, 1", "8, 8, 1", "24, 2, 3", "24, 1, 24", "32, 4, 4"})
    void shouldDivideTheRanksIntoGroups(int ranks, int tensor, int expert) {
        AstraGroups groups = new AstraGroups(ranks, tensor, expert);
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(groups.tensorGroup(rank).size()).isEqualTo(tensor);
            assertThat(groups.dataGroup(rank).size()).isEqualTo(ranks / tensor);
            assertThat(groups.expertGroup(rank).size()).isEqualTo(expert);
            assertThat(groups.dataExpertGroup(rank).size()).isEqualTo(ranks / tensor / expert);
            for (int other = 0; other < ranks; other++) {
                boolean sameTensor = groups.tensorGroup(rank).contains(other);
                boolean sameData = groups.dataGroup(rank).contains(other);
                boolean sameExperts = groups.dataExpertGroup(rank).contains(other);
                boolean shareExperts = groups.expertGroup(rank).contains(other);
                assertThat(sameTensor && sameData).isEqualTo(rank == other);
                assertThat(sameExperts && shareExperts).isEqualTo(rank == other);
                assertThat(!(sameExperts || shareExperts) || sameData).isTrue();
                assertThat(groups.dataGroup(other).equals(groups.dataGroup(rank)))
                        .isEqualTo(sameData);
                assertThat(groups.expertGroup(other).equals(groups.expertGroup(rank)))
                        .isEqualTo(shareExperts);
            }
        }
    }

    @Test
    void shouldGroupExpertsOverNeighbouringTensorGroups() {
        // SimAI's example of 8 ranks: tensor groups {0,1}, {2,3}, ..., two of which share experts.
        AstraGroups groups = new AstraGroups(8, 2, 2);
        assertThat(groups.tensorGroup(5)).isEqualTo(RankSet.of(4, 5));
        assertThat(groups.dataGroup(5)).isEqualTo(RankSet.of(1, 3, 5, 7));
        assertThat(groups.expertGroup(5)).isEqualTo(RankSet.of(5, 7));
        assertThat(groups.dataExpertGroup(5)).isEqualTo(RankSet.of(1, 5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DATA      | DLRM        | :1: policy DLRM is not simulated; there are DATA, MODEL",
                "DATA      | DATA ep: 2  | :1: unknown setting ep: of policy DATA",
                "3\\nconv1 | three\\nconv1 | :2: the number of layers is three",
                "3\\nconv1 | 4\\nconv1   | :6: the file ends where layer 4 of 4 should be",
                "3\\nconv1 | 2\\nconv1   | :5: there is more than the 2 layers",
                "fc\\t-1   | fc\\t2      | :5: the second field is 2",
                "fc\\t-1   | fc -1 0     | :5: 13 fields where 12 should be",
                "3000\\t3  | 3000        | :5: 11 fields where 12 should be",
                "31        | -31         | :5: the time in ns is -31, which is not between 0",
                "31        | 3.1         | :5: the time in ns is 3.1, which is no whole number",
                "ALLREDUCE\\t3000 | BCAST 3000   | :5: unknown communication BCAST; there are NONE",
                "ALLREDUCE\\t3000 | ALLREDUCE_EP 3000 | :5: ALLREDUCE_EP: DATA has no experts",
                "ALLREDUCE\\t3000 | NONE 3000    | :5: NONE of 3000 bytes",
                "NONE\\t0\\t31 | ALLGATHER 5 31 | :5: ALLGATHER in field 4, where the policy does"
            })
    void shouldNameTheLineThatIsWrong(String part, String replacement, String message) {
        String text = Sample.text("astra-data.txt");
        String was = part.replace("\\n", "\n").replace("\\t", "\t");
        assertThat(text).contains(was);
        String spoilt = text.replace(was, replacement.replace("\\n", "\n").replace("\\t", "\t"));
        assertThatThrownBy(() -> AstraWorkload.read("w.txt", new StringReader(spoilt)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("w.txt" + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pp: 1             | pp: 4            | :1: pp: pipelines are not simulated",
                "vpp: 1            | vpp: 2           | :1: vpp: pipelines are not simulated",
                "pp_comm 0         | pp_comm 9        | :1: pp_comm: pipelines are not simulated",
                "ga: 1             | ga: 0            | :1: ga is 0, which is not between 1",
                "ga: 1             | ga 1             | :1: unknown setting ga of policy",
                "ga: 1             | gas: 1           | :1: unknown setting gas: of policy",
                "ga: 1             | ga: 1 ga: 1      | :1: ga is there twice",
                "pp_comm 0         | pp_comm          | :1: the line ends where pp_comm should be",
                "model_parallel_NPU_group: 2 | '' | :1: HYBRID_TRANSFORMER_FWD_IN_BCKWD needs",
                "checkpoints: 1 0  | checkpoints: 1 7 | :2: checkpoint 7 is no layer of 2",
                "initiates: 1 1    | initiates: 1 5   | :2: layer 5 of checkpoint_initiates, of 2",
                "checkpoints: 1 0  | checkpoints: 0   | :2: layer 1 of checkpoint_initiates"
            })
    void shouldNameTheSettingThatIsWrong(String part, String replacement, String message) {
        assertThatThrownBy(() -> AstraWorkload.read(
                        "w.txt", Sample.spoilt("astra-transformer.txt", part, replacement)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("w.txt" + message);
    }

    @Test
    void shouldRefuseRanksThatTheFileIsNotFor() throws IOException {
        AstraWorkload workload = sample("astra-transformer.txt");
        assertThatThrownBy(() -> workload.graph(0, 4, 1))
                .hasMessage("astra-transformer.txt is for 8 ranks (all_gpus), not for 4");
        AstraWorkload uneven = of(
                "HYBRID_TRANSFORMER model_parallel_NPU_group: 3",
                "1",
                "a -1 1 NONE 0 1 NONE 0 1 NONE 0 1");
        assertThatThrownBy(() -> uneven.graph(0, 4, 1))
                .hasMessageContaining("test: 4 ranks do not divide into tensor groups of 3");
        assertThatThrownBy(() -> uneven.graph(3, 3, 1)).hasMessageContaining("rank 3 of 3");
    }
}
