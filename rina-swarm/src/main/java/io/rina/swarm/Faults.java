package io.rina.swarm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A level for each {@link Fault}, in the order of their declaration. */
public record Faults(List<Integer> levels) {
    private static final int COUNT = Fault.values().length;

    public Faults {
        levels = List.copyOf(levels);
        if (levels.size() != COUNT) {
            throw new IllegalArgumentException(
                    "there are " + COUNT + " faults, not " + levels.size() + ": " + levels);
        }
        for (int level : levels) {
            if (level < 0 || level > Fault.WORST_LEVEL) {
                throw new IllegalArgumentException(
                        "a fault level is 0 to " + Fault.WORST_LEVEL + ", not " + level);
            }
        }
    }

    public static Faults none() {
        return new Faults(Collections.nCopies(COUNT, 0));
    }

    public int level(Fault fault) {
        return levels.get(fault.ordinal());
    }

    /** Chance per thousand frames (for PAUSE: see there). */
    int rate(Fault fault) {
        return fault.rate(level(fault));
    }

    public Faults with(Fault fault, int level) {
        List<Integer> changed = new ArrayList<>(levels);
        changed.set(fault.ordinal(), level);
        return new Faults(changed);
    }

    /** The highest level of any fault: how bad this world is, in one number. */
    public int worst() {
        return Collections.max(levels);
    }
}
