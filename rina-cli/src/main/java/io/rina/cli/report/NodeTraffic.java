package io.rina.cli.report;

import io.rina.engine.Counter;
import io.rina.plan.PlanCost;
import io.rina.plan.Topology;
import io.rina.plan.Traffic;

import java.util.List;
import java.util.Map;

/**
 * What a node has sent onto its links in a whole run: by its plan, and as its endpoint counted.
 * Frames with payload, each once; a host has one link, and so its figure is that link's upward one.
 */
public record NodeTraffic(
        String node,
        long predictedFrames,
        long predictedPayloadBytes,
        long countedFrames,
        long countedPayloadBytes) {

    /** Operations that all cost the same. */
    public record Operations(PlanCost cost, long times) {}

    /**
     * For {@code node}, numbered as in {@link Topology}.
     *
     * @param operations all that were run, those that carry exponents included
     */
    public static NodeTraffic of(
            Topology topology, int node, List<Operations> operations, Map<Counter, Long> counters) {
        long frames = 0;
        long bytes = 0;
        for (Operations some : operations) {
            for (int to = 0; to < topology.nodes(); to++) {
                Traffic traffic = some.cost().between(node, to);
                frames += some.times() * traffic.frames();
                bytes += some.times() * traffic.payloadBytes();
            }
        }
        return new NodeTraffic(
                topology.nodeName(node),
                frames,
                bytes,
                Counts.of(counters, Counter.DATA_SENT, Counter.RESULT_SENT),
                Counts.of(counters, Counter.PAYLOAD_BYTES_SENT));
    }

    boolean agrees() {
        return predictedFrames == countedFrames && predictedPayloadBytes == countedPayloadBytes;
    }
}
