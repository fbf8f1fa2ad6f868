package io.rina.sim.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tracks on which slices do not overlap: an owner has one, and another for each slice that overlaps
 * those on the ones before.
 */
final class Tracks {
    /** So many tracks an owner before the next owner's numbers begin. */
    private static final int STRIDE = 1_000;

    private final TraceWriter out;
    private final int section;
    /** By owner: when the last slice on each of its tracks ended. */
    private final Map<Integer, List<Long>> endsPs = new HashMap<>();

    Tracks(TraceWriter out, int section) {
        this.out = out;
        this.section = section;
    }

    /** The track for a slice; slices must come in the order in which they end. */
    int take(int owner, String name, long startPs, long endPs) {
        List<Long> ends = endsPs.computeIfAbsent(owner, o -> new ArrayList<>());
        int index = 0;
        while (index < ends.size() && ends.get(index) > startPs) {
            index++;
        }
        int track = owner * STRIDE + index;
        if (index == ends.size()) {
            ends.add(endPs);
            out.nameTrack(section, track, index == 0 ? name : name + ", " + (index + 1));
        } else {
            ends.set(index, endPs);
        }
        return track;
    }
}
