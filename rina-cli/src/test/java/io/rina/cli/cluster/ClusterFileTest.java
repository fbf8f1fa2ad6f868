package io.rina.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rina.cli.cluster.ClusterFile.Host;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.plan.Topology;
import io.rina.plan.UnsupportedTopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Cluster files that are right: the examples, the defaults, and clusters made in memory. */
class ClusterFileTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files
                    .filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleShouldLoadAndHaveAPlan(Path example) {
        ClusterFile cluster = ClusterFile.read(example);

        assertThat(cluster.name() + ".yaml").isEqualTo(example.getFileName().toString());
        assertThat(cluster.plan().topology().workers()).isEqualTo(cluster.workers());
    }

    @Test
    void shouldReadEveryKey() {
        ClusterFile cluster = parse("""
                name: all-keys
                jobKey: 0123
                coordinator: '[::1]:7400'
                strategy: ring
                mtu: 9000
                pool: 64
                gsoSegments: 8
                timeouts: {join: PT2M, operation: 500ms}
                core: {ina: true, switch: 'spine.example:7410'}
                racks:
                  - name: left
                    ina: true
                    switch: tor0.example:7410
                    hosts:
                      - {name: a, address: 10.0.0.1, port: 7420, rank: 2}
                      - {name: b, address: node-b, rank: 0}
                  - name: right
                    ina: false
                    switch: tor1.example:7410
                    hosts:
                      - {name: c, address: 'fe80::1', port: 7420, rank: 1}
                """);

        assertThat(cluster.name()).isEqualTo("all-keys");
        assertThat(cluster.jobKey().secret()).isEqualTo("0123");
        assertThat(cluster.coordinator()).isEqualTo(new HostPort("::1", 7400));
        assertThat(cluster.strategy()).isEqualTo("ring");
        assertThat(cluster.mtu()).isEqualTo(9000);
        // 9000 - 40 - 8 - 40 = 8912 bytes: 6 blocks of 1,408.
        assertThat(cluster.fragmentElements()).isEqualTo(6 * 352);
        assertThat(cluster.pool()).isEqualTo(64);
        assertThat(cluster.gsoSegments()).isEqualTo(8);
        assertThat(cluster.timeouts().join()).isEqualTo(Duration.ofMinutes(2));
        assertThat(cluster.timeouts().operation()).isEqualTo(Duration.ofMillis(500));
        assertThat(cluster.rack("left").switchAddress()).hasToString("tor0.example:7410");
        assertThat(cluster.rack("right").switchAddress()).isNull();
        assertThat(cluster.host(2)).isEqualTo(new Host("a", new HostPort("10.0.0.1", 7420), 2));
        assertThat(cluster.toTopology()).hasToString("left(INA){0,2} right{1} core(INA)");
        assertThat(cluster.coreAddress()).hasToString("spine.example:7410");
    }

    @Test
    void shouldFillInWhatALocalFileLeavesOut() {
        ClusterFile cluster = parse("""
                jobKey: secret
                racks:
                  - name: r
                    ina: true
                    hosts:
                      - {name: a, address: 127.0.0.1}
                      - {name: b, address: localhost}
                """);

        assertThat(cluster.name()).isEqualTo("test");
        assertThat(cluster.coordinator()).hasToString("127.0.0.1:0");
        assertThat(cluster.strategy()).isEqualTo("rina");
        assertThat(cluster.mtu()).isEqualTo(1500);
        assertThat(cluster.fragmentElements()).isEqualTo(352);
        assertThat(cluster.pool()).isEqualTo(128);
        assertThat(cluster.gsoSegments()).isEqualTo(64);
        assertThat(cluster.timeouts()).isEqualTo(ClusterFile.Timeouts.DEFAULT);
        assertThat(cluster.rack("r").switchAddress()).hasToString("127.0.0.1:0");
        assertThat(cluster.hosts()).extracting(Host::rank).containsExactly(0, 1);
        assertThat(cluster.hosts()).extracting(host -> host.address().port()).containsOnly(0);
    }

    @Test
    void shouldReadTheKeyFileBesideTheFileAndOnlyWhenAsked(@TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("c.yaml");
        Files.writeString(file, """
                jobKeyFile: job.key
                racks: [{name: r, hosts: [{name: a, address: 127.0.0.1}]}]
                """);
        ClusterFile cluster = ClusterFile.read(file);

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> cluster.jobKey().secret())
                .withMessageEndingWith("job.key: there is no such file");
        Files.writeString(folder.resolve("job.key"), "s3cret\n");
        assertThat(cluster.jobKey().secret()).isEqualTo("s3cret");
        Files.writeString(folder.resolve("job.key"), "\n");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> cluster.jobKey().secret())
                .withMessageContaining("is empty");
    }

    @Test
    void shouldNotPrintTheSecret() {
        assertThat(parse("""
                jobKey: hunter2
                racks: [{name: r, hosts: [{name: a, address: 127.0.0.1}]}]
                """)).asString().doesNotContain("hunter2");
    }

    @Test
    void shouldMakeLocalClusters() {
        ClusterFile cluster = ClusterFile.local(3, 2, "rack0,rack2", "rina");

        assertThat(cluster.toTopology())
                .isEqualTo(Topology.ofSizes(new int[] {2, 2, 2}, rack -> rack != 1))
                .hasToString("rack0(INA){0,1} rack1{2,3} rack2(INA){4,5}");
        assertThat(cluster.hosts()).allMatch(host -> host.address().isLoopback());
        assertThat(cluster.rack("rack1").switchAddress()).isNull();
        assertThat(cluster.jobKey().secret())
                .hasSize(32)
                .isNotEqualTo(ClusterFile.local(3, 2, "all", "rina").jobKey().secret());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none|rack0{0,1} rack1{2} rack2{3,4,5}",
                "all|rack0(INA){0,1} rack1(INA){2} rack2(INA){3,4,5}",
                "rack1|rack0{0,1} rack1(INA){2} rack2{3,4,5}",
                "rack2, rack0|rack0(INA){0,1} rack1{2} rack2(INA){3,4,5}"
            })
    void shouldReadWhichRacksAggregate(String ina, String topology) {
        assertThat(ClusterFile.local(List.of(2, 1, 3), ina, "rina").toTopology())
                .hasToString(topology);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rack7|there is no rack 'rack7'; write none, all, or some" + " of rack0,rack1",
                "rack0,x,All|there is no rack 'x', 'All'; write none,"
                        + " all, or some of rack0,rack1",
                "rack0,|there is no rack ''; write none, all, or some of" + " rack0,rack1"
            })
    void shouldNameUnknownRacks(String ina, String message) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> ClusterFile.local(2, 2, ina, "rina"))
                .withMessage(message);
    }

    @Test
    void shouldRefuseImpossibleSizes() {
        assertRefused(0, 2, "at least one rack, not 0");
        assertRefused(2, 0, "at least one worker, not 0");
        assertRefused(2, -1, "at least one worker, not -1");
        assertRefused(Integer.MAX_VALUE, Integer.MAX_VALUE, "more than the 1024");
    }

    private static void assertRefused(int racks, int workers, String message) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> ClusterFile.local(racks, workers, "none", "rina"))
                .withMessageContaining(message);
    }

    @Test
    void shouldSayWhereAStrategyDoesNotApply() {
        ClusterFile cluster = ClusterFile.local(2, 2, "rack0", "rina").withStrategy("switchml");

        assertThatExceptionOfType(UnsupportedTopologyException.class).isThrownBy(cluster::plan);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> cluster.withStrategy("rnig"))
                .withMessageContaining("did you mean 'ring'?");
    }

    @Test
    void shouldNameTheRanksAndRacksThereAre() {
        ClusterFile cluster = ClusterFile.local(2, 2, "all", "rina");

        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> cluster.host(4))
                .withMessage("there is no rank 4 in local, whose ranks are 0 to 3");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> cluster.rack("rack9"))
                .withMessage("there is no rack 'rack9' in local; there are rack0, rack1");
    }

    private static ClusterFile parse(String yaml) {
        return ClusterReader.parse(Objects.requireNonNull(Path.of("test.yaml")), yaml);
    }
}
