package io.rina.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rina.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code rina simulate} from file to files; what it simulates, rina-sim's own tests show. */
class SimulateCommandTest {
    /** Line 5 is ina, and so on: errors name the line. */
    private static final String SMALL = """
            name: A small <grid>
            topology: {kind: leaf-spine, leaves: 2, hostsPerLeaf: 2, spines: 1}
            links: {hostRate: 10G}
            buffers: {markAbove: 100KB, bytes: 1MB}
            ina:
              switches: all
            background: {flows: 1}
            stragglers: uniform:0.5
            seed: 3
            workload: {model: resnet50, computeTime: 200us, buckets: 0K, iterations: 1}
            sweep:
              strategy: [rina, ring, switchml]
              ina.switches: [none, 1, [1], all]
              mode: [packets]
            """;

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void writeScenario() throws IOException {
        file = folder.resolve("small.yaml");
        out = folder.resolve("out");
        write(SMALL.replace(
                "model: resnet50, computeTime: 200us, buckets: 0K", "allReduce: 64KiB"));
    }

    private void write(String yaml) throws IOException {
        Files.writeString(file, yaml);
    }

    private CliRun run(String... more) {
        List<String> args =
                new ArrayList<>(List.of("simulate", file.toString(), "--out", out.toString()));
        args.addAll(List.of(more));
        return CliRun.of(args.toArray(String[]::new));
    }

    @Test
    void shouldRunAGridAndWriteTheSameBytesAgain() throws IOException {
        CliRun first = run("--threads", "2");
        String csv = Files.readString(out.resolve("results.csv"));
        String json = Files.readString(out.resolve("results.json"));
        String page = Files.readString(out.resolve("report.html"));
        CliRun second = run("--threads", "1");

        assertThat(first.err()).isEmpty();
        assertThat(first.exitCode()).isZero();
        assertThat(second).isEqualTo(first);
        assertThat(out.resolve("results.csv")).hasContent(csv);
        assertThat(out.resolve("results.json")).hasContent(json);
        assertThat(out.resolve("report.html")).hasContent(page);

        assertThat(csv.lines())
                .hasSize(13)
                .startsWith("point,strategy,ina.switches,mode,outcome,iteration_s,total_s,"
                        + "compute_s,reduced_gbps,samples_per_s,window,wire_bytes,busiest_link_bytes,lost,"
                        + "marked,peak_queue_us,background_gbps,packets")
                .anyMatch(line -> line.startsWith("3,rina,[1],packets,done,0.000"))
                .anyMatch(line -> line.startsWith("9,switchml,none,packets,\"not run: switchml"));
        assertThat(first.out()).contains("point 9 was not run: switchml needs every rack's ToR");
        assertThat(page)
                .contains("A small &lt;grid&gt;", "<svg", "Reduced, Gbit/s", "switchml")
                .doesNotContain("could not be drawn", "src=", "href=\"http");
        JsonNode points = JsonMapper.shared().readTree(json).get("points");
        assertThat(points.size()).isEqualTo(12);
        assertThat(points.get(0)
                        .get("figures")
                        .get("jobsIterationSeconds")
                        .get(0)
                        .size())
                .isEqualTo(1);
    }

    @Test
    void shouldDependOnTheSeed() throws IOException {
        run("--set", "strategy=ring", "--point", "1");
        String one = Files.readString(out.resolve("results.csv"));
        run("--set", "strategy=ring", "--point", "1", "--set", "seed=4");
        assertThat(Files.readString(out.resolve("results.csv"))).isNotEqualTo(one);
    }

    @Test
    void shouldTrainAModelWithoutPackets() throws IOException {
        write(SMALL.replace("mode: [packets]", "mode: [flows, links]")
                .replace("buffers: {markAbove: 100KB, bytes: 1MB}\n", "")
                .replace("background: {flows: 1}\n", ""));
        assertThat(run("--set", "strategy=rina").err()).isEmpty();
        String csv = Files.readString(out.resolve("results.csv"));
        // 64 samples at each of 4 workers; 25.6 million gradients of four bytes, nearly twice
        // around, take 0.14 s or more at 10 Gbit/s.
        for (String line : csv.lines().skip(1).toList()) {
            String[] fields = line.split(",", -1);
            double seconds = Double.parseDouble(fields[4]);
            assertThat(seconds).isBetween(0.08, 0.5);
            assertThat(Double.parseDouble(fields[8])).isCloseTo(256 / seconds, within(0.01));
        }
    }

    /** A fourth of everything takes a fourth of the time, but for what the last bits need. */
    @Test
    void shouldShrinkAnIterationAndTrainAsMuch() throws IOException {
        write(SMALL.replace("mode: [packets]", "mode: [links]")
                .replace("buffers: {markAbove: 100KB, bytes: 1MB}\n", "")
                .replace("background: {flows: 1}\n", ""));
        run("--set", "strategy=ring", "--set", "ina.switches=all");
        String[] whole = Files.readAllLines(out.resolve("results.csv")).get(1).split(",", -1);
        run("--set", "strategy=ring", "--set", "ina.switches=all", "--set", "workload.shrink=4");
        String[] part = Files.readAllLines(out.resolve("results.csv")).get(1).split(",", -1);
        assertThat(4 * Double.parseDouble(part[3]))
                .isCloseTo(Double.parseDouble(whole[3]), within(1e-5));
        assertThat(Double.parseDouble(part[6]))
                .isCloseTo(Double.parseDouble(whole[6]), within(0.1));
        assertThat(run("--set", "workload.shrink=5").err())
                .contains("--set workload.shrink: 5 is no divisor of the 64 samples");
    }

    @Test
    void shouldTraceASingleRun() throws IOException {
        Path trace = folder.resolve("trace.json");
        CliRun run = run("--point", "4", "--trace", trace.toString());
        assertThat(run.err()).isEmpty();
        JsonNode events = JsonMapper.shared().readTree(Files.readString(trace));
        assertThat(events.toString()).contains("iteration 0, bucket 0", "busy");

        assertThat(run("--trace", trace.toString()).err())
                .contains("--trace needs a single run, and the file makes 12");
    }

    @Test
    void shouldSayThatNothingIsGainedWhereComputingTakesAllOfTheTime() throws IOException {
        write(SMALL.replace("computeTime: 200us, buckets: 0K", "computeTime: 50s")
                .replace("mode: [packets]", "mode: [links]")
                .replace("buffers: {markAbove: 100KB, bytes: 1MB}\n", "")
                .replace("background: {flows: 1}\n", "")
                .replace("uniform:0.5", "none"));
        String[] one = {"--set", "strategy=ring", "--set", "ina.switches=none"};
        assertThat(run(one).out())
                .contains("compute-bound, so that no strategy and no network gains 1 % or more:"
                        + " point 1");
        write(Files.readString(file).replace("computeTime: 50s", "computeTime: 1ms"));
        assertThat(run(one).out()).doesNotContain("compute-bound");
    }

    @Test
    void shouldSayThatARunIsUnfinished() throws IOException {
        CliRun run =
                run("--set", "limit=1us", "--set", "strategy=ring", "--set", "ina.switches=none");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("point 1 was unfinished: not done after 0.000001 s of virtual time");
        assertThat(Files.readString(out.resolve("results.csv"))).contains("unfinished: not done");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "leaves: 2|leafs: 2|:2: topology.leafs: there is no such key here; did you mean"
                        + " 'leaves'? (keys here: kind, leaves, hostsPerLeaf, spines)",
                "leaves: 2|leaves: two|:2: topology.leaves: 'two' is not a whole number from 1 to"
                        + " 65536",
                "kind: leaf-spine|kind: torus|:2: topology.kind: 'torus' is none of dragonfly,"
                        + " fat-tree, htsim, leaf-spine, ns3",
                "kind: leaf-spine, leaves: 2|kind: leaf-spine|:2: topology: the key leaves is"
                        + " missing; write leaves: 4",
                "hostRate: 10G|hostRate: fast|:3: links.hostRate: 'fast' is no rate",
                "1MB|1 MB!|:4: buffers.bytes: '1 MB!' is no number of bytes",
                "markAbove: 100KB|markAbove: [1]|:4: buffers.markAbove: must be one value, not a"
                        + " list or map",
                "uniform:0.5|weekly|:8: stragglers: no jitter is called weekly; there are none,",
                "allReduce: 64KiB|bytes: 64KiB|:10: workload: needs one of allReduce, model,",
                "ring, switchml|ring, swichml|:12: sweep.strategy[2]: no strategy is called 'swichml';"
                        + " there are rina, rina-striped, rina-hops, ring, switchml, ps, atp, h-ar,"
                        + " halving-doubling, double-tree; did you mean 'switchml'?",
                "ring, switchml|ring, 'ps:0'|:12: sweep.strategy[2]: no strategy is called 'ps:0'",
                "switches: all|count: all|:6: ina.count: there is no such key here",
                "background: {flows: 1}|jobs: {count: all}|:7: jobs: the key workers is missing",
                "1, [1]|1, [7]|:13: sweep.ina.switches[2]: switch 7 has no hosts; those that have"
                        + " are [0, 1]",
                "1, [1]|1, 3|:13: sweep.ina.switches[2]: '3' is none of all, none, a number of"
                        + " racks from 0 to 2",
                "mode: [packets]|mode: packets|:14: sweep.mode: must be a list of values, as in",
                "mode: [packets]|mod: [packets]|:14: sweep.mod[0]: there is no such key here;"
                        + " did you mean 'mode'?",
                "mode: [packets]|mode: [links]|: several jobs and background flows meet on links,"
                        + " which only the mode packets follows",
                "seed: 3|seed: 3.5|:9: seed: '3.5' is no whole number"
            })
    void shouldSayWhatIsWrongAndWhere(String right, String wrong, String message)
            throws IOException {
        String yaml = Files.readString(file);
        assertThat(yaml).contains(right);
        write(yaml.replace(right, wrong));
        CliRun run = run();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("rina: " + file + message);
        assertThat(out).doesNotExist();
    }

    @Test
    void shouldNameTheOptionThatIsWrong() {
        assertThat(run("--set", "seed=x").err()).contains("--set seed: 'x' is no whole number");
        assertThat(run("--set", "sede=1").err()).contains("--set sede: there is no such key here");
        assertThat(run("--point", "13").err()).contains("there is no point 13; the file has 12");
        assertThat(run("--threads", "0").err()).contains("--threads: there must be at least 1");
        assertThat(CliRun.of("simulate", folder.resolve("no.yaml").toString()).err())
                .contains("cannot read the scenario file", "there is no such file");
    }

    /** What it is that cannot be written is said before anything is run. */
    @Test
    void shouldFindBeforeTheRunsThatResultsCannotBeWritten() throws IOException {
        CliRun run = CliRun.of(
                "simulate", file.toString(), "--out", file.resolve("below").toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("--out: the folder " + file.resolve("below") + " cannot be made");
        assertThat(CliRun.of("simulate", file.toString(), "--out", file.toString())
                        .err())
                .contains("--out: " + file + " is a file; name a folder");
        Files.createDirectories(out.resolve("results.csv"));
        assertThat(run().err())
                .contains("--out: " + out.resolve("results.csv") + " is a folder, and a file of");
    }

    @Test
    void shouldRunAsManyJobsAsThereAreHostsFor() throws IOException {
        write(Files.readString(file)
                .replace("background: {flows: 1}", "jobs: {count: all, workers: 2}"));
        run("--set", "strategy=ring", "--set", "ina.switches=all");
        JsonNode points = JsonMapper.shared()
                .readTree(Files.readString(out.resolve("results.json")))
                .get("points");
        assertThat(points.get(0).get("figures").get("jobsIterationSeconds").size())
                .isEqualTo(2);
    }

    @Test
    void shouldRefuseACoreWhereThereIsNone() throws IOException {
        write(Files.readString(file)
                .replace(
                        "{kind: leaf-spine, leaves: 2, hostsPerLeaf: 2, spines: 1}",
                        "{kind: dragonfly, p: 2, a: 2, h: 1}")
                .replace("  switches: all", "  core: true"));
        assertThat(run().err())
                .contains("every switch of dragonfly(2,2,1) has hosts, so that none is a core");
    }
}
