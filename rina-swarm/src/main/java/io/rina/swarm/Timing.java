package io.rina.swarm;

/**
 * The pace of a world.
 *
 * @param thinkNs the longest time between a rank's operations; each one is drawn between 0 and this
 * @param healNs when the faults end
 * @param lagNs how long after an input a node is polled; 0 for at once. With a lag, inputs are
 *     taken in batches
 * @param queueFrames frames that fit into a node's way out; a full one makes the machine wait
 */
public record Timing(long thinkNs, long healNs, long lagNs, int queueFrames) {
    public Timing {
        if (thinkNs < 0 || healNs < 0 || lagNs < 0 || queueFrames < 1) {
            throw new IllegalArgumentException(
                    "times must not be negative and a queue holds a frame or more: thinkNs "
                            + thinkNs + ", healNs " + healNs + ", lagNs " + lagNs + ", queueFrames "
                            + queueFrames);
        }
    }

    static Timing plain() {
        return new Timing(0, 10_000_000, 0, 64);
    }
}
