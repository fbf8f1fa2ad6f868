package io.rina.engine;

import java.util.Arrays;

/**
 * A member's positions under way on one channel: at most {@code pool}, position p in cell p mod
 * pool. Position p may be used once p - pool is done, which is just that its cell is free, and once
 * fewer are under way than the {@link WindowPolicy} allows.
 *
 * <p>Timer: the oldest position under way is repeated when its timeout is over. The timeout follows
 * the measured round trip (RFC 6298), sampled once a round trip: frames that went together come back
 * together, and as many samples as there are frames would soon forget how much it varies. Repeated
 * frames are no samples (Karn). A timeout that is too short has all of them repeated; so the more of
 * them in a row, the longer it gets, until one is done that was not.
 *
 * <p>A position whose outcome is overtaken by those of later ones is taken for lost before its timer
 * says so, if the policy has it so: it is repeated at once, once. So is the oldest position after
 * two round trips of silence, since in a small window there may be none that overtakes it.
 *
 * <p>The wait doubles for each firing without progress in between, since a silent channel more often
 * means a peer that computes than a network that loses. A wait without progress is stretched by up
 * to a half, for each window and each firing another part: members that overran a queue together
 * would else overrun it together for ever, and lose the same frames each time.
 */
final class Window {
    private static final long FREE = -1;
    /**
     * Repeated in one firing while nothing moves: enough to find out, too few to hurt a slow peer.
     */
    private static final int PROBES = 4;
    /** Of a timeout that seems to be too short; a factor of 1,000. */
    private static final int MOST_DOUBLINGS = 10;

    /** Multiplier and increment of a full-period sequence (Knuth, TAOCP 2, 3.3.4, by C. Haynes). */
    private static final long MULTIPLIER = 6364136223846793005L;

    private static final long INCREMENT = 1442695040888963407L;

    private final Limits limits;
    private final WindowControl control;
    private final long[] position;
    private final long[] sentNs;
    private final boolean[] resent;
    private final int[] task;
    private final int[] fragment;

    private long next;
    private long oldest;
    /** Positions that are under way, and that may be; after a cut there may be more. */
    private int open;

    private int most;
    /** The latest position that is done, and the first not looked at for having been overtaken. */
    private long latest = -1;

    private long examined;
    /** When a position was last opened or closed, and whether the silence since was broken. */
    private long movedNs;

    private boolean hasProbed;
    private boolean isProbing;
    /** The next sample is of this position or a later one. */
    private long sample;
    /** Positions done in a row that were repeated. */
    private int repeated;

    private final RoundTrip roundTrip = new RoundTrip();
    private final RoundTrip ofAll;
    private int doublings;
    private boolean progressed;
    private long notBeforeNs = Long.MIN_VALUE;
    private int allowance;
    /** Whether each position that is done allows one more to be repeated. */
    private boolean isRepairing;

    private long stretch;

    /**
     * {@code id} sets the window apart from those of other members and channels; {@code ofAll} is the
     * round trip on all channels of the member, by which a silence is told before there is one here.
     */
    Window(Limits limits, long id, RoundTrip ofAll) {
        this.limits = limits;
        this.ofAll = ofAll;
        stretch = id;
        control = WindowControl.of(limits.windowPolicy(), limits.pool());
        most = control.positions();
        position = new long[limits.pool()];
        sentNs = new long[limits.pool()];
        resent = new boolean[limits.pool()];
        task = new int[limits.pool()];
        fragment = new int[limits.pool()];
        Arrays.fill(position, FREE);
    }

    /** The position that the next fragment gets. */
    long next() {
        return next;
    }

    /** Whether {@code ahead} positions past the next one is free to use. */
    boolean isFree(int ahead) {
        return open + ahead < most && position[cell(next + ahead)] == FREE;
    }

    void open(long nowNs, int task, int fragment) {
        int cell = cell(next);
        position[cell] = next;
        sentNs[cell] = nowNs;
        resent[cell] = false;
        this.task[cell] = task;
        this.fragment[cell] = fragment;
        movedNs = nowNs;
        next++;
        open++;
    }

    /** The cell of a position under way, or -1. */
    int find(long wanted) {
        int cell = cell(wanted);
        return position[cell] == wanted ? cell : -1;
    }

    int task(int cell) {
        return task[cell];
    }

    int fragment(int cell) {
        return fragment[cell];
    }

    /** The outcome of a position is there, {@code marked} or not. */
    void close(long nowNs, int cell, boolean marked) {
        measure(cell, nowNs - sentNs[cell]);
        control.onDone(position[cell], next, open, marked);
        most = control.positions();
        latest = Math.max(latest, position[cell]);
        movedNs = nowNs;
        hasProbed = false;
        isProbing = false;
        position[cell] = FREE;
        open--;
        allowance = isRepairing ? Math.min(allowance + 1, most) : allowance;
        doublings = 0;
        progressed = true;
        // The peer is back: what is still missing one timeout from now was lost.
        notBeforeNs = Math.min(notBeforeNs, nowNs + timeoutNs());
        while (oldest < next && position[cell(oldest)] == FREE) {
            oldest++;
        }
    }

    boolean isEmpty() {
        return oldest == next;
    }

    /** Whether more than half of what may be under way is, from the oldest that is not done on. */
    boolean isMoreThanHalfFull() {
        return next - oldest > most / 2;
    }

    /** How many positions may be under way. */
    int most() {
        return most;
    }

    /** Whether the next position may be used though receipts of some that are done wait for it. */
    boolean outrunsReceipts() {
        return most >= Limits.HELD_PART * limits.heldReceipts();
    }

    long oldest() {
        return oldest;
    }

    /** When the oldest position under way was last sent. */
    long oldestSentNs() {
        return sentNs[cell(oldest)];
    }

    long deadlineNs() {
        return Math.min(timeoutAtNs(), probeAtNs());
    }

    private long timeoutAtNs() {
        return isEmpty() ? Long.MAX_VALUE : Math.max(oldestSentNs() + timeoutNs(), notBeforeNs);
    }

    private long probeAtNs() {
        RoundTrip known = roundTrip.isMeasured() ? roundTrip : ofAll;
        return !control.probes() || hasProbed || !known.isMeasured() || isEmpty()
                ? Long.MAX_VALUE
                : movedNs + (known.silenceNs() << tooShort());
    }

    /** Grants repetitions if a timeout is over; {@link #nextOverdue} hands them out. */
    void onTimer(long nowNs) {
        if (nowNs >= timeoutAtNs()) {
            onTimeout(nowNs);
        } else if (nowNs >= probeAtNs()) {
            hasProbed = true;
            isProbing = true;
        }
    }

    private void onTimeout(long nowNs) {
        hasProbed = true;
        control.onLoss(oldest, next);
        most = control.positions();
        allowance = progressed ? most : Math.min(PROBES, most);
        isRepairing = progressed;
        long waitNs = Math.min(timeoutNs() << doublings, limits.maxRtoNs());
        notBeforeNs = nowNs + (progressed ? waitNs : stretched(waitNs));
        progressed = false;
        if (timeoutNs() << doublings < limits.maxRtoNs()) {
            doublings++;
        }
    }

    private long stretched(long waitNs) {
        stretch = stretch * MULTIPLIER + INCREMENT;
        // The high bits are the good ones.
        return waitNs + (waitNs / 2 * (stretch >>> 56)) / 256;
    }

    /** The cell of the next position to repeat, or -1 when there is none or no more are granted. */
    int nextOverdue(long nowNs) {
        int overtaken = nextOvertaken();
        return overtaken >= 0 ? overtaken : isProbing ? cell(oldest) : nextLate(nowNs);
    }

    private int nextOvertaken() {
        for (examined = Math.max(examined, oldest);
                examined + control.overtakers() <= latest;
                examined++) {
            int cell = cell(examined);
            if (position[cell] == examined && !resent[cell]) {
                control.onLoss(examined, next);
                most = control.positions();
                return cell;
            }
        }
        return -1;
    }

    private int nextLate(long nowNs) {
        if (allowance == 0) {
            return -1;
        }
        for (long p = oldest; p < next; p++) {
            int cell = cell(p);
            if (position[cell] == p && sentNs[cell] + timeoutNs() <= nowNs) {
                return cell;
            }
        }
        allowance = 0;
        isRepairing = false;
        return -1;
    }

    void onRepeated(long nowNs, int cell) {
        sentNs[cell] = nowNs;
        resent[cell] = true;
        allowance = Math.max(0, allowance - 1);
        isProbing = false;
    }

    long position(int cell) {
        return position[cell];
    }

    private long timeoutNs() {
        long measuredNs = roundTrip.isMeasured() ? roundTrip.timeoutNs() : limits.initialRtoNs();
        long wantedNs = Math.max(measuredNs, limits.minRtoNs()) << tooShort();
        return Math.min(wantedNs, limits.maxRtoNs());
    }

    private int tooShort() {
        return Math.min(repeated / Math.max(1, position.length / 4), MOST_DOUBLINGS);
    }

    private void measure(int cell, long tookNs) {
        if (resent[cell]) {
            repeated++;
            return;
        }
        if (position[cell] >= sample || repeated > 0) {
            roundTrip.add(tookNs);
            ofAll.add(tookNs);
            sample = next;
        }
        repeated = 0;
    }

    private int cell(long position) {
        return (int) (position % this.position.length);
    }
}
