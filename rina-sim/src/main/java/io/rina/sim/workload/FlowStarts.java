package io.rina.sim.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts what triggers are told, and says which flows start by it. */
public final class FlowStarts {
    private final List<TimedFlow> flows;
    private final Map<Integer, Trigger> triggers = new HashMap<>();
    private final Map<Integer, List<Integer>> startedBy = new HashMap<>();
    private final Map<Integer, Integer> told = new HashMap<>();

    FlowStarts(List<TimedFlow> flows, List<Trigger> triggers) {
        this.flows = flows;
        triggers.forEach(trigger -> this.triggers.put(trigger.id(), trigger));
        for (int i = 0; i < flows.size(); i++) {
            startedBy
                    .computeIfAbsent(flows.get(i).startTrigger(), id -> new ArrayList<>())
                    .add(i);
        }
    }

    /** Flow {@code index} has been sent; returns the flows that start now, by index. */
    public List<Integer> onSent(int index) {
        return tell(flows.get(index).sentTrigger());
    }

    /** Flow {@code index} has been received; returns the flows that start now, by index. */
    public List<Integer> onReceived(int index) {
        return tell(flows.get(index).receivedTrigger());
    }

    private List<Integer> tell(int id) {
        Trigger trigger = triggers.get(id);
        if (trigger == null) {
            return List.of();
        }
        int times = told.merge(id, 1, Integer::sum);
        return trigger.firesWhenTold(times) ? startedBy.getOrDefault(id, List.of()) : List.of();
    }
}
