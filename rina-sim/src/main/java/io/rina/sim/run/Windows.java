package io.rina.sim.run;

import io.rina.plan.Channel;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Topology;

import java.util.List;

/**
 * How many fragments may be under way on a channel where switches have so many slots. A channel
 * takes two for each, since a site holds two generations.
 */
final class Windows {
    private static final int GENERATIONS = 2;

    private Windows() {}

    /** At most {@code wanted}; 0 where the slots are not enough for one fragment. */
    static int fit(Program program, int slots, int wanted) {
        return Math.min(wanted, slots / Math.max(1, GENERATIONS * mostChannels(program)));
    }

    /** What a program needs to run at all. */
    static int leastSlots(Program program) {
        return GENERATIONS * mostChannels(program);
    }

    private static int mostChannels(Program program) {
        Topology topology = program.topology();
        List<Channel> channels = program.channels();
        int most = 0;
        for (int node = topology.workers(); node < topology.nodes(); node++) {
            Site at = topology.switchAt(node);
            int here = 0;
            for (Channel channel : channels) {
                here += channel.at().equals(at) ? 1 : 0;
            }
            most = Math.max(most, here);
        }
        return most;
    }
}
