package io.rina.swarm;

/**
 * The events of a world. In the queue an event is one int: the kind above, a node, rank or frame
 * slot below.
 */
enum EventKind {
    /** A frame reaches its node. */
    ARRIVAL,
    /** An endpoint's deadline. */
    TIMER,
    /** A node that lagged behind, or whose way out was full, is polled. */
    POLL,
    /** A rank submits its next operation. */
    START,
    /** Some node stops for a while. */
    PAUSE,
    /** A paused node goes on. */
    WAKE,
    /** The faults end, and paused nodes go on. */
    HEAL;

    private static final int SHIFT = 24;
    private static final EventKind[] ALL = values();

    int event(int index) {
        return ordinal() << SHIFT | index;
    }

    static EventKind kindOf(int event) {
        return ALL[event >>> SHIFT];
    }

    static int indexOf(int event) {
        return event & (1 << SHIFT) - 1;
    }
}
