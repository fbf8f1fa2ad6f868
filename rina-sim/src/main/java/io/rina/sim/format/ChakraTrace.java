package io.rina.sim.format;

import io.rina.plan.RankSet;
import io.rina.sim.workload.Activity;
import io.rina.sim.workload.ActivityGraph;
import io.rina.sim.workload.CollectiveKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the execution trace of one rank, {@code PREFIX.RANK.et}, as MLCommons Chakra defines it
 * (schema/protobuf/et_def.proto, 1.0): messages, each after its length, first the metadata of the
 * trace, then its nodes.
 *
 * <p>Compute nodes take {@code duration_micros}, on the host where the attribute {@code
 * is_cpu_op} is true, else on the accelerator. Collective nodes have {@code comm_type}, {@code
 * comm_size} in bytes, and, where not all ranks take part, {@code pg_name}. Nodes of metadata
 * take no time. Sends, receives and memory accesses are errors, as they are not simulated;
 * attributes that say nothing of time or traffic are passed over.
 */
public final class ChakraTrace {
    private static final int MOST_BYTES = 1 << 28;

    /** As in the enum CollectiveCommType. */
    private static final Map<Long, CollectiveKind> KINDS = Map.of(
            0L, CollectiveKind.ALL_REDUCE,
            1L, CollectiveKind.REDUCE,
            2L, CollectiveKind.ALL_GATHER,
            5L, CollectiveKind.BROADCAST,
            6L, CollectiveKind.ALL_TO_ALL,
            7L, CollectiveKind.REDUCE_SCATTER,
            9L, CollectiveKind.BARRIER);

    private final String source;
    private final RankSet all;
    private final Map<String, RankSet> groups;
    private final List<ChakraNode> nodes = new ArrayList<>();
    /** By id: the index in {@code nodes}. */
    private final Map<Long, Integer> index = new HashMap<>();

    private int message;

    private ChakraTrace(String source, RankSet all, Map<String, RankSet> groups) {
        this.source = source;
        this.all = all;
        this.groups = Map.copyOf(groups);
    }

    /**
     * @param source names the file in errors
     * @param all ranks, which take part where a node names no group
     * @param groups by the names that nodes have for them
     */
    public static ActivityGraph read(
            String source, InputStream in, RankSet all, Map<String, RankSet> groups)
            throws IOException {
        ChakraTrace trace = new ChakraTrace(source, all, groups);
        trace.readNodes(in);
        return trace.graph();
    }

    private void readNodes(InputStream in) throws IOException {
        for (long length = length(in); length >= 0; length = length(in)) {
            if (length > MOST_BYTES) {
                throw error("it is said to have " + length + " bytes, which cannot be", null);
            }
            byte[] bytes = in.readNBytes((int) length);
            if (bytes.length < length) {
                throw error(
                        "the file ends after " + bytes.length + " of its " + length + " bytes",
                        null);
            }
            // The first message is the metadata of the trace.
            if (message > 1) {
                add(bytes);
            }
        }
        if (message < 2) {
            throw error("the file ends before the metadata", null);
        }
    }

    private long length(InputStream in) throws IOException {
        message++;
        try {
            return ProtobufMessage.length(in);
        } catch (IOException e) {
            throw error("its length: " + e.getMessage(), e);
        }
    }

    private void add(byte[] bytes) {
        ChakraNode node;
        try {
            node = ChakraNode.parse(new ProtobufMessage(ByteBuffer.wrap(bytes)));
        } catch (IOException e) {
            throw error(e.getMessage() == null ? "unreadable" : e.getMessage(), e);
        }
        if (index.put(node.id(), nodes.size()) != null) {
            throw error("node " + node.id() + " is there twice", null);
        }
        nodes.add(node);
    }

    /** Nodes may stand in any order; in the graph each comes after those that it waits for. */
    private ActivityGraph graph() {
        int[] missing = new int[nodes.size()];
        List<List<Integer>> successors = new ArrayList<>();
        nodes.forEach(node -> successors.add(new ArrayList<>()));
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int i = 0; i < missing.length; i++) {
            for (long id : nodes.get(i).after()) {
                Integer before = index.get(id);
                if (before == null) {
                    throw error(nodes.get(i), "waits for node " + id + ", which there is not");
                }
                successors.get(before).add(i);
                missing[i]++;
            }
            if (missing[i] == 0) {
                ready.add(i);
            }
        }
        ActivityGraph.Builder builder = new ActivityGraph.Builder(source);
        Map<Long, Integer> activities = new HashMap<>();
        for (Integer next = ready.poll(); next != null; next = ready.poll()) {
            ChakraNode node = nodes.get(next);
            activities.put(node.id(), builder.add(activity(node, activities)));
            for (int successor : successors.get(next)) {
                if (--missing[successor] == 0) {
                    ready.add(successor);
                }
            }
        }
        for (int i = 0; i < missing.length; i++) {
            if (missing[i] > 0) {
                throw error(nodes.get(i), "waits, over others, for itself");
            }
        }
        return builder.build();
    }

    private Activity activity(ChakraNode node, Map<Long, Integer> activities) {
        List<Integer> after =
                node.after().stream().map(activities::get).distinct().toList();
        return switch (node.type()) {
            case ChakraNode.METADATA -> new Activity.Compute(node.name(), after, true, 0);
            case ChakraNode.COMPUTE ->
                new Activity.Compute(node.name(), after, node.onHost(), durationPs(node));
            case ChakraNode.COLLECTIVE ->
                new Activity.Communicate(node.name(), after, kind(node), ranks(node), bytes(node));
            default ->
                throw error(
                        node,
                        "is of type " + node.type()
                                + "; only computing (4), collectives (7) and metadata (1) can be");
        };
    }

    private long durationPs(ChakraNode node) {
        if (node.durationUs() < 0 || node.durationUs() > Long.MAX_VALUE / 1_000_000) {
            throw error(
                    node,
                    "takes " + Long.toUnsignedString(node.durationUs()) + " us, which is too much");
        }
        return node.durationUs() * 1_000_000;
    }

    private CollectiveKind kind(ChakraNode node) {
        Long type = node.numbers().get("comm_type");
        CollectiveKind kind = type == null ? null : KINDS.get(type);
        if (kind == null) {
            throw error(
                    node,
                    "has comm_type " + type + "; known are "
                            + KINDS.keySet().stream().sorted().toList());
        }
        return kind;
    }

    private long bytes(ChakraNode node) {
        long none = kind(node) == CollectiveKind.BARRIER ? 0 : -1;
        long bytes = node.number("comm_size", none);
        if (bytes < 0) {
            throw error(node, "has no comm_size, or one below 0");
        }
        return bytes;
    }

    private RankSet ranks(ChakraNode node) {
        if (!node.involvesAllDimensions()) {
            throw error(
                    node, "has an involved_dim that is false: give its ranks as a group instead");
        }
        if (node.group().isEmpty()) {
            return all;
        }
        RankSet ranks = groups.get(node.group());
        if (ranks == null) {
            throw error(
                    node,
                    "names the group " + node.group() + "; known are "
                            + groups.keySet().stream().sorted().toList());
        }
        return ranks;
    }

    private FormatException error(ChakraNode node, String problem) {
        return new FormatException(source, "node " + node.id(), node.name() + " " + problem, null);
    }

    private FormatException error(String problem, @Nullable Throwable cause) {
        return new FormatException(source, "message " + message, problem, cause);
    }
}
