package io.rina.sim.net;

/** What the ports of one switch hold together, and which packets it takes. */
final class SharedBuffer {
    private final int[] links;
    private final double[] bytesPerPs;
    private final long bytes;
    private final double alpha;

    /**
     * @param links those of the ports
     * @param bytesPerPs of each link of the fabric
     */
    SharedBuffer(int[] links, double[] bytesPerPs, BufferOptions options) {
        this.links = links;
        this.bytesPerPs = bytesPerPs;
        bytes = options.sharedBytes();
        alpha = options.alpha();
    }

    /** Whether a packet that finds {@code waitingPs} at {@code link} is taken. */
    boolean takes(int link, long waitingPs, int wireBytes, long nowPs, long[] freeAtPs) {
        double used = 0;
        for (int other : links) {
            used += Math.max(0, freeAtPs[other] - nowPs) * bytesPerPs[other];
        }
        double free = bytes - used;
        return wireBytes <= free && waitingPs * bytesPerPs[link] < alpha * free;
    }
}
