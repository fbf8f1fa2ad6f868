package io.rina.swarm;

/**
 * What must hold in every world, whatever the network does. {@link #label()} is the name in reports
 * and in {@code docs/swarm.md}.
 */
public enum Invariant {
    /** A rank's result of every pass is the fold of what its sources contributed. */
    RIGHT_RESULT("right-result"),
    /** What a site sends out is the fold of just those ranks that the plan counts there. */
    RIGHT_PARTIAL("right-partial"),
    /** A rank gets the numbers that follow from the definition of the operation, bit by bit. */
    RIGHT_NUMBER("right-number"),
    /** What a rank is told of its numbers is so. */
    RIGHT_REPORT("right-report"),
    /**
     * Where the policy is FAIL, values that are not finite fail the operation on every rank and
     * change no buffer. What gets no result is never changed.
     */
    FAILS_ALIKE("fails-alike"),
    /** Each range of a vector is loaded once at each source, before it is first needed. */
    LOADED_ONCE("loaded-once"),
    /** Each range of a vector is stored once at each sink, after every source has loaded it. */
    STORED_ONCE("stored-once"),
    /** No rank completes an operation before every rank that it gets something from has started it. */
    STARTED_BY_ALL("started-by-all"),
    /** The position that a site's slot holds never goes back. */
    HELD_RISES("held-rises"),
    /** A site sees no position before every member has arrived one pool back. */
    SITE_WINDOW("site-window"),
    /** A member has at most a pool of positions under way on a channel, and uses them in order. */
    MEMBER_WINDOW("member-window"),
    /** When a timer has fired, the next deadline lies ahead; else a driver would spin. */
    TIMER_MOVES("timer-moves"),
    /** Once the faults have ended, all operations complete in bounded time. */
    PROGRESS("progress"),
    /**
     * No site refuses a frame as impossible: no member runs into the future, and members agree on
     * what they reduce.
     */
    NO_FALSE_ALARM("no-false-alarm"),
    /** When all operations are complete, nothing is sent any more and no timer is set. */
    QUIET("quiet"),
    /** No machine throws, whatever arrives. */
    NO_EXCEPTION("no-exception");

    private final String label;

    Invariant(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** The exception that says how this invariant was broken. */
    public InvariantException broken(String detail) {
        return new InvariantException(this, detail);
    }
}
