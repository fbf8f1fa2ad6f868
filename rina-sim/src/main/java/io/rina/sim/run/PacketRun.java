package io.rina.sim.run;

import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.plan.Program;
import io.rina.sim.net.Bucket;
import io.rina.sim.net.BufferOptions;
import io.rina.sim.net.Collective;
import io.rina.sim.net.DcqcnOptions;
import io.rina.sim.net.DctcpFlow;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.LinkCounts;
import io.rina.sim.net.Network;
import io.rina.sim.net.NetworkObserver;
import io.rina.sim.net.Payload;
import io.rina.sim.net.TrainingJob;
import io.rina.sim.net.Transport;
import io.rina.sim.run.Result.Durations;
import io.rina.sim.run.Result.Traffic;
import io.rina.sim.run.Simulation.PlacedPlan;
import io.rina.sim.scenario.Hosts;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.wire.Frame;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A run packet by packet, with the machines of the protocol. */
final class PacketRun {
    private static final long MS = 1_000_000;
    private static final long DCTCP_TIMEOUT_PS = 10_000 * MS;
    private static final int CREDIT_SPAN = 32;
    /** Background flows have no end; a run's limit comes long before so many bytes. */
    private static final long WITHOUT_END = Long.MAX_VALUE / 2;

    private final Scenario scenario;
    private final Network network;
    private final int window;
    private final Payload payload = Payload.standard();
    private final List<TrainingJob> jobs = new ArrayList<>();
    private final List<DctcpFlow> background = new ArrayList<>();
    private int jobsDone;

    private PacketRun(Scenario scenario, NetworkObserver observer, int window) {
        this.scenario = scenario;
        this.window = window;
        Fabric fabric = scenario.fabric();
        BufferOptions ofSwitch = scenario.buffers();
        BufferOptions ofHost = ofSwitch.withoutLoss();
        network = new Network(
                fabric,
                link -> fabric.isHost(fabric.links().get(link).from()) ? ofHost : ofSwitch,
                Frame.HEADER_BYTES + Integer.BYTES,
                observer);
    }

    static Outcome of(Scenario scenario, List<PlacedPlan> plans, NetworkObserver observer) {
        int slots = scenario.deployment().slots() / plans.size();
        int window = scenario.hosts().window();
        for (PlacedPlan placed : plans) {
            window = Math.min(window, Windows.fit(placed.plan(), slots, window));
            if (window == 0) {
                return new Outcome.Refused("a switch needs "
                        + Windows.leastSlots(placed.plan()) * plans.size() + " slots, and has "
                        + scenario.deployment().slots());
            }
        }
        PacketRun run = new PacketRun(scenario, observer, window);
        plans.forEach(run::addJob);
        run.addBackground();
        boolean done = run.network.run(run::isDone, scenario.limitPs());
        return done ? run.outcome() : new Outcome.Unfinished(limit(scenario));
    }

    static String limit(Scenario scenario) {
        BigDecimal seconds = BigDecimal.valueOf(scenario.limitPs(), 12).stripTrailingZeros();
        return "not done after " + seconds.toPlainString() + " s of virtual time";
    }

    /** Asked before every event, and jobs end in no order: looks at one job, mostly. */
    private boolean isDone() {
        while (jobsDone < jobs.size() && jobs.get(jobsDone).isDone()) {
            jobsDone++;
        }
        return jobsDone == jobs.size();
    }

    private void addJob(PlacedPlan placed) {
        int number = jobs.size();
        Workload workload = scenario.workload();
        List<Bucket> buckets = workload.iteration().buckets().stream()
                .map(bucket -> new Bucket(bucket.readyPs(), fragments(bucket.bytes())))
                .toList();
        int firstWorker = number * scenario.jobs().workers();
        jobs.add(new TrainingJob(
                network,
                placed.placement(),
                buckets,
                workload.iteration().computePs(),
                workload.iterations(),
                (rank, iteration) -> scenario.stragglers().slowdown(firstWorker + rank, iteration),
                listener -> new Collective(
                        network,
                        placed.placement(),
                        new Job(1 + number, 1),
                        Program.of(placed.plan()),
                        limits(),
                        payload,
                        transport(),
                        listener)));
    }

    private int fragments(long bytes) {
        return Math.toIntExact((bytes + payload.fragmentBytes() - 1) / payload.fragmentBytes());
    }

    /** Fragments of one element: ghosts. */
    private Limits limits() {
        long leastNs = scenario.hosts().leastTimeoutNs();
        return new Limits(
                1,
                1,
                window,
                CREDIT_SPAN,
                Math.max(leastNs, 50 * MS),
                leastNs,
                Math.max(leastNs, 1_000 * MS));
    }

    private Transport transport() {
        Hosts hosts = scenario.hosts();
        Fabric fabric = scenario.fabric();
        long rate = fabric.links().get(fabric.uplink(0)).speed().rateBitsPerSec();
        return new Transport(
                hosts.processing(),
                scenario.deployment().processing(),
                scenario.deployment().slots() / scenario.jobs().count(),
                hosts.dcqcn() ? DcqcnOptions.hpcc(rate) : null);
    }

    private void addBackground() {
        SplittableRandom random = new SplittableRandom(scenario.background().seed());
        int hosts = scenario.fabric().hosts();
        for (int i = 0; i < scenario.background().flows(); i++) {
            int from = random.nextInt(hosts);
            int to = (from + 1 + random.nextInt(hosts - 1)) % hosts;
            background.add(new DctcpFlow(network, from, to, WITHOUT_END, 0, DCTCP_TIMEOUT_PS));
        }
    }

    private Outcome outcome() {
        for (TrainingJob job : jobs) {
            if (job.collective().wrong() > 0) {
                throw new IllegalStateException(job.collective().wrong()
                        + " sums are wrong: a rank was not counted exactly once");
            }
        }
        return new Outcome.Done(
                new Result(jobs.stream().map(this::durations).toList(), window, traffic()));
    }

    private Durations durations(TrainingJob job) {
        List<Long> durationsPs = new ArrayList<>();
        long startPs = 0;
        for (int i = 0; i < scenario.workload().iterations(); i++) {
            durationsPs.add(job.endPs(i) - startPs);
            startPs = job.endPs(i);
        }
        return new Durations(durationsPs);
    }

    private Traffic traffic() {
        long bytes = 0;
        long most = 0;
        long lost = 0;
        long marked = 0;
        long peakPs = 0;
        for (int link = 0; link < scenario.fabric().links().size(); link++) {
            LinkCounts counts = network.counts(link);
            bytes += counts.bytes();
            most = Math.max(most, counts.bytes());
            lost += counts.dropped();
            marked += counts.marked();
            peakPs = Math.max(peakPs, counts.peakPs());
        }
        long other = background.stream().mapToLong(DctcpFlow::acknowledgedBytes).sum();
        return new Traffic(bytes, most, lost, marked, peakPs, other, network.traversals());
    }
}
