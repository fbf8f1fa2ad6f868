package io.rina.plan;

/**
 * Sums of frames and bytes by directed link. The network is a tree, so a link is known by its lower
 * node and a direction.
 */
final class LinkLoads {
    private final Topology topology;
    private final long[] framesUp;
    private final long[] bytesUp;
    private final long[] framesDown;
    private final long[] bytesDown;

    LinkLoads(Topology topology) {
        this.topology = topology;
        framesUp = new long[topology.nodes()];
        bytesUp = new long[topology.nodes()];
        framesDown = new long[topology.nodes()];
        bytesDown = new long[topology.nodes()];
    }

    /**
     * Carries frames from node to node: up from either end until the ways meet, down on the far
     * side.
     */
    void carry(int from, int to, long frames, long bytes) {
        int up = from;
        int down = to;
        while (up != down) {
            if (height(up) <= height(down)) {
                framesUp[up] += frames;
                bytesUp[up] += bytes;
                up = parent(up);
            } else {
                framesDown[down] += frames;
                bytesDown[down] += bytes;
                down = parent(down);
            }
        }
    }

    Traffic link(int from, int to) {
        if (from != topology.coreNode() && parent(from) == to) {
            return new Traffic(framesUp[from], bytesUp[from]);
        }
        if (to != topology.coreNode() && parent(to) == from) {
            return new Traffic(framesDown[to], bytesDown[to]);
        }
        throw new IllegalArgumentException(
                "no link joins " + topology.nodeName(from) + " and " + topology.nodeName(to));
    }

    private int parent(int node) {
        return node < topology.workers()
                ? topology.torNode(topology.rackOf(node))
                : topology.coreNode();
    }

    private int height(int node) {
        if (node < topology.workers()) {
            return 0;
        }
        return node == topology.coreNode() ? 2 : 1;
    }
}
