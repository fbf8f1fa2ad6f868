package io.rina.engine;

import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.ReduceOp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs one all-reduce in steps of a millisecond and writes down every frame and what it caused. A
 * frame that is sent in one step arrives in the next, unless the test says otherwise; frames of one
 * step arrive in the order of sending.
 */
final class Transcript {
    private static final long STEP_NS = 1_000_000;

    private enum Fault {
        LOSE,
        DELAY,
        COPY
    }

    /** What becomes of the first frame whose line begins so. */
    private record Planned(Fault fault, String route, int steps) {}

    private record InFlight(int step, int order, int from, int to, Frame frame, boolean isLost) {}

    final List<String> lines = new ArrayList<>();
    final int[][] lanes;
    private final Topology topology;
    private final List<HostEndpoint> hosts = new ArrayList<>();
    private final List<Endpoint> nodes = new ArrayList<>();
    private final List<Counters> counters = new ArrayList<>();
    private final List<Planned> faults = new ArrayList<>();
    private final PriorityQueue<InFlight> wire = new PriorityQueue<>((a, b) ->
            a.step != b.step ? Integer.compare(a.step, b.step) : Integer.compare(a.order, b.order));
    private int step;
    private int order;

    /** Rank r contributes 10^r, 2 * 10^r and so on, so that a digit shows who is in a sum. */
    Transcript(Plan plan, Limits limits, int elements) {
        topology = plan.topology();
        lanes = new int[topology.workers()][elements];
        for (int rank = 0; rank < lanes.length; rank++) {
            int unit = (int) Math.pow(10, rank);
            Arrays.setAll(lanes[rank], i -> (i + 1) * unit);
            HostEndpoint host = new HostEndpoint(Frames.JOB, Program.of(plan), rank, limits);
            hosts.add(host);
            nodes.add(host);
            counters.add(host.counters());
        }
        for (int rack = 0; rack < topology.racks().size(); rack++) {
            SwitchEndpoint tor =
                    new SwitchEndpoint(Frames.JOB, Program.of(plan), new Site.Tor(rack), limits);
            nodes.add(tor);
            counters.add(tor.counters());
        }
    }

    Transcript lose(String route) {
        faults.add(new Planned(Fault.LOSE, route, 0));
        return this;
    }

    Transcript delay(String route, int steps) {
        faults.add(new Planned(Fault.DELAY, route, steps));
        return this;
    }

    /** A second copy arrives {@code steps} after the first. */
    Transcript copy(String route, int steps) {
        faults.add(new Planned(Fault.COPY, route, steps));
        return this;
    }

    Transcript run() {
        for (int rank = 0; rank < lanes.length; rank++) {
            Reduction sum = new Reduction(new IntVector(lanes[rank]), ReduceOp.SUM, 1);
            hosts.get(rank).worker().start(AllReduceTest.operationOf(sum));
            note(name(rank) + " starts with " + numbers(lanes[rank]), emissions(rank));
        }
        while (!isComplete() || !wire.isEmpty()) {
            if (wire.isEmpty()) {
                waitForTimers();
            } else {
                deliver(wire.remove());
            }
        }
        return this;
    }

    private boolean isComplete() {
        return hosts.stream().allMatch(host -> host.worker().completedOperations() == 1);
    }

    private void waitForTimers() {
        long deadlineNs =
                nodes.stream().mapToLong(Endpoint::deadlineNs).min().orElse(Long.MAX_VALUE);
        if (deadlineNs == Long.MAX_VALUE) {
            throw new IllegalStateException("nothing moves any more:\n" + this);
        }
        step = (int) Math.ceilDiv(deadlineNs, STEP_NS);
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).deadlineNs() <= nowNs()) {
                nodes.get(node).onTimer(nowNs());
                note(name(node) + " has waited long enough", emissions(node));
            }
        }
    }

    private void deliver(InFlight sent) {
        step = sent.step;
        String what = route(sent);
        if (sent.isLost) {
            note(what, "lost");
            return;
        }
        Map<Counter, Long> before = counters.get(sent.to).snapshot();
        int[] numbers = sent.to < lanes.length ? lanes[sent.to].clone() : new int[0];
        boolean wasDone = isDone(sent.to);
        nodes.get(sent.to).onFrame(nowNs(), sent.frame);
        List<String> effects = new ArrayList<>();
        drops(before, counters.get(sent.to)).forEach(effects::add);
        changes(numbers, sent.to).forEach(effects::add);
        String emitted = emissions(sent.to);
        if (!emitted.isEmpty()) {
            effects.add(emitted);
        }
        if (!wasDone && isDone(sent.to)) {
            effects.add("COMPLETE");
        }
        note(what, effects.isEmpty() ? nothing(sent) : String.join("; ", effects));
    }

    private boolean isDone(int node) {
        return node < hosts.size() && hosts.get(node).worker().completedOperations() == 1;
    }

    private static String nothing(InFlight sent) {
        return sent.frame.type().isForSite() ? "the slot waits for others" : "noted";
    }

    private static List<String> drops(Map<Counter, Long> before, Counters after) {
        return EnumSet.range(Counter.MALFORMED, Counter.MISMATCH).stream()
                .filter(c -> after.get(c) > before.getOrDefault(c, 0L))
                .map(c -> "counted as " + c)
                .toList();
    }

    private List<String> changes(int[] before, int node) {
        int[] changed = IntStream.range(0, before.length)
                .filter(i -> before[i] != lanes[node][i])
                .toArray();
        if (changed.length == 0) {
            return List.of();
        }
        return List.of("elements " + changed[0] + "-" + changed[changed.length - 1] + " become "
                + numbers(Arrays.stream(changed).map(i -> lanes[node][i]).toArray()));
    }

    /** Polls the node and puts what it says on the wire. */
    private String emissions(int node) {
        FakeOutbox out = new FakeOutbox();
        nodes.get(node).poll(nowNs(), out);
        for (FakeOutbox.Sent sent : out.sent) {
            send(new InFlight(step + 1, order++, node, sent.to(), sent.frame(), false));
        }
        Map<String, List<String>> receivers = new LinkedHashMap<>();
        for (FakeOutbox.Sent sent : out.sent) {
            receivers
                    .computeIfAbsent(title(sent.frame()), title -> new ArrayList<>())
                    .add(name(sent.to()));
        }
        return receivers.entrySet().stream()
                .map(e -> e.getKey() + " to " + String.join(" and ", e.getValue()))
                .collect(Collectors.joining(", "));
    }

    private void send(InFlight sent) {
        for (Planned planned : faults) {
            if (route(sent).startsWith(planned.route)) {
                faults.remove(planned);
                int later = sent.step + planned.steps;
                wire.add(
                        switch (planned.fault) {
                            case LOSE -> withStep(sent, sent.step, true);
                            case DELAY -> withStep(sent, later, false);
                            case COPY -> withStep(sent, later, false);
                        });
                if (planned.fault == Fault.COPY) {
                    wire.add(withStep(sent, sent.step, false));
                }
                return;
            }
        }
        wire.add(sent);
    }

    private static InFlight withStep(InFlight sent, int step, boolean isLost) {
        return new InFlight(step, sent.order, sent.from, sent.to, Frames.copy(sent.frame), isLost);
    }

    private String route(InFlight sent) {
        String payload = sent.frame.payloadBytes() == 0 ? "" : numbers(Frames.lanes(sent.frame));
        return name(sent.from) + " -> " + name(sent.to) + "  " + pad(title(sent.frame), 15)
                + payload;
    }

    private static String title(Frame frame) {
        String span = frame.span() == 1 ? "" : ".." + (frame.position() + frame.span() - 1);
        return frame.type() + " " + frame.channel() + ":" + frame.position() + span
                + (frame.resent() ? " again" : "");
    }

    private String name(int node) {
        return node < lanes.length ? "rank " + node : "ToR " + (node - topology.workers());
    }

    private static String numbers(int[] lanes) {
        return Arrays.stream(lanes).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    private long nowNs() {
        return step * STEP_NS;
    }

    private void note(String what, String effect) {
        lines.add((pad("%3d  ".formatted(step) + what, 52) + "| " + effect).stripTrailing());
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
