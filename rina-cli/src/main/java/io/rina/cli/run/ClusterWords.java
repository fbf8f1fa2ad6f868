package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.cluster.ClusterFile.ClusterRack;

import java.util.List;
import java.util.stream.Collectors;

/** The options that give a cluster of the same racks on one machine. */
final class ClusterWords {
    private ClusterWords() {}

    static String of(ClusterFile cluster) {
        String workers = cluster.racks().stream()
                .map(rack -> Integer.toString(rack.hosts().size()))
                .collect(Collectors.joining(","));
        return "--racks " + cluster.racks().size() + " --workers " + workers + " --ina "
                + ina(cluster) + (cluster.coreAddress() == null ? "" : " --core-ina");
    }

    private static String ina(ClusterFile cluster) {
        List<String> names = cluster.racks().stream()
                .filter(ClusterRack::ina)
                .map(ClusterRack::name)
                .toList();
        if (names.isEmpty()) {
            return "none";
        }
        return names.size() == cluster.racks().size() ? "all" : String.join(",", names);
    }
}
