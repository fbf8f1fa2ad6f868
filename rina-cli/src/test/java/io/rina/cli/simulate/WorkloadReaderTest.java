package io.rina.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.cli.input.InputException;
import io.rina.sim.scenario.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadReaderTest {
    private static final String HEAD = """
            topology: {kind: leaf-spine, leaves: 2, hostsPerLeaf: 2, spines: 1}
            buffers: {markAbove: 100KB}
            """;

    @TempDir
    private Path folder;

    private Workload read(String rest) throws IOException {
        Path file = folder.resolve("s.yaml");
        Files.writeString(file, HEAD + rest);
        return ScenarioFile.read(file, Map.of()).points().getFirst().scenario().workload();
    }

    private static Workload.Flows flows(Workload workload) {
        assertThat(workload).isInstanceOf(Workload.Flows.class);
        return (Workload.Flows) workload;
    }

    @Test
    void shouldReadFlowsIntoOneHostAndFlowsOfEach() throws IOException {
        assertThat(flows(read("workload: {incast: 1KB, to: 2}")).schedule().flows())
                .extracting(flow -> flow.from() + "-" + flow.to() + " " + flow.bytes())
                .containsExactly("0-2 1000", "1-2 1000", "3-2 1000");
        assertThat(flows(read("workload: {shift: 1KB, by: 3}")).schedule().flows())
                .extracting(flow -> flow.from() + "-" + flow.to())
                .containsExactly("0-3", "1-0", "2-1", "3-2");
    }

    @Test
    void shouldReadFilesFromTheFolderOfTheScenario() throws IOException {
        Files.writeString(
                folder.resolve("two.cm"), "Nodes 3\nConnections 1\n2->0 start 0 size 4000\n");
        Workload matrix = read("workload: {htsim: two.cm}");
        assertThat(flows(matrix).schedule().hosts()).isEqualTo(3);
        assertThat(matrix.bytes()).isEqualTo(4_000);

        Files.writeString(
                folder.resolve("w.txt"), "DATA\n1\nfc -1 10 NONE 0 20 NONE 0 30 ALLREDUCE 500 1\n");
        Workload text = read("workload: {astra: w.txt, iterations: 3}");
        assertThat(text.bytes()).isEqualTo(1_500);
        assertThat(((Workload.Activities) text).graphs()).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload: {incast: 1KB, shift: 1KB}|:3: workload: needs one of allReduce, model,"
                        + " incast, shift, htsim, astra, chakra, as in allReduce: 16MiB, and has"
                        + " incast, shift",
                "workload: {}|:3: workload: needs one of allReduce,",
                "workload: {incast: 1KB, to: 4}|:3: workload.to: '4' is not a whole number from 0"
                        + " to 3",
                "workload: {incast: 1KB, by: 1}|:3: workload.by: there is no such key here",
                "workload: {incast: none}|:3: workload.incast: 'none' is no number of bytes",
                "workload: {shift: 1KB, by: 0}|:3: workload.by: '0' is not a whole number from 1",
                "workload: {shift: 1KB, iterations: 2}|:3: workload.iterations: there is no such",
                "'jobs: {workers: 1}\nworkload: {shift: 1KB}'|:4: workload.shift: flows between 1"
                        + " hosts: there must be two at least",
                "'strategy: ring\nworkload: {shift: 1KB}'|:3: strategy: there is no such key here",
                "'transport: {window: 2}\nworkload: {shift: 1KB}'|:3: transport.window: there is"
                        + " no such key here",
                "'mode: flows\nworkload: {shift: 1KB}'|flows, traces and workload texts need the"
                        + " mode packets",
                "workload: {htsim: none.cm}|:3: workload.htsim: cannot read",
                "workload: {htsim: bad.cm}|bad.cm:1: unknown word Nodez",
                "workload: {htsim: large.cm}|the flows are between 9 hosts, and a job has 4",
                "workload: {astra: bad.cm}|:3: workload.astra:",
                "workload: {chakra: step}|step.0.et: there is no such file",
                "workload: {chakra: step, groups: {pair: 1}}|:3: workload.groups.pair: must be a"
                        + " list of ranks, as in [0, 1]",
                "workload: {chakra: step, groups: {pair: [4]}}|:3: workload.groups.pair: '4' is"
                        + " not a whole number from 0 to 3"
            })
    void shouldSayWhatIsWrong(String yaml, String message) throws IOException {
        Files.writeString(folder.resolve("bad.cm"), "Nodez 3\n");
        Files.writeString(
                folder.resolve("large.cm"), "Nodes 9\nConnections 1\n2->8 start 0 size 4000\n");
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }
}
