package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;
import io.rina.plan.time.Selection;
import io.rina.runtime.Communicator;
import io.rina.runtime.job.JobOptions;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rina worker}: one rank of a job. */
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = "Be one rank of a job: train, or measure all-reduces.",
        subcommands = {
            WorkerCommand.Train.class,
            WorkerCommand.Bench.class,
            WorkerCommand.Obey.class
        })
public final class WorkerCommand implements Runnable {
    @Mixin
    private final MemberOptions options = new MemberOptions();

    @Mixin
    private final PortKindOption port = new PortKindOption();

    @Option(
            names = "--rank",
            required = true,
            paramLabel = "R",
            description = "Which worker of the cluster file.")
    private int rank;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "say what the worker shall do: train, bench or obey");
    }

    /**
     * Runs the cluster's work as this rank, and leaves in agreement or tells the others why not.
     * The cluster is read once, since a launcher says the job key once.
     */
    private int participate(Function<ClusterFile, Workload> works) {
        ClusterFile cluster = options.cluster();
        Workload work = works.apply(cluster);
        Verdict events = new Verdict(options.events(System.out));
        JobOptions jobOptions =
                options.job(cluster, cluster.host(rank).address(), port.kind(), events);
        work.prepare();
        try (Communicator job = Communicator.join(jobOptions, rank)) {
            events.accept(new Event.Started(
                    "rank " + rank, ProcessHandle.current().pid(), job.describePort()));
            try {
                work.run(job, events);
                job.leave();
            } catch (RuntimeException | Error e) {
                job.giveUp(e instanceof Error ? e.toString() : String.valueOf(e.getMessage()));
                throw e;
            }
            events.accept(new Event.Finished("rank " + rank, job.counters()));
        }
        if (!options.isLaunched()) {
            events.check();
        }
        return 0;
    }

    /** {@code rina worker ... train}. */
    @Command(name = "train", mixinStandardHelpOptions = true, description = "Train as one rank.")
    static final class Train implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private WorkerCommand worker;

        @Mixin
        private final TrainOptions options = new TrainOptions();

        @Override
        public Integer call() {
            TrainWorkload work = new TrainWorkload(options.config());
            return worker.participate(cluster -> work);
        }
    }

    /** {@code rina worker ... bench}. */
    @Command(name = "bench", mixinStandardHelpOptions = true, description = "Measure as one rank.")
    static final class Bench implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private WorkerCommand worker;

        @Mixin
        private final BenchOptions options = new BenchOptions();

        @Override
        public Integer call() {
            BenchWorkload one = options.workload();
            return worker.participate(cluster -> cluster.selection() instanceof Selection.All
                    ? options.comparison(cluster)
                    : one);
        }
    }

    /** {@code rina worker ... obey}. */
    @Command(
            name = "obey",
            mixinStandardHelpOptions = true,
            description = "Make all-reduces as a program orders them.")
    static final class Obey implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private WorkerCommand worker;

        @Mixin
        private final ObeyOptions options = new ObeyOptions();

        @Override
        public Integer call() {
            return worker.participate(cluster -> options.workload());
        }
    }
}
