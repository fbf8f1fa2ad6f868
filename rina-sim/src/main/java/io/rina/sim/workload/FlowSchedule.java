package io.rina.sim.workload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Flows between hosts, and the triggers by which some start others. Every trigger that a flow names
 * exists, and every flow starts some time, provided that those started before it end.
 *
 * @param hosts how many there are, numbered from 0
 */
public record FlowSchedule(int hosts, List<TimedFlow> flows, List<Trigger> triggers) {
    public FlowSchedule {
        flows = List.copyOf(flows);
        triggers = List.copyOf(triggers);
        Map<Integer, Trigger> byId = new HashMap<>();
        for (Trigger trigger : triggers) {
            if (byId.put(trigger.id(), trigger) != null) {
                throw new IllegalArgumentException("there are two triggers " + trigger.id());
            }
        }
        for (int i = 0; i < flows.size(); i++) {
            TimedFlow flow = flows.get(i);
            if (Math.max(flow.from(), flow.to()) >= hosts) {
                throw new IllegalArgumentException("flow " + i + " from host " + flow.from()
                        + " to host " + flow.to() + ": there are only " + hosts + " hosts");
            }
            requireTrigger(byId, i, flow.startTrigger());
            requireTrigger(byId, i, flow.sentTrigger());
            requireTrigger(byId, i, flow.receivedTrigger());
        }
        requireAllStart(flows, triggers);
    }

    /** Flows of {@code bytes} from each of {@code hosts} to host {@code to}, all at once. */
    public static FlowSchedule incast(int hosts, int to, long bytes) {
        requireTwo(hosts);
        List<TimedFlow> flows = new ArrayList<>();
        for (int from = 0; from < hosts; from++) {
            if (from != to) {
                flows.add(TimedFlow.atOnce(from, to, bytes));
            }
        }
        return new FlowSchedule(hosts, flows, List.of());
    }

    /** A flow of {@code bytes} from each host to the one {@code by} further on, all at once. */
    public static FlowSchedule shift(int hosts, int by, long bytes) {
        requireTwo(hosts);
        List<TimedFlow> flows = new ArrayList<>();
        for (int from = 0; from < hosts; from++) {
            flows.add(TimedFlow.atOnce(from, (from + by) % hosts, bytes));
        }
        return new FlowSchedule(hosts, flows, List.of());
    }

    private static void requireTwo(int hosts) {
        if (hosts < 2) {
            throw new IllegalArgumentException(
                    "flows between " + hosts + " hosts: there must be two at least");
        }
    }

    private static void requireTrigger(Map<Integer, Trigger> byId, int flow, int id) {
        if (id != 0 && !byId.containsKey(id)) {
            throw new IllegalArgumentException(
                    "flow " + flow + " names trigger " + id + ", which there is not");
        }
    }

    /** Goes through the schedule without time, every flow once. */
    private static void requireAllStart(List<TimedFlow> flows, List<Trigger> triggers) {
        FlowStarts starts = new FlowStarts(flows, triggers);
        boolean[] started = new boolean[flows.size()];
        ArrayDeque<Integer> toDo = new ArrayDeque<>();
        for (int i = 0; i < started.length; i++) {
            if (flows.get(i).startTrigger() == 0) {
                toDo.add(i);
            }
        }
        while (!toDo.isEmpty()) {
            int flow = toDo.remove();
            if (!started[flow]) {
                started[flow] = true;
                toDo.addAll(starts.onSent(flow));
                toDo.addAll(starts.onReceived(flow));
            }
        }
        for (int i = 0; i < started.length; i++) {
            if (!started[i]) {
                throw new IllegalArgumentException("flow " + i + " never starts: trigger "
                        + flows.get(i).startTrigger() + " is not told often enough");
            }
        }
    }

    /** A machine that says which flows start when others end. */
    public FlowStarts starts() {
        return new FlowStarts(flows, triggers);
    }
}
