package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterFile.ClusterRack;
import io.rina.cli.cluster.ClusterFile.Host;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.Rates;
import io.rina.plan.time.CostModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A folder for one job of this machine, readable by its owner only: the cluster file for the
 * processes, and their logs. The job key is not in it, since nobody removes the folder of a
 * launcher that is killed by force. It is removed after a good end and kept after a bad one. From
 * any thread: a signal's hook may remove it.
 */
final class JobFolder implements AutoCloseable {
    /** Stands where the file that holds the secret would be named; there is none. */
    private static final String KEY_ELSEWHERE = "told-by-the-launcher";

    private final Path folder;
    private boolean done;

    JobFolder() {
        try {
            folder = Files.createTempDirectory(
                    "rina-job-",
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot make a folder for the job's files in "
                            + System.getProperty("java.io.tmpdir") + " (" + e
                            + "); set TMPDIR to a folder that can be written to",
                    e);
        }
    }

    Path path() {
        return folder;
    }

    /** Writes a cluster without its job key, and returns where. */
    Path write(ClusterFile cluster) {
        Path file = folder.resolve("cluster.yaml");
        new YAMLMapper().writeValue(file.toFile(), tree(cluster));
        return file;
    }

    private static Map<String, Object> tree(ClusterFile cluster) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", cluster.name());
        tree.put("jobKeyFile", KEY_ELSEWHERE);
        tree.put("coordinator", cluster.coordinator().toString());
        HostPort core = cluster.coreAddress();
        if (core != null) {
            tree.put("core", Map.of("ina", true, "switch", core.toString()));
        }
        tree.put("strategy", cluster.strategy());
        tree.put("mtu", cluster.mtu());
        tree.put("pool", cluster.pool());
        tree.put("gsoSegments", cluster.gsoSegments());
        tree.put(
                "timeouts",
                Map.of(
                        "join", cluster.timeouts().join().toString(),
                        "operation", cluster.timeouts().operation().toString(),
                        "silence", cluster.timeouts().silence().toString()));
        tree.put("costs", costs(cluster.costs()));
        tree.put("racks", cluster.racks().stream().map(JobFolder::rack).toList());
        return tree;
    }

    private static Map<String, Object> costs(CostModel costs) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (!Double.isInfinite(costs.hostBitsPerSec())) {
            tree.put("hostRate", Rates.format(costs.hostBitsPerSec()));
        }
        if (!Double.isInfinite(costs.uplinkBitsPerSec())) {
            tree.put("uplinkRate", Rates.format(costs.uplinkBitsPerSec()));
        }
        tree.put("hopNs", plain(costs.hopNs()));
        tree.put("operationNs", plain(costs.operationNs()));
        tree.put("messageNs", plain(costs.messageNs()));
        tree.put("frameNs", plain(costs.frameNs()));
        tree.put("byteNs", plain(costs.byteNs()));
        tree.put("elementNs", plain(costs.elementNs()));
        tree.put("sharedCores", costs.sharedCores());
        return tree;
    }

    private static String plain(double number) {
        return new BigDecimal(number).setScale(9, RoundingMode.HALF_UP).toPlainString();
    }

    private static Map<String, Object> rack(ClusterRack rack) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", rack.name());
        tree.put("ina", rack.ina());
        HostPort address = rack.switchAddress();
        if (address != null) {
            tree.put("switch", address.toString());
        }
        List<Map<String, Object>> hosts = new ArrayList<>();
        for (Host host : rack.hosts()) {
            hosts.add(Map.of(
                    "name", host.name(),
                    "address", host.address().host(),
                    "port", host.address().port(),
                    "rank", host.rank()));
        }
        tree.put("hosts", hosts);
        return tree;
    }

    /** Lets the folder stay, for its logs. */
    synchronized void keep() {
        done = true;
    }

    @Override
    public synchronized void close() {
        if (done) {
            return;
        }
        done = true;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the job's folder " + folder, e);
        }
    }
}
