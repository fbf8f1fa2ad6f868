package io.rina.sim.workload;

import java.util.List;

/** Those that wait, as text for people. */
public final class Waiting {
    private static final int MOST_NAMES = 4;

    private Waiting() {}

    /** The first few, and how many more. */
    public static String text(List<String> names) {
        int more = names.size() - MOST_NAMES;
        return String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
