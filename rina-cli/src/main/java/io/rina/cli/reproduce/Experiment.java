package io.rina.cli.reproduce;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scenario file, and the claims that are to be checked with it.
 *
 * @param name also of the file, without its ending
 * @param about what it is for
 * @param quick the part of the file's grid for a quick look
 * @param anchors points that are also run packet by packet, to see how near the others are; not
 *     for a quick look
 */
record Experiment(
        String name,
        String about,
        List<Claim> claims,
        Part quick,
        @Nullable Part anchors) {
    /**
     * A part of a grid, perhaps with other settings.
     *
     * @param set values by key, for keys that are not swept
     * @param keep of swept keys, the values that stay
     */
    record Part(Map<String, String> set, Map<String, List<String>> keep) {
        static final Part ALL = new Part(Map.of(), Map.of());
    }
}
