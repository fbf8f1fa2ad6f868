package io.rina.sim.run;

import java.util.List;

/**
 * What a run has shown.
 *
 * @param jobs by job, how long each iteration took
 * @param computePs that the slowest rank computes in an iteration, the mean over all
 * @param window fragments under way on a channel, after what the switches' memory allows; 0 where
 *     no channel is used
 * @param flows of a workload of flows, in the order in which they began
 */
public record Result(
        List<Durations> jobs, long computePs, int window, Traffic traffic, List<FlowTime> flows) {
    public Result {
        jobs = List.copyOf(jobs);
        flows = List.copyOf(flows);
    }

    /** A flow from host to host; the bytes are whole segments. */
    public record FlowTime(int from, int to, long bytes, long startPs, long endPs) {}

    /** How long each iteration of a job took, in picoseconds. */
    public record Durations(List<Long> iterationsPs) {
        public Durations {
            iterationsPs = List.copyOf(iterationsPs);
        }

        long totalPs() {
            return iterationsPs.stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * What links have carried in all, headers and gaps included; without packets, what the plan says.
     *
     * @param wireBytes on all links
     * @param busiestLinkBytes on the one that carried most
     * @param lost packets for which a buffer had no room
     * @param marked packets that found a queue long
     * @param peakQueuePs the longest that a packet waited for its turn and left
     * @param backgroundBytes payload of the background flows
     * @param traversals packets over links
     * @param payloadBytes wireBytes without any headers; 0 without packets
     * @param events that the simulator went through; 0 without packets
     */
    public record Traffic(
            long wireBytes,
            long busiestLinkBytes,
            long lost,
            long marked,
            long peakQueuePs,
            long backgroundBytes,
            long traversals,
            long payloadBytes,
            long events) {}

    /** The mean over jobs and iterations. */
    public long iterationPs() {
        long sum = jobs.stream().mapToLong(Durations::totalPs).sum();
        return sum / jobs.stream().mapToLong(job -> job.iterationsPs().size()).sum();
    }

    /** From the start until the last job was done. */
    public long totalPs() {
        return jobs.stream().mapToLong(Durations::totalPs).max().orElse(0);
    }
}
