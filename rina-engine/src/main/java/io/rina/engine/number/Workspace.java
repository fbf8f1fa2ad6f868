package io.rina.engine.number;

/**
 * The int32 working copies that successive operations of one worker share; they grow to the
 * largest.
 */
public final class Workspace {
    private int[] lanes = {};
    private int[] highs = {};

    int[] lanes(int atLeast) {
        if (lanes.length < atLeast) {
            lanes = new int[atLeast];
        }
        return lanes;
    }

    /** A second working copy, which stays while the first is used again. */
    int[] highs(int atLeast) {
        if (highs.length < atLeast) {
            highs = new int[atLeast];
        }
        return highs;
    }
}
