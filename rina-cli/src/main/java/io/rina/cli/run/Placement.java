package io.rina.cli.run;

import java.util.List;
import java.util.function.Predicate;

/**
 * Which members of a job are started here, and how. A member goes by where it is: "coordinator",
 * its rack's name (a switch), "core" (the core switch) or its host's name.
 *
 * @param only which members to start
 * @param through words of a command that starts another one, such as {@code ip netns exec}; the
 *     member's name takes the place of {@code {}} in them. Empty to start members directly
 */
record Placement(Predicate<String> only, List<String> through) {
    /** All members, started directly. */
    static final Placement HERE = new Placement(name -> true, List.of());

    Placement {
        through = List.copyOf(through);
    }

    boolean starts(String member) {
        return only.test(member);
    }

    /** The words that come before the member's own command. */
    List<String> wordsBefore(String member) {
        return through.stream().map(word -> word.replace("{}", member)).toList();
    }
}
