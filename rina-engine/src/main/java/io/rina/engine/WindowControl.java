package io.rina.engine;

/** A {@link WindowPolicy} at work on one channel: what it says follows from what it has seen. */
interface WindowControl {
    static WindowControl of(WindowPolicy policy, int pool) {
        return switch (policy) {
            case WindowPolicy.Fixed _ -> new FixedWindow(pool);
            case WindowPolicy.Aimd aimd -> new AimdWindow(aimd, pool);
        };
    }

    /** Positions that may be under way, from 1 to the pool. */
    int positions();

    /**
     * The outcome of {@code position} is there, with or without a mark.
     *
     * @param next the position that the next fragment gets
     * @param underWay positions under way until now, this one included
     */
    void onDone(long position, long next, int underWay, boolean marked);

    /** {@code position} was overtaken, or its timeout is over. */
    void onLoss(long position, long next);

    /**
     * A position is taken for lost when one is done that is so many later; more than a pool where
     * only timeouts tell.
     */
    int overtakers();

    /** Whether one repetition breaks a silence of two round trips, long before a timeout does. */
    boolean probes();

    /** Of a pool, all of it. */
    record FixedWindow(int positions) implements WindowControl {
        @Override
        public void onDone(long position, long next, int underWay, boolean marked) {
            // Whatever happens, the window stays.
        }

        @Override
        public void onLoss(long position, long next) {
            // Whatever happens, the window stays.
        }

        @Override
        public int overtakers() {
            return Integer.MAX_VALUE;
        }

        @Override
        public boolean probes() {
            return false;
        }
    }
}
