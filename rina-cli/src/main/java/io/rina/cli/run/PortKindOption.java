package io.rina.cli.run;

import io.rina.runtime.port.PortOptions;
import java.util.List;
import picocli.CommandLine.Option;

/** By which system calls frames leave and come in; for every command that moves frames. */
final class PortKindOption {
    @Option(
            names = "--port-kind",
            paramLabel = "KIND",
            defaultValue = "AUTO",
            description = "How datagrams are moved: ${COMPLETION-CANDIDATES}. Default:"
                    + " ${DEFAULT-VALUE}.")
    private PortOptions.Kind kind = PortOptions.Kind.AUTO;

    PortOptions.Kind kind() {
        return kind;
    }

    /** The words that give another process the same option. */
    static List<String> words(PortOptions.Kind kind) {
        return List.of("--port-kind", kind.name());
    }
}
