package io.rina.cli.simulate;

import io.rina.cli.input.Closest;
import io.rina.cli.input.InputException;
import io.rina.cli.input.Sizes;
import io.rina.cli.input.Times;
import io.rina.engine.WindowPolicy;
import io.rina.plan.Strategies;
import io.rina.sim.net.BufferOptions;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.PauseOptions;
import io.rina.sim.net.Processing;
import io.rina.sim.scenario.Background;
import io.rina.sim.scenario.Deployment;
import io.rina.sim.scenario.Hosts;
import io.rina.sim.scenario.Jobs;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Scenario.Mode;
import io.rina.sim.workload.Jitter;
import io.rina.sim.workload.Stragglers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Turns the settings of one point into a checked {@link Scenario}. */
final class ScenarioReader {
    private static final int MOST = 1 << 20;
    private static final long NS = 1_000;

    private static final List<String> KEYS = List.of(
            "name",
            "topology",
            "links",
            "buffers",
            "workload",
            "jobs",
            "background",
            "transport",
            "mode",
            "seed",
            "limit");
    /** Where ranks sum, and compute. */
    private static final List<String> KEYS_OF_SUMS = List.of("ina", "strategy", "stragglers");

    /** Of ina, what only packets meet. */
    private static final Set<String> INA_OF_PACKETS = Set.of("slots", "frameTime", "latency");

    private final FabricReader fabrics;
    private final WorkloadReader workloads;
    private final boolean hasPackets;

    /**
     * Paths in {@code file} start from its folder.
     *
     * @param hasPackets whether modes are compared, packets among them, so that what means something
     *     to packets only may stand there for all
     */
    ScenarioReader(Path file, boolean hasPackets) {
        this.hasPackets = hasPackets;
        fabrics = new FabricReader(file);
        workloads = new WorkloadReader(file);
    }

    Scenario read(Section root) {
        boolean sums = !WorkloadReader.isOfFlows(root.section("workload"));
        List<String> keys = new ArrayList<>(KEYS);
        keys.addAll(sums ? KEYS_OF_SUMS : List.of());
        root.only(keys.toArray(String[]::new));
        Fabric fabric = fabrics.read(root);
        long seed = root.value("seed", 1L, Words::seed);
        Section background = root.section("background").only("flows");
        Map<String, Mode> modes =
                Map.of("packets", Mode.PACKETS, "flows", Mode.FLOWS, "links", Mode.LINKS);
        Deployment deployment = deployment(root.section("ina"), fabric);
        Jobs jobs = jobs(root.section("jobs"), fabric);
        Stragglers stragglers = new Stragglers(
                root.value(
                        "stragglers", new Jitter.None(), (Function<String, Jitter>) Jitter::parse),
                seed);
        Scenario scenario = root.whole(() -> new Scenario(
                fabric,
                buffers(root.section("buffers")),
                deployment,
                root.value("strategy", "rina", ScenarioReader::strategy),
                jobs,
                workloads.read(root.section("workload"), jobs.workers()),
                stragglers,
                new Background(background.value("flows", 0, Words.number(0, MOST)), seed),
                hosts(root.section("transport"), sums),
                root.value("mode", Mode.PACKETS, Words.oneOf(modes)),
                root.value("limit", Times.parsePs("100s"), Times::parsePs)));
        if (scenario.mode() != Mode.PACKETS && !hasPackets) {
            refuseWhatOnlyPacketsMeet(root);
        }
        return scenario;
    }

    private static void refuseWhatOnlyPacketsMeet(Section root) {
        refuse(root.section("buffers"), key -> true);
        refuse(root.section("transport"), key -> true);
        refuse(root.section("ina"), INA_OF_PACKETS::contains);
    }

    private static void refuse(Section section, Predicate<String> isOfPackets) {
        for (String key : section.keys()) {
            if (isOfPackets.test(key) && section.has(key)) {
                throw section.wrong(
                        key, "changes nothing without packets: leave it out, or say mode: packets");
            }
        }
    }

    private static String strategy(String name) {
        try {
            return Strategies.named(name).name();
        } catch (IllegalArgumentException e) {
            throw new InputException(e.getMessage() + Closest.hint(name, Strategies.names()), e);
        }
    }

    private static BufferOptions buffers(Section buffers) {
        buffers.only("bytes", "markAbove", "shared", "alpha", "pauseAbove", "resumeBelow");
        if (buffers.has("resumeBelow") && !buffers.has("pauseAbove")) {
            throw buffers.wrong(
                    "resumeBelow", "is of ports that pause: say pauseAbove: and its bytes too");
        }
        if (buffers.has("alpha") && !buffers.has("shared")) {
            throw buffers.wrong("alpha", "is of a shared buffer: say shared: and its bytes too");
        }
        return buffers.whole(() -> new BufferOptions(
                buffers.value("bytes", BufferOptions.ENDLESS, Sizes::parse),
                buffers.value("markAbove", BufferOptions.ENDLESS, Sizes::parse),
                buffers.value("shared", BufferOptions.ENDLESS, Sizes::parse),
                buffers.value("alpha", 1.0, Words::decimal),
                pause(buffers)));
    }

    private static PauseOptions pause(Section buffers) {
        if (!buffers.has("pauseAbove")) {
            return PauseOptions.NEVER;
        }
        long above = buffers.value("pauseAbove", BufferOptions.ENDLESS, Sizes::parse);
        return new PauseOptions(above, buffers.value("resumeBelow", above / 2, Sizes::parse));
    }

    private static Deployment deployment(Section ina, Fabric fabric) {
        ina.only("switches", "core", "slots", "frameTime", "latency");
        Processing processing = new Processing(
                ina.value("frameTime", 0L, Times::parsePs),
                ina.value("latency", 0L, Times::parsePs));
        return new Deployment(
                tors(ina, fabric),
                ina.value("core", false, Words::flag),
                ina.value("slots", Integer.MAX_VALUE, Words.number(1, 999_999_999)),
                processing);
    }

    /** all, none, how many of the first, or a list of switches. */
    private static Set<Integer> tors(Section ina, Fabric fabric) {
        List<Integer> edges = fabric.edgeSwitches();
        List<String> listed = ina.list("switches");
        if (listed != null) {
            return ina.check("switches", () -> listed(listed, edges));
        }
        return ina.value("switches", Set.copyOf(edges), text -> switch (text) {
            case "all" -> Set.copyOf(edges);
            case "none" -> Set.of();
            default -> Set.copyOf(edges.subList(0, count(text, edges.size())));
        });
    }

    private static int count(String text, int most) {
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) <= most) {
            return Integer.parseInt(text);
        }
        throw new InputException("'" + text + "' is none of all, none, a number of racks from 0 to "
                + most + ", or a list of switches, as in [0, 2]");
    }

    private static Set<Integer> listed(List<String> listed, List<Integer> edges) {
        Set<Integer> tors = new HashSet<>();
        for (String text : listed) {
            int tor = Words.number(0, MOST).apply(text);
            if (!edges.contains(tor)) {
                throw new InputException(
                        "switch " + tor + " has no hosts; those that have are " + edges);
            }
            tors.add(tor);
        }
        return tors;
    }

    private static Jobs jobs(Section jobs, Fabric fabric) {
        jobs.only("count", "workers", "placement");
        Map<String, Jobs.Spread> spreads =
                Map.of("packed", Jobs.Spread.PACKED, "spread", Jobs.Spread.SPREAD);
        Jobs.Spread spread = jobs.value("placement", Jobs.Spread.PACKED, Words.oneOf(spreads));
        Function<String, Integer> size = Words.number(1, MOST);
        if (jobs.value("count", "1", text -> text).equals("all")) {
            int workers = jobs.required("workers", "workers: 16", size);
            return new Jobs(Math.max(1, fabric.hosts() / workers), workers, spread);
        }
        int count = jobs.value("count", 1, size);
        int shared = Math.max(1, fabric.hosts() / count);
        return new Jobs(count, jobs.value("workers", shared, size), spread);
    }

    /** A flow knows its timeout alone. */
    private static Hosts hosts(Section transport, boolean sums) {
        if (sums) {
            transport.only("window", "windowPolicy", "timeout", "frameTime", "dcqcn");
        } else {
            transport.only("timeout");
        }
        return transport.whole(() -> new Hosts(
                transport.value("window", 128, Words.number(1, 1 << 16)),
                transport.value("windowPolicy", new WindowPolicy.Fixed(), WindowPolicy::named),
                transport.value("timeout", Times.parsePs("20ms"), Times::parsePs) / NS,
                new Processing(transport.value("frameTime", 0L, Times::parsePs), 0),
                transport.value("dcqcn", false, Words::flag)));
    }
}
