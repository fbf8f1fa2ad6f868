package io.rina.engine;

/**
 * The numbers of one reduction at one worker. The worker sums {@link #lanes()}; the caller's own
 * representation is read by {@link #load} just before a range is first needed and written by
 * {@link #store} as soon as it is final, so that both hide behind the network.
 */
public interface Vector {
    int elements();

    /** Working copy, at least {@link #elements()} long, the same array for the whole reduction. */
    int[] lanes();

    /**
     * Fills lanes {@code from} to {@code to} (exclusive) with this worker's contribution. Called
     * once a range.
     */
    void load(int from, int to);

    /** Takes the final lanes {@code from} to {@code to} (exclusive). Called once a range. */
    void store(int from, int to);
}
