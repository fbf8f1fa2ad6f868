package io.rina.cli.swarm;

import io.rina.cli.input.InputException;
import io.rina.cli.input.Threads;
import io.rina.cli.text.Progress;
import io.rina.swarm.Coverage;
import io.rina.swarm.Failure;
import io.rina.swarm.Matrix;
import io.rina.swarm.Scenario;
import io.rina.swarm.Swarm;
import io.rina.swarm.SwarmOptions;
import io.rina.swarm.SwarmReport;
import io.rina.swarm.WorldResult;
import io.rina.swarm.Worlds;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rina swarm}: many worlds, or one of them again. The exit code is 1 if one fails. */
@Command(
        name = "swarm",
        mixinStandardHelpOptions = true,
        description = "Run the protocol in thousands of simulated worlds whose networks lose,"
                + " delay, double and damage frames, and check every event. docs/swarm.md says"
                + " what must hold.")
public final class SwarmCommand implements Callable<Integer> {
    private static final int DEFAULT_SEEDS = 2000;
    private static final int DEFAULT_ROUNDS = 3;
    private static final int DEFAULT_ALL_UP_TO = 5;
    /** Some 60,000 worlds. */
    private static final int MOST_ALL_UP_TO = 8;

    private static final int SHRINK_TRIES = 1000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many worlds. Default: " + DEFAULT_SEEDS + ".")
    private @Nullable Long seeds;

    @Option(names = "--start", paramLabel = "S", description = "The first seed. Default: 1.")
    private @Nullable Long start;

    @Option(names = "--seed", paramLabel = "S", description = "Only the world of this seed.")
    private @Nullable Long seed;

    @Option(
            names = "--scenario",
            paramLabel = "'K=V ...'",
            description = "Only this world, as a failure prints it; what is left out is plain.")
    private @Nullable String scenario;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Worlds that run side by side. Default: one for each core.")
    private @Nullable Integer threads;

    @Option(
            names = "--shrink",
            description = "Search for a smaller world that fails in the same way, for each of the"
                    + " first failures.")
    private boolean shrink;

    @Option(
            names = "--matrix",
            description = "Every strategy by every collective, type and operation, over 1 to "
                    + Matrix.MOST_RANKS + " ranks.")
    private boolean matrix;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "With --matrix: worlds of each strategy and count of ranks, on racks that"
                    + " are drawn from --start. Default: " + DEFAULT_ROUNDS + ".")
    private @Nullable Integer rounds;

    @Option(
            names = "--all-up-to",
            paramLabel = "RANKS",
            description = "With --matrix: worlds on every split of so many ranks over racks, with"
                    + " every subset of the ToRs aggregating. Default: " + DEFAULT_ALL_UP_TO + ".")
    private @Nullable Integer allUpTo;

    @Option(names = "--trace", description = "With one world: print every event.")
    private boolean trace;

    @Override
    public Integer call() {
        checkCombination();
        PrintWriter out = spec.commandLine().getOut();
        boolean passed;
        if (seed != null) {
            passed = one(Scenario.fromSeed(seed), out);
        } else if (scenario != null) {
            String line = scenario;
            passed = one(InputException.check("--scenario", () -> Scenario.parse(line)), out);
        } else {
            passed = matrix ? matrix(out) : many(out);
        }
        out.flush();
        return passed ? 0 : 1;
    }

    private void checkCombination() {
        boolean oneWorld = seed != null || scenario != null;
        if (seed != null && scenario != null) {
            throw new InputException("--seed and --scenario are two worlds; give one of them");
        }
        if (oneWorld && Stream.of(seeds, start, threads).anyMatch(option -> option != null)) {
            throw new InputException((seed != null ? "--seed" : "--scenario")
                    + " is one world; --seeds, --start and --threads are for many");
        }
        if (matrix && (oneWorld || seeds != null)) {
            throw new InputException("--matrix is many worlds of its own; --seed, --scenario and"
                    + " --seeds are others");
        }
        if (!matrix && (rounds != null || allUpTo != null)) {
            throw new InputException("--rounds and --all-up-to are of --matrix; give that, too");
        }
        if (trace && !oneWorld) {
            throw new InputException("--trace needs one world: give --seed or --scenario");
        }
    }

    private boolean one(Scenario scenario, PrintWriter out) {
        out.println(scenario);
        WorldResult result = trace ? Swarm.replay(scenario, out::println) : Swarm.replay(scenario);
        Failure failure = result.failure();
        out.print(SwarmText.of(result));
        if (failure != null) {
            out.println(Swarm.shrink(failure, shrink ? SHRINK_TRIES : 0));
        }
        return failure == null;
    }

    private boolean many(PrintWriter out) {
        long worlds = seeds == null ? DEFAULT_SEEDS : seeds;
        if (worlds < 1) {
            throw new InputException("--seeds: there must be at least 1, not " + worlds);
        }
        SwarmReport report = run(Worlds.ofSeeds(first(), worlds), result -> {});
        out.print(SwarmText.of(report, first()));
        return report.passed();
    }

    private boolean matrix(PrintWriter out) {
        int drawn = rounds == null ? DEFAULT_ROUNDS : rounds;
        int all = allUpTo == null ? DEFAULT_ALL_UP_TO : allUpTo;
        if (drawn < 0) {
            throw new InputException("--rounds: there must be 0 or more, not " + drawn);
        }
        if (all < 0 || all > MOST_ALL_UP_TO) {
            throw new InputException("--all-up-to: 0 to " + MOST_ALL_UP_TO + " ranks, not " + all);
        }
        Matrix worlds = new Matrix(first(), all, drawn);
        Coverage coverage = worlds.coverage();
        SwarmReport report = run(worlds, coverage::add);
        out.print(SwarmText.of(report, worlds, coverage));
        return report.passed();
    }

    private long first() {
        return start == null ? 1 : start;
    }

    /** On a terminal with a bar, which is gone at the end; elsewhere in silence. */
    private SwarmReport run(Worlds worlds, Consumer<WorldResult> listener) {
        int sideBySide = Threads.orCores(threads);
        SwarmOptions options =
                new SwarmOptions(worlds, sideBySide, false, shrink ? SHRINK_TRIES : 0);
        try (Progress progress = new Progress("worlds", worlds.count())) {
            return Swarm.run(options, (result, done, total) -> {
                listener.accept(result);
                progress.step();
            });
        }
    }
}
