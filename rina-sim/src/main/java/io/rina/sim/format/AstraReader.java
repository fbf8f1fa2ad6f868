package io.rina.sim.format;

import io.rina.sim.format.AstraLayer.Part;
import io.rina.sim.format.AstraLayer.Scope;
import io.rina.sim.format.AstraWorkload.AstraHead;
import io.rina.sim.format.AstraWorkload.Policy;
import io.rina.sim.workload.CollectiveKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads one {@link AstraWorkload}. */
final class AstraReader {
    private static final int FIELDS = 12;
    private static final long NS = 1_000;

    private static final Set<String> NUMBERS =
            Set.of("model_parallel_NPU_group", "ep", "pp", "vpp", "ga", "all_gpus", "pp_comm");
    /** A count, and so many layers. */
    private static final Set<String> LISTS = Set.of("checkpoints", "checkpoint_initiates");

    private final String source;
    private final FieldReader in;
    /** Settings of one number, by their name without the colon. */
    private final Map<String, Integer> settings = new HashMap<>();

    private final SortedSet<Integer> checkpoints = new TreeSet<>();
    private final SortedSet<Integer> recomputing = new TreeSet<>();

    AstraReader(String source, FieldReader in) {
        this.source = source;
        this.in = in;
    }

    AstraWorkload read() throws IOException {
        in.require("the policy");
        AstraHead head = readHead();
        in.require("the number of layers");
        in.requireCount(1, "the number of layers");
        int count = in.integer(0, "the number of layers", 1);
        requireLayers(count);
        List<AstraLayer> layers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            in.require("layer " + (i + 1) + " of " + count);
            layers.add(readLayer(head.policy()));
        }
        if (in.next()) {
            throw in.error("there is more than the " + count + " layers of the second line");
        }
        return new AstraWorkload(source, head, layers);
    }

    private AstraHead readHead() {
        Policy policy = policy(in.field(0, "the policy"));
        for (int i = 1; i < in.count(); ) {
            i = readSetting(policy, i);
        }
        int tensor = 1;
        if (policy.isTransformer()) {
            Integer given = settings.get("model_parallel_NPU_group");
            if (given == null) {
                throw in.error(policy + " needs model_parallel_NPU_group: and a number");
            }
            tensor = given;
        }
        requireOne("pp");
        requireOne("vpp");
        if (settings.getOrDefault("pp_comm", 0) != 0) {
            throw in.error("pp_comm: pipelines are not simulated, so it must be 0");
        }
        return new AstraHead(
                policy,
                tensor,
                settings.getOrDefault("ep", 1),
                settings.getOrDefault("all_gpus", 0),
                checkpoints,
                recomputing);
    }

    private Policy policy(String text) {
        for (Policy policy : Policy.values()) {
            if (policy.name().equals(text)) {
                return policy;
            }
        }
        throw in.error("policy " + text + " is not simulated; there are "
                + String.join(
                        ", ", Arrays.stream(Policy.values()).map(Policy::name).toList()));
    }

    /** Reads the setting at field {@code at}; returns where the next one is. */
    private int readSetting(Policy policy, int at) {
        String field = in.field(at, "a setting");
        // With a colon, which only pp_comm goes without in some of SimAI's own files.
        boolean isWhole = field.endsWith(":") || field.equals("pp_comm");
        String key = field.replaceFirst(":$", "");
        boolean isList = LISTS.contains(key) && policy == Policy.HYBRID_TRANSFORMER_FWD_IN_BCKWD;
        boolean isNumber = NUMBERS.contains(key) && policy.isTransformer();
        if (!isWhole || (!isList && !isNumber)) {
            throw in.error("unknown setting " + field + " of policy " + policy);
        }
        int value = in.integer(at + 1, key, isList || key.equals("pp_comm") ? 0 : 1);
        if (settings.put(key, value) != null) {
            throw in.error(key + " is there twice");
        }
        if (isNumber) {
            return at + 2;
        }
        SortedSet<Integer> listed = key.equals("checkpoints") ? checkpoints : recomputing;
        for (int i = 0; i < value; i++) {
            listed.add(in.integer(at + 2 + i, "a layer of " + key, 0));
        }
        return at + 2 + value;
    }

    private void requireOne(String key) {
        if (settings.getOrDefault(key, 1) != 1) {
            throw in.error(key + ": pipelines are not simulated, so it must be 1");
        }
    }

    private void requireLayers(int count) {
        for (int layer : checkpoints) {
            if (layer >= count) {
                throw in.error("checkpoint " + layer + " is no layer of " + count + " from 0 on");
            }
        }
        for (int layer : recomputing) {
            if (layer >= count || checkpoints.headSet(layer + 1).isEmpty()) {
                throw in.error("layer " + layer + " of checkpoint_initiates, of " + count
                        + " from 0 on, needs a checkpoint at it or before it");
            }
        }
    }

    private AstraLayer readLayer(Policy policy) {
        in.requireCount(
                FIELDS,
                "name -1 fwd_ns fwd_comm bytes ig_ns ig_comm bytes wg_ns wg_comm "
                        + "bytes update_ns");
        String dependence = in.field(1, "the dependence");
        if (!dependence.equals("-1")) {
            throw in.error("the second field is " + dependence
                    + ": layers depend on the one before, which is written -1");
        }
        Part forward = part(2, policy, policy.communicatesInputs());
        Part inputGradient = part(5, policy, policy.communicatesInputs());
        Part weightGradient = part(8, policy, policy.communicatesWeights());
        long updatePs = picoseconds(11, "update_ns");
        return new AstraLayer(
                in.field(0, "the name"), forward, inputGradient, weightGradient, updatePs);
    }

    private long picoseconds(int index, String what) {
        return NS * in.number(in.field(index, what), what, 0, Long.MAX_VALUE / NS);
    }

    /** Three fields from {@code at} on. */
    private Part part(int at, Policy policy, boolean mayCommunicate) {
        long computePs = picoseconds(at, "the time in ns");
        String text = in.field(at + 1, "what is communicated");
        long bytes = in.number(in.field(at + 2, "the bytes"), "the bytes", 0, Long.MAX_VALUE);
        Scope scope = Scope.USUAL;
        String bare = text;
        if (text.endsWith("_DP_EP")) {
            scope = Scope.DATA_EXPERT;
            bare = text.substring(0, text.length() - "_DP_EP".length());
        } else if (text.endsWith("_EP")) {
            scope = Scope.EXPERT;
            bare = text.substring(0, text.length() - "_EP".length());
        }
        CollectiveKind kind = kind(text, bare);
        if (kind == null && bytes != 0) {
            throw in.error("NONE of " + bytes + " bytes: nothing has 0 bytes");
        }
        if (scope != Scope.USUAL && !policy.isTransformer()) {
            throw in.error(text + ": " + policy + " has no experts, so no _EP");
        }
        if (kind != null && !mayCommunicate) {
            throw in.error(
                    text + " in field " + (at + 2) + ", where the policy does not communicate");
        }
        return new Part(computePs, kind, scope, bytes);
    }

    private @Nullable CollectiveKind kind(String text, String bare) {
        return switch (bare) {
            case "NONE" -> null;
            case "ALLREDUCE" -> CollectiveKind.ALL_REDUCE;
            case "ALLGATHER" -> CollectiveKind.ALL_GATHER;
            case "REDUCESCATTER" -> CollectiveKind.REDUCE_SCATTER;
            case "ALLTOALL" -> CollectiveKind.ALL_TO_ALL;
            default ->
                throw in.error("unknown communication " + text
                        + "; there are NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER and ALLTOALL, "
                        + "all with _EP or _DP_EP if need be");
        };
    }
}
