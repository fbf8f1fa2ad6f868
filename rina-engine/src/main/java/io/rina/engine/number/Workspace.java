package io.rina.engine.number;

/**
 * The int32 working copy that successive operations of one worker share; it grows to the largest.
 */
public final class Workspace {
    private int[] lanes = {};

    int[] lanes(int atLeast) {
        if (lanes.length < atLeast) {
            lanes = new int[atLeast];
        }
        return lanes;
    }
}
