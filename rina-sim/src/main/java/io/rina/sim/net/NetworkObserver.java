package io.rina.sim.net;

/**
 * Sees what happens in a network while it happens. Every method is told the time, which never goes
 * back; none may change anything. The methods do nothing unless overridden, and {@link #NONE}
 * overrides none, so that a network calls its observer without asking whether it has one.
 */
public interface NetworkObserver {
    /** Sees nothing. */
    NetworkObserver NONE = new NetworkObserver() {};

    /**
     * A packet has joined the queue of {@code link}. Its first bit leaves at {@code startPs}, its
     * last at {@code endPs}; queues are served in order, so both are known by now. Where links may be
     * paused they are not, and this is told when it leaves the queue.
     *
     * @param marked whether it found the queue long (ECN)
     */
    default void onPacket(
            long nowPs, int link, int wireBytes, boolean marked, long startPs, long endPs) {}

    /** A packet was lost at {@code link}, whose queue was full. */
    default void onDrop(long nowPs, int link, int wireBytes) {}

    /** Now {@code inUse} slots of the switch at {@code node} hold a position. */
    default void onSlots(long nowPs, int node, int inUse) {}

    /** The flow that started at {@code startPs} from host to host is complete. */
    default void onFlow(long nowPs, int from, int to, long bytes, long startPs) {}

    /** What {@code host} began at {@code startPs}, computing or communicating, is done. */
    default void onActivity(long nowPs, int host, String name, boolean computes, long startPs) {}
}
