package io.rina.cli;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import io.rina.plan.UnsupportedTopologyException;
import io.rina.runtime.job.JobException;
import io.rina.train.TrainingException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
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

    /**
     * Runs a command. Picocli hands on exceptions only; an Error, out of memory say, is to be one
     * line as well.
     */
    static int execute(ParseResult result) {
        try {
            return new RunLast().execute(result);
        } catch (Error e) {
            throw new ExecutionException(result.commandSpec().commandLine(), e.toString(), e);
        }
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        if (e instanceof MissingParameterException) {
            // Picocli stops here, in the first command that misses something, and so has not looked
            // at what stands behind a subcommand.
            command = innermost(command, List.of(args));
            if (printHelp(command, List.of(args))) {
                return ExitCode.OK;
            }
        }
        String line = message(e, command, args) + " (see " + qualifiedName(command) + " --help)";
        return print(command.getErr(), line, e, ExitCode.USAGE);
    }

    private static CommandLine innermost(CommandLine command, List<String> args) {
        CommandLine at = command;
        for (String arg :
                args.subList(args.lastIndexOf(command.getCommandName()) + 1, args.size())) {
            at = at.getSubcommands().getOrDefault(arg, at);
        }
        return at;
    }

    private static boolean printHelp(CommandLine command, List<String> args) {
        if (args.contains("--help") || args.contains("-h")) {
            command.usage(command.getOut());
            return true;
        }
        if (args.contains("--version") || args.contains("-V")) {
            command.printVersionHelp(command.getOut());
            return true;
        }
        return false;
    }

    private static String message(ParameterException e, CommandLine command, String[] args) {
        CommandSpec spec = command.getCommandSpec();
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(spec, unmatched.getUnmatched().getFirst());
        }
        if (e instanceof MissingParameterException) {
            // A misspelt option is more to the point than the one that is missing because of it.
            List<String> known = options(spec);
            for (CommandSpec at = spec; at.parent() != null; at = at.parent()) {
                known.addAll(options(at.parent()));
            }
            for (String arg : args) {
                if (arg.startsWith("--") && !known.contains(arg.replaceFirst("=.*", ""))) {
                    return unmatched(spec, arg);
                }
            }
        }
        return inWords(String.valueOf(e.getMessage()));
    }

    /** Picocli names the types of Java, which say nothing of what would be right. */
    private static String inWords(String message) {
        return message.replaceFirst(" is not an int$", " is not a whole number up to 2,147,483,647")
                .replaceFirst(
                        " is not a long$", " is not a whole number up to 9,223,372,036,854,775,807")
                .replaceFirst(" is not a float$", " is not a number");
    }

    private static String unmatched(CommandSpec spec, String word) {
        if (word.startsWith("-")) {
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
                print(err, message(training), training, exitCode(training));
            case JobException job -> print(err, message(job), job, exitCode(job));
            case UncheckedIOException io -> print(err, message(io), io, ExitCode.SOFTWARE);
            case ExecutionException error ->
                print(err, unexpected(error.getCause()), error, ExitCode.SOFTWARE);
            default -> print(err, unexpected(e), e, ExitCode.SOFTWARE);
        };
    }

    private static String message(Exception e) {
        return String.valueOf(e.getMessage());
    }

    private static int exitCode(TrainingException e) {
        return switch (e.category()) {
            case DATA -> ExitCode.USAGE;
            case ENGINE, DIVERGED -> ExitCode.SOFTWARE;
        };
    }

    private static int exitCode(JobException e) {
        return switch (e.category()) {
            case CONFIGURATION, REFUSED -> ExitCode.USAGE;
            case TIMEOUT, LOST, ABORTED, NUMBERS -> ExitCode.SOFTWARE;
        };
    }

    /** Not a message that was written for users: say so, and how to find out more. */
    private String unexpected(@Nullable Throwable e) {
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
