package io.rina.cli.cluster;

import io.rina.cli.input.InputException;
import io.rina.plan.time.Selection;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options by which a command is told on what cluster to work: a file, or racks on this machine.
 * For use as a picocli mixin.
 */
public final class ClusterOptions {
    private static final int DEFAULT_RACKS = 2;
    private static final int DEFAULT_WORKERS = 2;
    private static final String DEFAULT_INA = "all";

    @Option(
            names = "--cluster",
            paramLabel = "FILE",
            description = "The cluster, as in examples/two-racks.yaml; docs/cluster-file.md lists"
                    + " the keys.")
    private @Nullable Path file;

    @Option(
            names = "--racks",
            paramLabel = "R",
            description = "Instead of a file: so many racks, named rack0, rack1, ... Default: as"
                    + " many as --workers lists, or " + DEFAULT_RACKS + ".")
    private @Nullable Integer racks;

    @Option(
            names = "--workers",
            paramLabel = "K",
            split = ",",
            description = "Workers in each rack, or one number for each rack, as in 2,3,1."
                    + " Default: " + DEFAULT_WORKERS + ".")
    private @Nullable List<Integer> workers;

    @Option(
            names = "--ina",
            paramLabel = "RACKS",
            description = "Whose switches aggregate: none, all, or names, as in rack0,rack2."
                    + " Default: " + DEFAULT_INA + ".")
    private @Nullable String ina;

    @Option(
            names = "--core-ina",
            description = "The core switch aggregates as well; switchml over several racks then"
                    + " sums there.")
    private boolean coreIna;

    @Option(
            names = "--strategy",
            paramLabel = "S",
            description =
                    "rina, rina-striped, rina-hops, ring, h-ar, halving-doubling, double-tree, ps,"
                            + " atp or switchml, or auto for what is predicted to be fastest."
                            + " Default: the file's, or rina.")
    private @Nullable String strategy;

    /**
     * Throws InputException, naming the option or the place in the file, where that is no cluster,
     * or where its strategy is "all".
     */
    public ClusterFile cluster() {
        ClusterFile cluster = clusterToCompareOn();
        if (cluster.selection() instanceof Selection.All) {
            throw new InputException("strategy all compares strategies, which only bench does;"
                    + " name one of them, or auto");
        }
        return cluster;
    }

    /** The same, but the strategy may be "all". */
    public ClusterFile clusterToCompareOn() {
        ClusterFile cluster = file == null ? local() : read(file);
        String chosen = strategy;
        return chosen == null
                ? cluster
                : InputException.check("--strategy", () -> cluster.withStrategy(chosen));
    }

    private ClusterFile read(Path file) {
        if (racks != null || workers != null || ina != null || coreIna) {
            String other = racks != null
                    ? "--racks"
                    : workers != null ? "--workers" : ina != null ? "--ina" : "--core-ina";
            throw new InputException("--cluster and " + other
                    + " exclude each other: the racks are either those of a file or made up");
        }
        return ClusterFile.read(file);
    }

    private ClusterFile local() {
        List<Integer> sizes = sizes();
        ClusterFile cluster = InputException.check(
                "--ina",
                () -> LocalCluster.of(
                        sizes, ina == null ? DEFAULT_INA : ina, ClusterFile.DEFAULT_STRATEGY));
        return coreIna ? cluster.withLocalCore() : cluster;
    }

    private List<Integer> sizes() {
        List<Integer> given = workers == null ? List.of(DEFAULT_WORKERS) : workers;
        if (given.size() > 1 && racks != null && racks != given.size()) {
            throw new InputException("--racks says " + racks + " but --workers lists "
                    + given.size() + "; leave --racks away, or make them agree");
        }
        int count = racks != null ? racks : given.size() > 1 ? given.size() : DEFAULT_RACKS;
        return InputException.check(
                count < 1 ? "--racks" : "--workers",
                () -> given.size() > 1
                        ? LocalCluster.checked(given)
                        : LocalCluster.sizes(count, given.getFirst()));
    }
}
