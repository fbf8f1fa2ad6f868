package io.rina.cli.run;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** Who gives the orders. For use as a picocli mixin. */
final class ObeyOptions {
    @Parameters(
            paramLabel = "SOCKET",
            description = "The path of a Unix socket at which the program listens.")
    @SuppressWarnings("NullAway.Init")
    private Path socket;

    ObeyOptions() {}

    Workload workload() {
        return new ObedientWorkload(socket);
    }

    /** The words that give another process the same order. */
    List<String> words() {
        return List.of("obey", socket.toAbsolutePath().toString());
    }
}
