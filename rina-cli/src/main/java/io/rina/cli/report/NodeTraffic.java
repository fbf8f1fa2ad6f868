package io.rina.cli.report;

import io.rina.cli.plan.Operations;
import io.rina.engine.Counter;
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

    /**
     * For {@code node}, numbered as in {@link Topology}.
     *
     * @param operations all that were run, those that carry exponents included
     */
    public static NodeTraffic of(
            Topology topology, int node, List<Operations> operations, Map<Counter, Long> counters) {
        Traffic predicted = Traffic.NONE;
        for (int i = 0; i < topology.nodes(); i++) {
            int to = i;
            predicted = predicted.plus(Operations.sum(operations, cost -> cost.between(node, to)));
        }
        return new NodeTraffic(
                topology.nodeName(node),
                predicted.frames(),
                predicted.payloadBytes(),
                Counts.of(counters, Counter.DATA_SENT, Counter.RESULT_SENT),
                Counts.of(counters, Counter.PAYLOAD_BYTES_SENT));
    }

    boolean agrees() {
        return predictedFrames == countedFrames && predictedPayloadBytes == countedPayloadBytes;
    }
}
