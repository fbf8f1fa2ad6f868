package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.input.InputException;
import io.rina.train.TrainingConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rina launch}: the processes of a described cluster, all of them or one host's. */
@Command(
        name = "launch",
        mixinStandardHelpOptions = true,
        description = {
            "Start the processes of a cluster file on this machine: all of them, or those that"
                    + " --only names.",
            "On several machines run it once on each, with the same file and --only."
        },
        subcommands = {
            LaunchCommand.Train.class,
            LaunchCommand.Bench.class,
            LaunchCommand.Obey.class
        })
public final class LaunchCommand implements Runnable {
    @Option(
            names = "--cluster",
            required = true,
            paramLabel = "FILE",
            description = "The cluster file.")
    @SuppressWarnings("NullAway.Init")
    private Path path;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "Start only these: host names, rack names (for a rack's switch), core,"
                    + " coordinator.")
    private @Nullable List<String> only;

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "say what the workers shall do: train, bench or obey");
    }

    private int launch(List<String> workload) {
        ClusterFile cluster = ClusterFile.read(path);
        Set<String> names = names(cluster);
        Verdict verdict = new Verdict(new EventText(System.out));
        LocalRun.run(
                cluster,
                placement.of(name -> only == null || names.contains(name)),
                workload,
                List.of(),
                verdict);
        verdict.check();
        return 0;
    }

    /** What {@code --only} selects; throws InputException for a name that is not in the file. */
    private Set<String> names(ClusterFile cluster) {
        Set<String> known = new TreeSet<>(List.of("coordinator"));
        if (cluster.coreAddress() != null) {
            known.add("core");
        }
        cluster.racks().forEach(rack -> known.add(rack.name()));
        cluster.hosts().forEach(host -> known.add(host.name()));
        Set<String> names = new TreeSet<>(only == null ? List.of() : only);
        List<String> unknown = new ArrayList<>(names);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new InputException("--only names " + String.join(", ", unknown)
                    + ", which the cluster file does not have; it has "
                    + String.join(", ", known));
        }
        return names;
    }

    /** {@code rina launch ... train}. */
    @Command(name = "train", mixinStandardHelpOptions = true, description = "Train.")
    static final class Train implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private LaunchCommand launch;

        @Mixin
        private final TrainOptions options = new TrainOptions();

        @Override
        public Integer call() {
            // Refused here, what cannot be used is refused once.
            TrainingConfig _ = options.config();
            return launch.launch(options.words());
        }
    }

    /** {@code rina launch ... bench}. */
    @Command(name = "bench", mixinStandardHelpOptions = true, description = "Measure all-reduces.")
    static final class Bench implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private LaunchCommand launch;

        @Mixin
        private final BenchOptions options = new BenchOptions();

        @Override
        public Integer call() {
            return launch.launch(options.words());
        }
    }

    /** {@code rina launch ... obey}. */
    @Command(
            name = "obey",
            mixinStandardHelpOptions = true,
            description = "Make all-reduces as a program orders them, such as testbed/compare.")
    static final class Obey implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private LaunchCommand launch;

        @Mixin
        private final ObeyOptions options = new ObeyOptions();

        @Override
        public Integer call() {
            return launch.launch(options.words());
        }
    }
}
