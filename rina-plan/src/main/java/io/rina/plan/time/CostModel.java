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
 * @param operationNs of one call, whatever its size: from the caller's thread to the one that moves
 *     frames, and back
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

    /** How long a link of this rate is busy with {@code traffic}. */
    double wireNs(Traffic traffic, double bitsPerSec) {
        return traffic.bytes(Framing.WIRE) * 8 * 1e9 / bitsPerSec;
    }

    /** Processor time for {@code traffic} at one of its ends. */
    double processorNs(Traffic traffic) {
        return traffic.frames() * frameNs + traffic.payloadBytes() * byteNs;
    }
}
