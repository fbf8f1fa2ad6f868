package io.rina.sim.net;

/**
 * What a station has handed to the link of its host and has not left yet: a socket's send buffer.
 * Others at the same host fill buffers of their own, and do not stop this one.
 *
 * <p>Entries are numbered as they come, and their places are the numbers modulo the capacity, a
 * power of two. Those from {@code mark} on are what may still wait when it is time to go on; as
 * what waits only grows at the end, the mark only moves forward.
 */
final class SendQueue {
    private final long lowPs;
    private long[] departPs = new long[64];
    private long[] sendingPs = new long[64];
    private long first;
    private long end;
    private long waitingPs;
    private long mark;
    private long behindMarkPs;

    /** {@code lowPs} is how much may wait when {@link #lowAtPs} says that it is time to go on. */
    SendQueue(long lowPs) {
        this.lowPs = lowPs;
    }

    void add(long departsPs, long ownSendingPs) {
        if (end - first == departPs.length) {
            grow();
        }
        departPs[place(end)] = departsPs;
        sendingPs[place(end)] = ownSendingPs;
        end++;
        waitingPs += ownSendingPs;
        behindMarkPs += ownSendingPs;
    }

    private int place(long entry) {
        return (int) entry & departPs.length - 1;
    }

    private void grow() {
        long[] departs = departPs;
        long[] sending = sendingPs;
        departPs = new long[2 * departs.length];
        sendingPs = new long[departPs.length];
        for (long entry = first; entry < end; entry++) {
            int old = (int) entry & departs.length - 1;
            departPs[place(entry)] = departs[old];
            sendingPs[place(entry)] = sending[old];
        }
    }

    /** How long the link will be busy with what waits. */
    long waitingPs(long nowPs) {
        while (first < end && departPs[place(first)] <= nowPs) {
            if (mark == first) {
                passMark();
            }
            waitingPs -= sendingPs[place(first)];
            first++;
        }
        return waitingPs;
    }

    /** When little enough of what waits now will be left; {@code Long.MIN_VALUE} when it is so. */
    long lowAtPs() {
        while (behindMarkPs > lowPs) {
            passMark();
        }
        return mark == first ? Long.MIN_VALUE : departPs[place(mark - 1)];
    }

    private void passMark() {
        behindMarkPs -= sendingPs[place(mark)];
        mark++;
    }
}
