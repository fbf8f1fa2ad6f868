package io.rina.cli.cluster;

import io.rina.cli.cluster.ClusterFile.ClusterRack;
import io.rina.cli.cluster.ClusterFile.Host;
import io.rina.cli.cluster.ClusterFile.Timeouts;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.plan.time.CostModel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Clusters whose processes all run on this machine. */
final class LocalCluster {
    static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
    /** Far more processes than a machine can run; above it, a slip of the finger is likelier. */
    private static final int MAX_WORKERS = 1024;

    private LocalCluster() {}

    static List<Integer> sizes(int racks, int workersPerRack) {
        if (racks < 1) {
            throw new InputException("there must be at least one rack, not " + racks);
        }
        checkWorkers((long) racks * Math.max(1, workersPerRack));
        return checked(Collections.nCopies(racks, workersPerRack));
    }

    static ClusterFile of(List<Integer> sizes, String inaRacks, String strategy) {
        checked(sizes);
        List<String> names =
                IntStream.range(0, sizes.size()).mapToObj(i -> "rack" + i).toList();
        Set<String> ina = InaRacks.parse(inaRacks, names);
        List<ClusterRack> racks = new ArrayList<>();
        int rank = 0;
        for (int i = 0; i < sizes.size(); i++) {
            List<Host> hosts = new ArrayList<>();
            for (int k = 0; k < sizes.get(i); k++) {
                hosts.add(new Host("worker" + rank, ANY_PORT, rank));
                rank++;
            }
            boolean aggregates = ina.contains(names.get(i));
            racks.add(
                    new ClusterRack(names.get(i), aggregates, aggregates ? ANY_PORT : null, hosts));
        }
        return new ClusterFile(
                "local",
                JobKey.random(),
                ANY_PORT,
                StrategyName.check(strategy),
                ClusterFile.DEFAULT_MTU,
                ClusterFile.DEFAULT_POOL,
                ClusterFile.DEFAULT_GSO_SEGMENTS,
                Timeouts.DEFAULT,
                null,
                CostModel.oneMachine(Runtime.getRuntime().availableProcessors()),
                racks);
    }

    static List<Integer> checked(List<Integer> sizes) {
        if (sizes.isEmpty()) {
            throw new InputException("there must be at least one rack");
        }
        for (int size : sizes) {
            if (size < 1) {
                throw new InputException("a rack has at least one worker, not " + size);
            }
        }
        checkWorkers(sizes.stream().mapToLong(size -> size).sum());
        return sizes;
    }

    private static void checkWorkers(long workers) {
        if (workers > MAX_WORKERS) {
            throw new InputException(
                    workers + " workers are more than the " + MAX_WORKERS + " that fit here");
        }
    }
}
