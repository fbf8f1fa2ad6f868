package io.rina.cli.simulate;

import io.rina.cli.input.InputException;
import io.rina.cli.input.Sizes;
import io.rina.cli.input.Times;
import io.rina.plan.RankSet;
import io.rina.sim.format.AstraWorkload;
import io.rina.sim.format.ChakraTrace;
import io.rina.sim.format.HtsimFlows;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.ActivityGraph;
import io.rina.sim.workload.Buckets;
import io.rina.sim.workload.FlowSchedule;
import io.rina.sim.workload.Model;
import io.rina.sim.workload.Models;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code workload:}. */
final class WorkloadReader {
    private static final int MOST = 1 << 20;
    private static final List<String> FLOWS = List.of("incast", "shift", "htsim");
    /** What a workload may be; a file says one. */
    private static final List<String> KINDS =
            List.of("allReduce", "model", "incast", "shift", "htsim", "astra", "chakra");

    private final Path file;

    WorkloadReader(Path file) {
        this.file = file;
    }

    /** Whether it is flows, for which nothing is summed and nobody computes. */
    static boolean isOfFlows(Section workload) {
        return FLOWS.stream().anyMatch(workload::has);
    }

    Workload read(Section workload, int workers) {
        List<String> given = KINDS.stream().filter(workload::has).toList();
        if (given.size() != 1) {
            throw workload.wrong(
                    "",
                    "needs one of " + String.join(", ", KINDS) + ", as in allReduce: 16MiB, and"
                            + " has " + (given.isEmpty() ? "none" : String.join(", ", given)));
        }
        return switch (given.getFirst()) {
            case "allReduce" -> allReduce(workload);
            case "model" -> training(workload);
            case "incast" -> incast(workload, workers);
            case "shift" -> shift(workload, workers);
            case "htsim" -> htsim(workload);
            case "astra" -> astra(workload, workers);
            case "chakra" -> chakra(workload, workers);
            default -> throw new IllegalStateException(given.getFirst());
        };
    }

    private static Workload allReduce(Section workload) {
        workload.only("allReduce", "iterations");
        return Workload.allReduce(
                workload.required("allReduce", "allReduce: 16MiB", WorkloadReader::bytes),
                iterations(workload));
    }

    private static long bytes(String text) {
        long bytes = Sizes.parse(text);
        if (bytes < 1 || bytes > 1L << 41) {
            throw new InputException("'" + text + "' must be from 1 byte to 2048GiB");
        }
        return bytes;
    }

    private static int iterations(Section workload) {
        return workload.value("iterations", 1, Words.number(1, MOST));
    }

    private static Workload training(Section workload) {
        workload.only(
                "model",
                "iterations",
                "computeTime",
                "buckets",
                "firstBucket",
                "overlap",
                "numberBytes",
                "shrink");
        Model model = workload.required("model", "model: resnet50", Models::named);
        Buckets standard = Buckets.standard();
        long bytes = workload.value("buckets", standard.bytes(), Sizes::parse);
        long first =
                workload.value("firstBucket", Math.min(bytes, standard.firstBytes()), Sizes::parse);
        Workload.Training whole = Workload.training(
                model,
                workload.value("computeTime", model.stepPs(), Times::parsePs),
                workload.check("buckets", () -> new Buckets(first, bytes)),
                workload.value("numberBytes", Float.BYTES, Words.number(1, Long.BYTES)),
                workload.value("overlap", true, Words::flag),
                iterations(workload));
        return workload.value(
                "shrink", whole, by -> whole.shrunk(Words.number(1, MOST).apply(by)));
    }

    private static Workload incast(Section workload, int workers) {
        workload.only("incast", "to");
        long bytes = workload.required("incast", "incast: 1MiB", WorkloadReader::bytes);
        int to = workload.value("to", 0, Words.number(0, Math.max(0, workers - 1)));
        return workload.check(
                "incast", () -> new Workload.Flows(FlowSchedule.incast(workers, to, bytes)));
    }

    private static Workload shift(Section workload, int workers) {
        workload.only("shift", "by");
        long bytes = workload.required("shift", "shift: 1MiB", WorkloadReader::bytes);
        int by = workload.value("by", 1, Words.number(1, Math.max(1, workers - 1)));
        return workload.check(
                "shift", () -> new Workload.Flows(FlowSchedule.shift(workers, by, bytes)));
    }

    private Workload htsim(Section workload) {
        workload.only("htsim");
        return workload.required(
                "htsim",
                "htsim: and the path of a .cm file",
                name -> new Workload.Flows(
                        FormatFile.read(file.resolveSibling(name), HtsimFlows::read)));
    }

    private Workload astra(Section workload, int workers) {
        workload.only("astra", "iterations");
        int passes = iterations(workload);
        return workload.required("astra", "astra: and the path of a workload text", name -> {
            AstraWorkload text = FormatFile.read(file.resolveSibling(name), AstraWorkload::read);
            List<ActivityGraph> graphs = new ArrayList<>();
            for (int rank = 0; rank < workers; rank++) {
                graphs.add(text.graph(rank, workers, passes));
            }
            return new Workload.Activities(graphs);
        });
    }

    /** A file for each rank: the path, a dot, the rank, and {@code .et}. */
    private Workload chakra(Section workload, int workers) {
        workload.only("chakra", "groups");
        Map<String, RankSet> groups = groups(workload.section("groups"), workers);
        RankSet all = RankSet.firstOf(workers);
        return workload.required("chakra", "chakra: and the path before .RANK.et", prefix -> {
            List<ActivityGraph> graphs = new ArrayList<>();
            for (int rank = 0; rank < workers; rank++) {
                graphs.add(FormatFile.readBytes(
                        file.resolveSibling(prefix + "." + rank + ".et"),
                        (source, bytes) -> ChakraTrace.read(source, bytes, all, groups)));
            }
            return new Workload.Activities(graphs);
        });
    }

    private static Map<String, RankSet> groups(Section given, int workers) {
        Map<String, RankSet> groups = new LinkedHashMap<>();
        for (String name : given.keys()) {
            List<String> ranks = given.list(name);
            if (ranks == null || ranks.isEmpty()) {
                throw given.wrong(name, "must be a list of ranks, as in [0, 1]");
            }
            groups.put(
                    name,
                    given.check(
                            name,
                            () -> RankSet.of(ranks.stream()
                                    .mapToInt(Words.number(0, workers - 1)::apply)
                                    .toArray())));
        }
        return groups;
    }
}
