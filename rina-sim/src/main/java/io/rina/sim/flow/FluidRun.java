package io.rina.sim.flow;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.LinkSpeed;
import io.rina.sim.net.Paths;

import java.util.Arrays;
import java.util.List;

/**
 * How long flows take that start together and share links max-min fairly, each on the path that its
 * hash gives it. Whenever a flow ends, the others share anew.
 */
public final class FluidRun {
    /** Flows that end within this share of a step end together. */
    private static final double TOGETHER = 1e-9;

    private final Fabric fabric;
    private final Paths paths;
    private final MaxMin maxMin;
    private final double[] linkBytes;

    public FluidRun(Fabric fabric) {
        this.fabric = fabric;
        paths = new Paths(fabric);
        maxMin = new MaxMin(fabric.links().stream()
                .mapToDouble(link -> link.speed().rateBitsPerSec() / 8.0)
                .toArray());
        linkBytes = new double[fabric.links().size()];
    }

    /** Seconds until the last of {@code flows} has ended; delays of links are not in it. */
    public double seconds(List<Flow> flows) {
        int[][] ways = new int[flows.size()][];
        double[] left = new double[flows.size()];
        for (int i = 0; i < ways.length; i++) {
            Flow flow = flows.get(i);
            ways[i] = paths.between(flow.from(), flow.to());
            left[i] = flow.bytes();
            for (int link : ways[i]) {
                linkBytes[link] += flow.bytes();
            }
        }
        return drain(ways, left);
    }

    private double drain(int[][] ways, double[] left) {
        double[] rates = new double[left.length];
        int[] active = new int[left.length];
        Arrays.setAll(active, i -> i);
        double seconds = 0;
        for (int count = left.length; count > 0; ) {
            maxMin.share(ways, active, count, rates);
            double step = Double.POSITIVE_INFINITY;
            for (int i = 0; i < count; i++) {
                step = Math.min(step, left[active[i]] / rates[active[i]]);
            }
            seconds += step;
            int kept = 0;
            for (int i = 0; i < count; i++) {
                int flow = active[i];
                boolean ends = left[flow] / rates[flow] <= step * (1 + TOGETHER);
                left[flow] -= rates[flow] * step;
                if (!ends) {
                    active[kept++] = flow;
                }
            }
            count = kept;
        }
        return seconds;
    }

    /** What all runs so far have put on each link. */
    public double linkBytes(int link) {
        return linkBytes[link];
    }

    /** The links on the way of {@code flow}. */
    int[] links(Flow flow) {
        return paths.between(flow.from(), flow.to());
    }

    /** Seconds until a packet of {@code wireBytes} that meets no other has arrived. */
    public double waySeconds(Flow flow, int wireBytes) {
        long ps = 0;
        for (int link : links(flow)) {
            LinkSpeed speed = fabric.links().get(link).speed();
            ps += speed.sendingPs(wireBytes) + speed.delayPs();
        }
        return ps * 1e-12;
    }
}
