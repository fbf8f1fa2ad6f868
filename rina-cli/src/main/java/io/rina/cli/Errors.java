package io.rina.cli;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import io.rina.plan.UnsupportedTopologyException;
import io.rina.runtime.JobException;
import io.rina.train.TrainingException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns every exception into one line on standard error, "rina: ...", and an exit code: 2 where the
 * user has to change an argument or a file, 1 for everything else. A stack trace comes only when it
 * was asked for.
 */
final class Errors implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final BooleanSupplier verbose;

    Errors(BooleanSupplier verbose) {
        this.verbose = verbose;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String message = e instanceof UnmatchedArgumentException unmatched
                        && !unmatched.getUnmatched().isEmpty()
                ? unmatched(unmatched)
                : String.valueOf(e.getMessage());
        String line = message + " (see " + qualifiedName(command) + " --help)";
        return print(command.getErr(), line, e, ExitCode.USAGE);
    }

    private static String unmatched(UnmatchedArgumentException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        String word = e.getUnmatched().getFirst();
        if (e.isUnknownOption()) {
            // Of --seed=5 the name is what matters.
            String name = word.replaceFirst("=.*", "");
            return "unknown option '" + name + "'" + Closest.hint(name, options(spec));
        }
        if (!spec.subcommands().isEmpty() && spec.positionalParameters().isEmpty()) {
            return "unknown command '" + word + "'"
                    + Closest.hint(word, spec.subcommands().keySet());
        }
        return "unexpected argument '" + word + "'";
    }

    private static List<String> options(CommandSpec spec) {
        List<String> names = new ArrayList<>();
        spec.options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static String qualifiedName(CommandLine command) {
        return "./" + command.getCommandSpec().qualifiedName();
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
        PrintWriter err = command.getErr();
        return switch (e) {
            case InputException input -> print(err, message(input), input, ExitCode.USAGE);
            case UnsupportedTopologyException topology ->
                print(err, message(topology), topology, ExitCode.USAGE);
            case TrainingException training ->
                print(err, message(training), training, ExitCode.SOFTWARE);
            case JobException job -> print(err, message(job), job, exitCode(job));
            case UncheckedIOException io -> print(err, message(io), io, ExitCode.SOFTWARE);
            default -> print(err, unexpected(e), e, ExitCode.SOFTWARE);
        };
    }

    private static String message(Exception e) {
        return String.valueOf(e.getMessage());
    }

    private static int exitCode(JobException e) {
        return switch (e.category()) {
            case CONFIGURATION, REFUSED -> ExitCode.USAGE;
            case TIMEOUT, LOST, ABORTED, NUMBERS -> ExitCode.SOFTWARE;
        };
    }

    /** Not a message that was written for users: say so, and how to find out more. */
    private String unexpected(Exception e) {
        return "failed unexpectedly: " + e
                + (verbose.getAsBoolean() ? "" : " (--verbose shows where)");
    }

    private int print(PrintWriter err, String message, Exception e, int exitCode) {
        err.println("rina: " + message.strip().replaceAll("\\s*\\R\\s*", "; "));
        if (verbose.getAsBoolean()) {
            e.printStackTrace(err);
        }
        err.flush();
        return exitCode;
    }
}
