package io.rina.sim.net;

/** Packets that a station has received and not yet taken in, in order. */
final class Inbox {
    private static final int NONE = -1;

    private final Processing processing;
    private int head = NONE;
    private int tail = NONE;
    private long busyUntilPs;

    Inbox(Processing processing) {
        this.processing = processing;
    }

    boolean isInstant() {
        return processing.servicePs() == 0 && processing.latencyPs() == 0;
    }

    /**
     * Adds a packet, whose arrival becomes the time at which it is taken in; whether it is the only
     * one.
     */
    boolean add(long nowPs, int packet, Packets pool) {
        busyUntilPs = Math.max(nowPs, busyUntilPs) + processing.servicePs();
        pool.arrivalPs[packet] = busyUntilPs + processing.latencyPs();
        pool.next[packet] = NONE;
        boolean isOnly = head == NONE;
        if (isOnly) {
            head = packet;
        } else {
            pool.next[tail] = packet;
        }
        tail = packet;
        return isOnly;
    }

    int remove(Packets pool) {
        int packet = head;
        head = pool.next[packet];
        return packet;
    }

    /** The packet that is taken in next, or -1. */
    int first() {
        return head;
    }
}
