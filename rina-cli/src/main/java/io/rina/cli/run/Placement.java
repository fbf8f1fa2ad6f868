package io.rina.cli.run;

import io.rina.runtime.port.PortOptions;

import java.util.List;
import java.util.function.Predicate;

/**
 * Which members of a job are started here, and how. A member goes by where it is: "coordinator",
 * its rack's name (a switch), "core" (the core switch) or its host's name.
 *
 * @param only which members to start
 * @param through words of a command that starts another one, such as {@code ip netns exec}; the
 *     member's name takes the place of {@code {}} in them. Empty to start members directly
 * @param portKind how members move frames
 */
record Placement(Predicate<String> only, List<String> through, PortOptions.Kind portKind) {
    /** All members, started directly. */
    static final Placement HERE = new Placement(name -> true, List.of(), PortOptions.Kind.AUTO);

    Placement {
        through = List.copyOf(through);
    }

    Placement withOnly(Predicate<String> others) {
        return new Placement(others, through, portKind);
    }

    Placement withThrough(List<String> words) {
        return new Placement(only, words, portKind);
    }

    boolean starts(String member) {
        return only.test(member);
    }

    /** The words that come before the member's own command. */
    List<String> wordsBefore(String member) {
        return through.stream().map(word -> word.replace("{}", member)).toList();
    }
}
