package io.rina.engine;

/**
 * {@link WindowPolicy.Aimd} at work. A round trip is what lies between a position and those that
 * were next when it was done: after a cut, marks and losses of positions that were under way by
 * then say nothing new, and do not cut again. So a channel that is silent for long, because a peer
 * computes, is cut once.
 */
final class AimdWindow implements WindowControl {
    /** As many as TCP waits for (RFC 5681), and ATP. */
    private static final int OVERTAKERS = 3;

    private final int pool;
    private int positions;
    private int threshold;
    /** Outcomes since the window last grew or was cut; a window of them is a round trip. */
    private int outcomes;
    /** The first position that had not been used when the window was last cut. */
    private long afterCut;
    /** The most under way in this round trip, which ends with the outcome of {@code roundEnd}. */
    private int peak;

    private long roundEnd;

    AimdWindow(WindowPolicy.Aimd policy, int pool) {
        this.pool = pool;
        positions = Math.min(policy.start(), pool);
        threshold = pool;
    }

    @Override
    public int positions() {
        return positions;
    }

    @Override
    public void onDone(long position, long next, int underWay, boolean marked) {
        peak = position < roundEnd ? Math.max(peak, underWay) : underWay;
        roundEnd = position < roundEnd ? roundEnd : next;
        if (marked) {
            cut(position, next);
        } else if (positions < Math.min(pool, 2 * peak)) {
            grow();
        }
    }

    private void grow() {
        outcomes++;
        if (positions < threshold || outcomes >= positions) {
            positions++;
            outcomes = 0;
        }
    }

    @Override
    public void onLoss(long position, long next) {
        cut(position, next);
    }

    @Override
    public int overtakers() {
        return OVERTAKERS;
    }

    @Override
    public boolean probes() {
        return true;
    }

    private void cut(long position, long next) {
        if (position >= afterCut) {
            positions = Math.max(1, positions / 2);
            threshold = positions;
            outcomes = 0;
            afterCut = next;
        }
    }
}
