package io.rina.sim.net;

import java.util.Arrays;

/** The way that a flow takes, as links. */
public final class Paths {
    private final Fabric fabric;
    private final Routes routes;
    private int[] way = new int[8];

    public Paths(Fabric fabric) {
        this.fabric = fabric;
        routes = new Routes(fabric);
    }

    /** What is hashed to choose a way. */
    static int flow(int from, int to) {
        return from * 0x9e3779b1 + to;
    }

    /**
     * The links from node {@code from} to node {@code to}; where there are several ways, a hash of
     * the two chooses.
     */
    public int[] between(int from, int to) {
        int length = 0;
        for (int at = from; at != to; ) {
            if (length == way.length) {
                way = Arrays.copyOf(way, 2 * length);
            }
            int link = routes.next(at, to, flow(from, to));
            way[length++] = link;
            at = fabric.links().get(link).to();
        }
        return Arrays.copyOf(way, length);
    }
}
