package io.rina.sim.net;

/**
 * The constants of DCQCN (Zhu et al., SIGCOMM 2015).
 *
 * @param gain g, by which alpha follows
 * @param noticeGapPs the least time between two notices of one flow
 * @param alphaPs alpha decays so often without a notice
 * @param increasePs the rate grows so often
 * @param fastRecovery increases halfway to the target before the target itself grows
 * @param additiveBitsPerSec by which the target grows
 * @param hyperBitsPerSec by which it grows after five times as many increases
 * @param leastBitsPerSec below which no flow is cut
 */
public record DcqcnOptions(
        double gain,
        long noticeGapPs,
        long alphaPs,
        long increasePs,
        int fastRecovery,
        long additiveBitsPerSec,
        long hyperBitsPerSec,
        long leastBitsPerSec) {
    private static final long US = 1_000_000;
    private static final long MBIT = 1_000_000;

    /**
     * As in the public run script of HPCC's ns-3 (alpha 1 us, decrease 4 us, increase 300 us, g =
     * 1/256, fast recovery 1; 5 and 50 Mbit/s for each 25 Gbit/s of the link's rate).
     */
    public static DcqcnOptions hpcc(long linkBitsPerSec) {
        double scale = linkBitsPerSec / 25e9;
        return new DcqcnOptions(
                1.0 / 256,
                4 * US,
                US,
                300 * US,
                1,
                Math.round(5 * MBIT * scale),
                Math.round(50 * MBIT * scale),
                Math.min(1_000 * MBIT, linkBitsPerSec / 10));
    }
}
