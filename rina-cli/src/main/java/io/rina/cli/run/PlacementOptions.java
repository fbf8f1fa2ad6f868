package io.rina.cli.run;

import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the processes of a job are started. For use as a picocli mixin. */
final class PlacementOptions {
    @Option(
            names = "--through",
            paramLabel = "CMD",
            defaultValue = "",
            description = "Start each process through this command, as in 'ip netns exec"
                    + " rina-{}'. {} becomes its host's name, its rack's for a switch, or"
                    + " coordinator.")
    private String through = "";

    @Mixin
    private final PortKindOption port = new PortKindOption();

    Placement everywhere() {
        return of(name -> true);
    }

    Placement of(Predicate<String> only) {
        String words = through.strip();
        return new Placement(
                only, words.isEmpty() ? List.of() : List.of(words.split("\\s+")), port.kind());
    }
}
