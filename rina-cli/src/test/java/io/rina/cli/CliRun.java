package io.rina.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What one call of the command line came to. */
public record CliRun(int exitCode, String out, String err) {
    /** Runs in this process, without colours, with only those environment variables. */
    public static CliRun of(Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine(environment)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpAutoWidth(false);
        int exitCode = line.execute(args);
        return new CliRun(exitCode, out.toString(), err.toString());
    }

    public static CliRun of(String... args) {
        return of(Map.of(), args);
    }
}
