package io.rina.plan.time;

import io.rina.plan.Framing;
import io.rina.plan.Traffic;

/**
 * What the links and the machines of a cluster can do. Times are in nanoseconds.
 *
 * @param hostBitsPerSec what the link between a host and its ToR carries each way; infinite where
 *     there is no wire
 * @param uplinkBitsPerSec the same of the link between a ToR and the core
 * @param hopNs to cross one link, without the time that its rate takes
 * @param operationNs processor time of a worker for one call, whatever its size: from the caller's
 *     thread to the one that moves frames, and back
 * @param messageNs to take up the first of several frames that belong together: a thread wakes up
 * @param frameNs processor time to send or to receive one frame, without its payload
 * @param byteNs processor time to send or to receive one byte of payload, adding it included
 * @param elementNs processor time of a worker for one number: into fixed point and back
 * @param sharedCores how many processor cores all nodes share; 0 where each node has its own
 */
public record CostModel(
        double hostBitsPerSec,
        double uplinkBitsPerSec,
        double hopNs,
        double operationNs,
        double messageNs,
        double frameNs,
        double byteNs,
        double elementNs,
        int sharedCores) {

    private static final double USUAL_BITS_PER_SEC = 1e10;

    private static final double HOP_NS = 5_000;

    /** Measured on two cores of an EPYC server; see docs/strategies.md. */
    private static final double OPERATION_NS = 100_000;

    private static final double MESSAGE_NS = 10_000;
    private static final double FRAME_NS = 1_500;
    private static final double BYTE_NS = 0.3;
    private static final double ELEMENT_NS = 2;

    public CostModel {
        if (!(hostBitsPerSec > 0) || !(uplinkBitsPerSec > 0)) {
            throw new IllegalArgumentException("links must carry something, not " + hostBitsPerSec
                    + " and " + uplinkBitsPerSec + " bit/s");
        }
        double[] times = {hopNs, operationNs, messageNs, frameNs, byteNs, elementNs};
        for (double time : times) {
            if (!(time >= 0) || Double.isInfinite(time)) {
                throw new IllegalArgumentException("a cost of " + time + " ns is no time");
            }
        }
        if (sharedCores < 0) {
            throw new IllegalArgumentException(sharedCores + " cores cannot be shared");
        }
    }

    /** All processes on one machine with so many cores: there is no wire. */
    public static CostModel oneMachine(int cores) {
        return new CostModel(
                Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                0,
                OPERATION_NS,
                MESSAGE_NS,
                FRAME_NS,
                BYTE_NS,
                ELEMENT_NS,
                cores);
    }

    /** Every node on a machine of its own, with links of 10 Gbit/s. */
    public static CostModel network() {
        return oneMachine(1).onNetwork(USUAL_BITS_PER_SEC, USUAL_BITS_PER_SEC);
    }

    /** The same machines, one for each node, with links of these rates between them. */
    public CostModel onNetwork(double hostRate, double uplinkRate) {
        return new CostModel(
                hostRate,
                uplinkRate,
                hopNs == 0 ? HOP_NS : hopNs,
                operationNs,
                messageNs,
                frameNs,
                byteNs,
                elementNs,
                0);
    }

    /** How long a link of this rate is busy with {@code traffic}. */
    double wireNs(Traffic traffic, double bitsPerSec) {
        return traffic.bytes(Framing.WIRE) * 8 * 1e9 / bitsPerSec;
    }

    /** Processor time for {@code traffic} at one of its ends. */
    double processorNs(Traffic traffic) {
        return traffic.frames() * frameNs + traffic.payloadBytes() * byteNs;
    }
}
