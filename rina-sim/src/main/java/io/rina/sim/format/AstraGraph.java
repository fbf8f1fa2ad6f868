package io.rina.sim.format;

import io.rina.plan.RankSet;
import io.rina.sim.format.AstraLayer.Part;
import io.rina.sim.format.AstraWorkload.AstraHead;
import io.rina.sim.format.AstraWorkload.Policy;
import io.rina.sim.workload.Activity;
import io.rina.sim.workload.ActivityGraph;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes the activities of one rank, in the order of ASTRA-sim's loops:
 *
 * <ol>
 *   <li>Forward, first layer to last: wait for the layer's weights of the pass before, compute,
 *       communicate, wait.
 *   <li>Backward, last to first. DATA: the weights' gradient, start summing it, the inputs'
 *       gradient. Others: the inputs' gradient and its communication; the weights' gradient, start
 *       summing it; a transformer waits for the inputs' communication before it computes the
 *       weights' gradient, MODEL after.
 *   <li>When a weights' gradient is summed, the update, beside the computing.
 * </ol>
 *
 * <p>No gradient of the first layer's inputs is computed under DATA, nor communicated under
 * MODEL. An operation of one rank, or of no bytes, is left out.
 */
final class AstraGraph {
    private static final int NONE = -1;

    private final ActivityGraph.Builder activities;
    private final Policy policy;
    private final List<AstraLayer> layers;
    private final AstraHead head;
    private final RankSet tensorGroup;
    private final RankSet dataGroup;
    private final RankSet expertGroup;
    private final RankSet dataExpertGroup;
    /** What the next activity of the computing waits for, besides an own dependence. */
    private int last = NONE;

    /** The communication that it waits for as well. */
    private int waitedFor = NONE;
    /** By layer: what makes its weights ready for the next pass. */
    private final int[] updated;

    AstraGraph(
            String name,
            Policy policy,
            List<AstraLayer> layers,
            AstraHead head,
            AstraGroups groups,
            int rank) {
        activities = new ActivityGraph.Builder(name);
        this.policy = policy;
        this.layers = layers;
        this.head = head;
        tensorGroup = groups.tensorGroup(rank);
        dataGroup = groups.dataGroup(rank);
        expertGroup = groups.expertGroup(rank);
        dataExpertGroup = groups.dataExpertGroup(rank);
        updated = new int[layers.size()];
        Arrays.fill(updated, NONE);
    }

    ActivityGraph build(int passes) {
        for (int pass = 0; pass < passes; pass++) {
            if (policy == Policy.MICRO) {
                layers.forEach(layer -> communicate(
                        layer.name() + " weights", layer.weightGradient(), dataGroup, NONE));
            } else {
                pass();
            }
        }
        return activities.build();
    }

    private void pass() {
        for (int i = 0; i < layers.size(); i++) {
            forward(i, " forward");
        }
        for (int i = layers.size() - 1; i >= 0; i--) {
            if (head.recomputing().contains(i)) {
                for (int again = head.checkpoints().headSet(i + 1).last(); again < i; again++) {
                    forward(again, " again");
                }
            }
            if (policy == Policy.DATA) {
                weightsFirst(i);
            } else {
                inputsFirst(i);
            }
        }
    }

    private void forward(int i, String pass) {
        AstraLayer layer = layers.get(i);
        compute(layer.name() + pass, layer.forward(), updated[i]);
        waitedFor = communicate(layer.name() + pass, layer.forward(), tensorGroup, last);
    }

    private void weightsFirst(int i) {
        AstraLayer layer = layers.get(i);
        compute(layer.name() + " weights", layer.weightGradient(), NONE);
        updated[i] = weights(layer, last);
        if (i > 0) {
            compute(layer.name() + " inputs", layer.inputGradient(), NONE);
        }
    }

    private void inputsFirst(int i) {
        AstraLayer layer = layers.get(i);
        boolean isModel = policy == Policy.MODEL;
        String name = layer.name() + " inputs";
        compute(name, layer.inputGradient(), NONE);
        int sent = isModel && i == 0
                ? NONE
                : communicate(name, layer.inputGradient(), tensorGroup, last);
        waitedFor = isModel ? NONE : sent;
        compute(layer.name() + " weights", layer.weightGradient(), NONE);
        waitedFor = isModel ? sent : NONE;
        updated[i] = weights(layer, last);
    }

    /** Computes after what was computed before, what is waited for, and {@code also}. */
    private void compute(String name, Part part, int also) {
        List<Integer> after = after(last, waitedFor, also);
        waitedFor = NONE;
        last = activities.add(new Activity.Compute(name, after, false, part.computePs()));
    }

    /** Communicates a layer's weights and updates them; returns what the next pass waits for. */
    private int weights(AstraLayer layer, int after) {
        int sent = communicate(layer.name() + " weights", layer.weightGradient(), dataGroup, after);
        return activities.add(new Activity.Compute(
                layer.name() + " update", after(after, sent), true, layer.updatePs()));
    }

    /** {@code usual} are the ranks where the part has no suffix. Returns NONE for nothing to do. */
    private int communicate(String name, Part part, RankSet usual, int after) {
        RankSet ranks = switch (part.scope()) {
            case USUAL -> usual;
            case EXPERT -> expertGroup;
            case DATA_EXPERT -> dataExpertGroup;
        };
        if (part.kind() == null || part.bytes() == 0 || ranks.size() == 1) {
            return NONE;
        }
        return activities.add(
                new Activity.Communicate(name, after(after), part.kind(), ranks, part.bytes()));
    }

    private static List<Integer> after(int... activities) {
        return IntStream.of(activities)
                .filter(activity -> activity != NONE)
                .distinct()
                .boxed()
                .toList();
    }
}
