package io.rina.sim.workload;

/**
 * Bytes from one host to another, from a time on or when a trigger fires.
 *
 * @param startPs when it starts; not looked at where {@code startTrigger} is set
 * @param startTrigger that starts it; 0 for none
 * @param sentTrigger that is told when all has been sent and acknowledged; 0 for none
 * @param receivedTrigger that is told when all has been received; 0 for none
 */
public record TimedFlow(
        int from,
        int to,
        long bytes,
        long startPs,
        int startTrigger,
        int sentTrigger,
        int receivedTrigger) {
    public TimedFlow {
        if (from == to || from < 0 || to < 0 || bytes < 1 || startPs < 0) {
            throw new IllegalArgumentException("a flow of " + bytes + " bytes from host " + from
                    + " to host " + to + " at " + startPs
                    + " ps: it needs two hosts, a byte and a time");
        }
    }

    /** From the beginning on, without triggers. */
    static TimedFlow atOnce(int from, int to, long bytes) {
        return new TimedFlow(from, to, bytes, 0, 0, 0, 0);
    }
}
