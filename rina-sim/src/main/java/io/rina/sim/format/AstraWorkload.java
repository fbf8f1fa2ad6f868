package io.rina.sim.format;

import io.rina.sim.workload.ActivityGraph;

import java.io.IOException;
import java.io.Reader;
import java.util.List;
import java.util.SortedSet;

/**
 * A workload in the text format of ASTRA-sim 1.0 and SimAI (astra-sim/workload/Workload.cc of
 * both): a line with the policy and its settings, the number of layers, and a line for each
 * layer:
 *
 * <pre>
 * HYBRID_TRANSFORMER model_parallel_NPU_group: 4
 * 1
 * name -1 fwd_ns fwd_comm bytes ig_ns ig_comm bytes wg_ns wg_comm bytes update_ns
 * </pre>
 *
 * <p>Each layer has a forward pass, the gradient of its inputs (ig) and that of its weights (wg);
 * each computes and then communicates: NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER or ALLTOALL,
 * with _EP among the ranks that share the experts, with _DP_EP among those that have the same.
 *
 * <p>Policies: DATA (only weights are communicated, among all), MODEL (only inputs, among all),
 * HYBRID_TRANSFORMER (inputs in tensor groups, weights in data groups),
 * HYBRID_TRANSFORMER_FWD_IN_BCKWD (the same, recomputing from checkpoints), and MICRO (the
 * weights' communication and nothing else, as there). Settings {@code pp} and {@code vpp} must be
 * 1: pipelines are not simulated. {@code ga} has been worked into the lines by who wrote the
 * file.
 */
public final class AstraWorkload {
    private final String name;
    private final Policy policy;
    private final AstraHead head;
    private final List<AstraLayer> layers;

    /** Which parts of a layer communicate. */
    enum Policy {
        DATA,
        MODEL,
        MICRO,
        HYBRID_TRANSFORMER,
        HYBRID_TRANSFORMER_FWD_IN_BCKWD;

        boolean isTransformer() {
            return this == HYBRID_TRANSFORMER || this == HYBRID_TRANSFORMER_FWD_IN_BCKWD;
        }

        boolean communicatesInputs() {
            return this == MODEL || isTransformer();
        }

        boolean communicatesWeights() {
            return this != MODEL;
        }
    }

    AstraWorkload(String name, AstraHead head, List<AstraLayer> layers) {
        this.name = name;
        this.policy = head.policy();
        this.head = head;
        this.layers = List.copyOf(layers);
    }

    /** {@code source} names the file in errors. */
    public static AstraWorkload read(String source, Reader text) throws IOException {
        return new AstraReader(source, new FieldReader(source, text, "")).read();
    }

    /** For how many ranks the file is; 0 when it does not say. */
    public int ranks() {
        return head.ranks();
    }

    public int layers() {
        return layers.size();
    }

    /** What {@code rank} of {@code ranks} does in {@code passes} iterations. */
    public ActivityGraph graph(int rank, int ranks, int passes) {
        if (head.ranks() != 0 && head.ranks() != ranks) {
            throw new IllegalArgumentException(
                    name + " is for " + head.ranks() + " ranks (all_gpus), not for " + ranks);
        }
        if (rank < 0 || rank >= ranks || passes < 1) {
            throw new IllegalArgumentException("rank " + rank + " of " + ranks + " in " + passes
                    + " passes: the rank must be one of them, the passes 1 or more");
        }
        int tensor = policy == Policy.MODEL ? ranks : head.tensor();
        AstraGroups groups;
        try {
            groups = new AstraGroups(ranks, tensor, head.expert());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
        return new AstraGraph(name, policy, layers, head, groups, rank).build(passes);
    }

    /**
     * The first line.
     *
     * @param tensor group size
     * @param expert group size
     * @param ranks 0 when not said
     * @param checkpoints layers whose inputs are kept
     * @param recomputing layers before whose backward pass the forward pass is repeated, from the
     *     checkpoint before them
     */
    record AstraHead(
            Policy policy,
            int tensor,
            int expert,
            int ranks,
            SortedSet<Integer> checkpoints,
            SortedSet<Integer> recomputing) {}
}
