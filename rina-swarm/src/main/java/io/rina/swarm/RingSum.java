package io.rina.swarm;

import io.rina.engine.number.DataType;
import io.rina.plan.Combine;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;

/** Floats added as floats by a plan, which is run on arrays, one exchange after the other. */
final class RingSum {
    private final DataType type;
    private final int blockElements;
    private final int blockLanes;
    private final int pieceLanes;
    private final Plan plan;

    RingSum(DataType type, int blockLanes, int pieceLanes, Plan plan) {
        this.type = type;
        this.blockLanes = blockLanes;
        this.pieceLanes = pieceLanes;
        this.plan = plan;
        blockElements = type == DataType.F64 ? blockLanes / 2 : blockLanes;
    }

    /** Puts into {@code result} what the first sink of each element gets. */
    void run(long[][] given, int segmentElements, int divisor, long[] result) {
        int segments = plan.cuts().size();
        int blocks = Math.ceilDiv(segmentElements, blockElements);
        int pieceBlocks = Math.max(1, pieceLanes / segments / blockLanes);
        for (int first = 0; first < blocks; first += pieceBlocks) {
            int count = Math.min(pieceBlocks, blocks - first);
            int chunk = 0;
            for (int segment = 0; segment < segments; segment++) {
                int cuts = plan.cuts().get(segment);
                int sink = plan.segments().get(segment).sinks().first();
                int base = segment * segmentElements;
                for (int cut = 0; cut < cuts; cut++, chunk++) {
                    int from = (first + count * cut / cuts) * blockElements;
                    int to = (first + count * (cut + 1) / cuts) * blockElements;
                    to = Math.min(to, segmentElements);
                    for (int i = base + from; i < base + to; i++) {
                        double sum = sum(given, i, chunk, sink);
                        result[i] = divide(sum, divisor);
                    }
                }
            }
        }
    }

    private double sum(long[][] given, int element, int chunk, int sink) {
        double[] copies = new double[given.length];
        for (int rank = 0; rank < copies.length; rank++) {
            copies[rank] = Element.toDouble(type, given[rank][element]);
        }
        for (Exchange exchange : plan.exchanges()) {
            if (exchange.chunk() == chunk) {
                run(exchange, copies);
            }
        }
        return copies[sink];
    }

    private void run(Exchange exchange, double[] copies) {
        double sum = copies[exchange.givers().first()];
        for (int i = 1; i < exchange.givers().size(); i++) {
            sum = add(sum, copies[exchange.givers().get(i)]);
        }
        for (int taker : exchange.takers().toArray()) {
            copies[taker] = exchange.combine() == Combine.ADD ? add(copies[taker], sum) : sum;
        }
    }

    private double add(double a, double b) {
        return type == DataType.F64 ? a + b : (float) a + (float) b;
    }

    private long divide(double sum, int divisor) {
        boolean isNumber = sum != 0 && Math.abs(sum) <= Double.MAX_VALUE;
        return Element.ofDouble(
                type, isNumber ? Rational.of(sum).dividedBy(divisor).round(type) : sum);
    }
}
