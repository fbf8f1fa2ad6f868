package io.rina.cli.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process of this program, started with this process's own Java and classes. Its standard output
 * carries events, its standard error goes to a log file. Its standard input stays open as long as
 * this process lives: see {@link ParentWatch}.
 */
final class Child implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Child.class);

    private final String name;
    private final Process process;
    private final Path log;
    private final Thread reader;

    private Child(String name, Process process, Path log, Thread reader) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.reader = reader;
    }

    /**
     * Starts {@code rina ARGUMENTS}; {@code onEvent} is called from a thread of the child's own.
     * When it throws, the child is ended.
     *
     * @param before words of a command that becomes the one after it, or none
     */
    static Child start(
            String name,
            List<String> before,
            List<String> jvmOptions,
            List<String> arguments,
            Path logFolder,
            Consumer<Event> onEvent) {
        Path log = logFolder.resolve(name + ".log");
        try {
            Process process = new ProcessBuilder(command(before, jvmOptions, arguments))
                    .redirectError(log.toFile())
                    .start();
            Thread reader = Thread.ofPlatform()
                    .daemon()
                    .name("events-of-" + name)
                    .start(() -> readEvents(process, onEvent));
            return new Child(name, process, log, reader);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    private static List<String> command(
            List<String> before, List<String> jvmOptions, List<String> arguments) {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.add("-XX:+UseSerialGC");
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.add("-Drina.home=" + System.getProperty("rina.home", ""));
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("io.rina.cli.Main");
        command.addAll(arguments);
        return command;
    }

    private static void readEvents(Process process, Consumer<Event> onEvent) {
        EventLines lines = new EventLines();
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line; (line = in.readLine()) != null; ) {
                Event event = lines.read(line);
                if (event != null) {
                    onEvent.accept(event);
                }
            }
        } catch (IOException e) {
            // The pipe broke because the process was ended; its exit code tells the rest.
        } catch (RuntimeException e) {
            // Nobody reads on, and a child that nobody reads stops at a full pipe.
            LOG.debug("an event was not heard", e);
            process.destroy();
        }
    }

    /** Says a line to the process, on its standard input. */
    void tell(String line) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            // It has ended already; its exit code tells the rest.
            LOG.debug("{} did not hear", name, e);
        }
    }

    String name() {
        return name;
    }

    CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /** The exit code, once its last event has been handed on. */
    int exitCode() {
        try {
            int code = process.waitFor();
            reader.join(TimeUnit.SECONDS.toMillis(5));
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The last lines that it wrote to standard error. */
    String complaint() {
        try {
            List<String> lines = Files.readAllLines(log);
            List<String> tail = lines.subList(Math.max(0, lines.size() - 8), lines.size());
            return tail.isEmpty()
                    ? "it wrote nothing"
                    : String.join("\n", tail).replaceFirst("^rina: ", "");
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /** Asks the process to end. */
    void end() {
        process.destroy();
    }

    /** Asks the process to end, and ends it by force if it has not within 3 s. */
    @Override
    public void close() {
        if (!process.isAlive()) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(3, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
