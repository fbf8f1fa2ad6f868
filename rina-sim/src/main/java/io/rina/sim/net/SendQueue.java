package io.rina.sim.net;

/**
 * What a station has handed to the link of its host and has not left yet: a socket's send buffer.
 * Others at the same host fill buffers of their own, and do not stop this one.
 */
final class SendQueue {
    private long[] departPs = new long[64];
    private long[] sendingPs = new long[64];
    private int head;
    private int count;
    private long waitingPs;

    void add(long departsPs, long ownSendingPs) {
        if (count == departPs.length) {
            grow();
        }
        int at = (head + count) % departPs.length;
        departPs[at] = departsPs;
        sendingPs[at] = ownSendingPs;
        count++;
        waitingPs += ownSendingPs;
    }

    private void grow() {
        long[] departs = new long[2 * count];
        long[] sending = new long[2 * count];
        for (int i = 0; i < count; i++) {
            departs[i] = departPs[(head + i) % count];
            sending[i] = sendingPs[(head + i) % count];
        }
        departPs = departs;
        sendingPs = sending;
        head = 0;
    }

    /** How long the link will be busy with what waits. */
    long waitingPs(long nowPs) {
        while (count > 0 && departPs[head] <= nowPs) {
            waitingPs -= sendingPs[head];
            head = (head + 1) % departPs.length;
            count--;
        }
        return waitingPs;
    }

    /** When no more than {@code limitPs} of what waits now will be left. */
    long leavesOnlyAtPs(long limitPs) {
        long leftPs = waitingPs;
        long atPs = Long.MIN_VALUE;
        for (int i = 0; i < count && leftPs > limitPs; i++) {
            int at = (head + i) % departPs.length;
            leftPs -= sendingPs[at];
            atPs = departPs[at];
        }
        return atPs;
    }
}
