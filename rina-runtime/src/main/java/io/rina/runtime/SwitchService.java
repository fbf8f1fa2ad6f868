package io.rina.runtime;

import io.rina.engine.Counter;
import io.rina.engine.Limits;
import io.rina.engine.SwitchEndpoint;
import io.rina.plan.Program;
import io.rina.plan.Subtopology;
import io.rina.runtime.control.Assignment;
import io.rina.runtime.control.Layout;
import io.rina.runtime.control.Membership;
import io.rina.runtime.control.Role;
import io.rina.runtime.control.SwitchTables;
import io.rina.runtime.job.JobOptions;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A switch's membership of one job, and its tables for the job and the job's rank groups. */
public final class SwitchService implements AutoCloseable {
    private record Table(Assignment assignment, SwitchEndpoint endpoint, long slots) {}

    private final SwitchNode node;
    private final Role role;
    private final Membership membership;

    SwitchService(SwitchNode node, JobOptions job, InetSocketAddress address, Role role) {
        this.node = node;
        this.role = role;
        Tables tables = new Tables();
        membership = Membership.ofSwitch(job, role, address, tables);
        membership.inJob().onEnd(tables::clear);
    }

    void awaitGo() {
        membership.awaitLayout();
        membership.inJob().awaitGo();
    }

    /** Serves until the job ends; throws JobException when it ends badly. */
    public void serve() {
        membership.inJob().awaitRelease();
    }

    void onCrash(Throwable failure) {
        membership.inJob().giveUp("the thread that moves frames died: " + failure);
    }

    /** Leaves the job; its tables are freed. */
    @Override
    public void close() {
        membership.close();
    }

    /** The membership calls one method at a time, but the end may come from anywhere. */
    private final class Tables implements SwitchTables {
        private final Map<Integer, Table> tables = new HashMap<>();
        private int firstNode;
        private int switchNode;

        @Override
        public synchronized void onLayout(Layout layout) {
            firstNode = node.enter(layout);
            switchNode = role.node(layout.topology());
        }

        @Override
        public synchronized String onAssignment(int group, Assignment assignment) {
            onRelease(group);
            Subtopology part = assignment.part();
            int own = Arrays.stream(part.nodes()).boxed().toList().indexOf(switchNode);
            long slots = slots(assignment.program(), own, assignment.limits());
            if (!node.take(slots)) {
                return part.nodeName(own) + " has " + node.freeSlots() + " slots left, and " + slots
                        + " are needed";
            }
            SwitchEndpoint endpoint = new SwitchEndpoint(
                    assignment.job(),
                    assignment.program(),
                    part.topology().switchAt(own),
                    assignment.limits());
            int[] portNodes =
                    Arrays.stream(part.nodes()).map(n -> firstNode + n).toArray();
            node.meet(firstNode, assignment.switches());
            node.add(assignment, endpoint, portNodes);
            tables.put(group, new Table(assignment, endpoint, slots));
            return "";
        }

        /** Two generations of a pool for each channel that is sited or relayed here. */
        private static long slots(Program program, int own, Limits limits) {
            long channels = program.channels().stream()
                    .filter(channel ->
                            channel.nodes().contains(program.topology().switchAt(own)))
                    .count();
            return channels * 2 * limits.pool();
        }

        @Override
        public synchronized void onRelease(int group) {
            Table table = tables.remove(group);
            if (table != null) {
                node.remove(table.assignment, table.endpoint);
                node.giveBack(table.slots);
            }
        }

        @Override
        public synchronized long framesReceived() {
            return tables.values().stream()
                    .map(table -> table.endpoint.counters().snapshot())
                    .mapToLong(counts -> counts.getOrDefault(Counter.FRAMES_RECEIVED, 0L))
                    .sum();
        }

        synchronized void clear() {
            List.copyOf(tables.keySet()).forEach(this::onRelease);
        }
    }
}
