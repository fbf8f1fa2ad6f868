package io.rina.sim.run;

import io.rina.engine.WindowPolicy;
import io.rina.sim.net.BufferOptions;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.Fabrics;
import io.rina.sim.net.LinkSpeed;
import io.rina.sim.net.Processing;
import io.rina.sim.scenario.Background;
import io.rina.sim.scenario.Deployment;
import io.rina.sim.scenario.Hosts;
import io.rina.sim.scenario.Jobs;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Scenario.Mode;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.Stragglers;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Four racks of four hosts at 10 Gbit/s, and one thing or another changed. */
public final class Scenarios {
    public static final Fabric FABRIC =
            Fabrics.leafSpine(4, 4, 1, LinkSpeed.gbps(10, 1_000), LinkSpeed.gbps(100, 1_000));
    /** A fragment on the wire at 10 Gbit/s: 1,514 bytes of which 1,408 are payload. */
    public static final long FRAGMENT_PS = 1_514 * 800;

    private static final Hosts HOSTS =
            new Hosts(128, new WindowPolicy.Fixed(), 20_000_000, Processing.NONE, false);

    private Scenarios() {}

    /** The first {@code racks} aggregate. */
    public static Deployment ina(int racks) {
        return ina(racks, false, Integer.MAX_VALUE);
    }

    static Deployment ina(int racks, boolean core, int slots) {
        Set<Integer> tors = IntStream.range(0, racks).boxed().collect(Collectors.toSet());
        return new Deployment(tors, core, slots, Processing.NONE);
    }

    public static Scenario of(Mode mode, String strategy, Deployment deployment, int fragments) {
        return of(
                mode,
                strategy,
                deployment,
                new Jobs(1, 16, Jobs.Spread.PACKED),
                Workload.allReduce(fragments * 1_408L, 1),
                Stragglers.none(),
                0);
    }

    static Scenario of(
            Mode mode,
            String strategy,
            Deployment deployment,
            Jobs jobs,
            Workload workload,
            Stragglers stragglers,
            int backgroundFlows) {
        BufferOptions buffers = backgroundFlows == 0
                ? BufferOptions.endless()
                : new BufferOptions(4_000_000, 100_000);
        return new Scenario(
                FABRIC,
                buffers,
                deployment,
                strategy,
                jobs,
                workload,
                stragglers,
                new Background(backgroundFlows, 1),
                HOSTS,
                mode,
                10_000_000_000_000L);
    }

    /** All hosts do {@code workload}, and all racks aggregate. */
    static Scenario ofWorkload(
            Workload workload, String strategy, BufferOptions buffers, long limitPs) {
        return new Scenario(
                FABRIC,
                buffers,
                ina(4),
                strategy,
                new Jobs(1, 16, Jobs.Spread.PACKED),
                workload,
                Stragglers.none(),
                new Background(0, 1),
                HOSTS,
                Mode.PACKETS,
                limitPs);
    }

    static Scenario withLimit(Scenario scenario, long limitPs) {
        return new Scenario(
                scenario.fabric(),
                scenario.buffers(),
                scenario.deployment(),
                scenario.strategy(),
                scenario.jobs(),
                scenario.workload(),
                scenario.stragglers(),
                scenario.background(),
                scenario.hosts(),
                scenario.mode(),
                limitPs);
    }
}
