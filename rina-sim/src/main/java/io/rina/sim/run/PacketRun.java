package io.rina.sim.run;

import io.rina.plan.Framing;
import io.rina.sim.net.BufferOptions;
import io.rina.sim.net.DctcpFlow;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.LinkCounts;
import io.rina.sim.net.Network;
import io.rina.sim.net.NetworkObserver;
import io.rina.sim.run.Result.Traffic;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.Waiting;
import io.rina.wire.Frame;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A run packet by packet, with the machines of the protocol. */
final class PacketRun {
    private static final long DCTCP_TIMEOUT_PS = 10_000_000_000L;
    /** Background flows have no end; a run's limit comes long before so many bytes. */
    private static final long WITHOUT_END = Long.MAX_VALUE / 2;

    private final Scenario scenario;
    private final Network network;
    private final int window;
    private final List<JobRun> jobs = new ArrayList<>();
    private final List<DctcpFlow> background = new ArrayList<>();
    private int jobsDone;

    private PacketRun(Scenario scenario, NetworkObserver observer, int window) {
        this.scenario = scenario;
        this.window = window;
        Fabric fabric = scenario.fabric();
        BufferOptions ofSwitch = scenario.buffers();
        // What waits at its own host stops a machine; a flow of DCTCP only slows down by marks.
        BufferOptions ofHost =
                scenario.hasFlows() ? ofSwitch.withoutLoss() : BufferOptions.endless();
        network = new Network(
                fabric,
                link -> fabric.isHost(fabric.links().get(link).from()) ? ofHost : ofSwitch,
                Frame.HEADER_BYTES + Integer.BYTES,
                observer);
    }

    static Outcome of(Scenario scenario, NetworkObserver observer) {
        List<List<PlacedProgram>> programs = new ArrayList<>();
        for (int job = 0; job < scenario.jobs().count(); job++) {
            programs.add(PlacedProgram.of(scenario, job));
        }
        List<PlacedProgram> all = programs.stream().flatMap(List::stream).toList();
        int slots = scenario.deployment().slots() / Math.max(1, all.size());
        int window = all.isEmpty() ? 0 : scenario.hosts().window();
        for (PlacedProgram placed : all) {
            window = Math.min(window, Windows.fit(placed.program(), slots, window));
            if (window == 0) {
                return new Outcome.Refused("a switch needs "
                        + Windows.leastSlots(placed.program()) * all.size() + " slots, and has "
                        + scenario.deployment().slots());
            }
        }
        PacketRun run = new PacketRun(scenario, observer, window);
        run.addJobs(programs, all.size());
        run.addBackground();
        boolean done = run.network.run(run::isDone, scenario.limitPs());
        return done ? run.outcome() : new Outcome.Unfinished(run.why());
    }

    private String why() {
        List<String> waiting = new ArrayList<>();
        jobs.forEach(job -> waiting.addAll(job.waiting()));
        String circle = network.deadlock();
        String until = circle != null
                ? "a deadlock of pauses: in a circle wait " + circle
                : network.isQuiet() ? "nothing moves any more" : limit(scenario);
        return until + (waiting.isEmpty() ? "" : "; waiting: " + Waiting.text(waiting));
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

    private void addJobs(List<List<PlacedProgram>> programs, int count) {
        Machines machines = new Machines(network, scenario, window, Math.max(1, count));
        for (int job = 0; job < programs.size(); job++) {
            List<PlacedProgram> own = programs.get(job);
            jobs.add(
                    switch (scenario.workload()) {
                        case Workload.Training training ->
                            new TrainingRun(
                                    network, scenario, training, job, own.getFirst(), machines);
                        case Workload.Flows flows -> new FlowsRun(network, scenario, flows, job);
                        case Workload.Activities activities ->
                            new ActivitiesRun(network, scenario, activities, job, own, machines);
                    });
        }
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
        long wrong = jobs.stream().mapToLong(JobRun::wrong).sum();
        if (wrong > 0) {
            throw new IllegalStateException(
                    wrong + " sums are wrong: a rank was not counted exactly once");
        }
        return new Outcome.Done(new Result(
                jobs.stream().map(JobRun::durations).toList(),
                Math.round(jobs.stream().mapToLong(JobRun::computePs).average().orElse(0)),
                window,
                traffic(),
                jobs.stream().flatMap(job -> job.flows().stream()).toList()));
    }

    private Traffic traffic() {
        long bytes = 0;
        long packets = 0;
        long most = 0;
        long lost = 0;
        long marked = 0;
        long peakPs = 0;
        for (int link = 0; link < scenario.fabric().links().size(); link++) {
            LinkCounts counts = network.counts(link);
            bytes += counts.bytes();
            packets += counts.packets();
            most = Math.max(most, counts.bytes());
            lost += counts.dropped();
            marked += counts.marked();
            peakPs = Math.max(peakPs, counts.peakPs());
        }
        long other = background.stream().mapToLong(DctcpFlow::acknowledgedBytes).sum();
        return new Traffic(
                bytes,
                most,
                lost,
                marked,
                peakPs,
                other,
                network.traversals(),
                bytes - packets * overheadBytes(),
                network.events());
    }

    /** Of a packet; beside background flows, whose headers are shorter, that of a frame. */
    private int overheadBytes() {
        return scenario.workload() instanceof Workload.Flows
                ? DctcpFlow.OVERHEAD_BYTES
                : Framing.WIRE.overheadBytes();
    }
}
