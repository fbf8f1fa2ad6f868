package io.rina.cli.input;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the word that was probably meant. */
public final class Closest {
    private Closest() {}

    /**
     * The one of {@code known} that is reached from {@code word} with the fewest letters inserted,
     * removed or changed, if that is at most a third of its letters; upper and lower case are the
     * same.
     */
    public static @Nullable String to(String word, Collection<String> known) {
        String closest = null;
        int fewest = Integer.MAX_VALUE;
        for (String candidate : known) {
            int edits = edits(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (edits < fewest && edits <= Math.max(1, candidate.length() / 3)) {
                closest = candidate;
                fewest = edits;
            }
        }
        return closest;
    }

    /** "; did you mean 'train'?", or nothing where no known word is near. */
    public static String hint(String word, Collection<String> known) {
        String closest = to(word, known);
        return closest == null ? "" : "; did you mean '" + closest + "'?";
    }

    /**
     * Levenshtein's distance, row by row, and a swap of two neighbours counts as one edit (as in
     * optimal string alignment).
     */
    private static int edits(String from, String to) {
        int[][] best = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                best[i][j] = i == 0 || j == 0 ? i + j : step(best, from, to, i, j);
            }
        }
        return best[from.length()][to.length()];
    }

    private static int step(int[][] best, String from, String to, int i, int j) {
        int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int edits =
                Math.min(best[i - 1][j - 1] + change, Math.min(best[i - 1][j], best[i][j - 1]) + 1);
        boolean swapped = i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(edits, best[i - 2][j - 2] + 1) : edits;
    }
}
