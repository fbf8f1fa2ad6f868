package io.rina.sim.format;

import io.rina.sim.workload.FlowSchedule;
import io.rina.sim.workload.TimedFlow;
import io.rina.sim.workload.Trigger;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads htsim's connection matrices, {@code .cm} (csg-htsim, sim/datacenter/connection_matrix.cpp):
 *
 * <pre>
 * Nodes 4
 * Connections 2
 * Triggers 1
 * 0-&gt;1 id 1 start 0 size 4194304 send_done_trigger 1
 * 1-&gt;2 id 2 trigger 1 size 4194304
 * trigger id 1 oneshot
 * </pre>
 *
 * <p>Times are picoseconds, as decimals without loss. What htsim has and is not simulated here
 * ({@code prio}, {@code addon}, failures, flows without an end) is an error.
 */
public final class HtsimFlows {
    private final FieldReader in;
    private final List<TimedFlow> flows = new ArrayList<>();
    private final List<Trigger> triggers = new ArrayList<>();
    private final Set<Integer> ids = new HashSet<>();
    private final Map<String, Integer> header = new HashMap<>();

    private HtsimFlows(FieldReader in) {
        this.in = in;
    }

    /** {@code source} names the file in errors. */
    public static FlowSchedule read(String source, Reader text) throws IOException {
        return new HtsimFlows(new FieldReader(source, text, "#")).read();
    }

    private FlowSchedule read() throws IOException {
        while (in.next()) {
            String first = in.field(0, "a flow");
            if (first.contains("->")) {
                flows.add(flow(first));
            } else if (first.equals("trigger")) {
                triggers.add(trigger());
            } else {
                header(first);
            }
        }
        int hosts = declared("Nodes", 1);
        requireDeclared("Connections", flows.size());
        requireDeclared("Triggers", triggers.size());
        try {
            return new FlowSchedule(hosts, flows, triggers);
        } catch (IllegalArgumentException e) {
            throw in.error(e.getMessage() + " (flows are counted from 0)", e);
        }
    }

    private void header(String key) {
        if (!Set.of("Nodes", "Connections", "Triggers", "Failures").contains(key)) {
            throw in.error(
                    "unknown word " + key + "; there are Nodes, Connections, Triggers, flows "
                            + "(FROM->TO) and trigger");
        }
        if (!flows.isEmpty() || !triggers.isEmpty()) {
            throw in.error(key + " must stand before the flows and triggers");
        }
        in.requireCount(2, key + " and a number");
        if (header.put(key, in.integer(1, key, 0)) != null) {
            throw in.error(key + " is there twice");
        }
        if (key.equals("Failures") && header.get(key) != 0) {
            throw in.error("failures are not simulated: only Failures 0 can be");
        }
    }

    private int declared(String key, int least) {
        Integer value = header.get(key);
        if (value == null || value < least) {
            throw in.error("the file needs a line " + key + " with a number of at least " + least);
        }
        return value;
    }

    private void requireDeclared(String key, int found) {
        int declared = header.getOrDefault(key, 0);
        if (declared != found) {
            throw in.error("the file says " + key + " " + declared + ", but has " + found);
        }
    }

    private TimedFlow flow(String pair) {
        int arrow = pair.indexOf("->");
        int from = host(pair, pair.substring(0, arrow));
        int to = host(pair, pair.substring(arrow + 2));
        Map<String, String> values = values(
                1,
                Set.of("id", "start", "size", "trigger", "send_done_trigger", "recv_done_trigger"));
        if (values.containsKey("start") == values.containsKey("trigger")) {
            throw in.error("flow " + pair + " needs either start or trigger");
        }
        int id = optional(values, "id");
        if (id != 0 && !ids.add(id)) {
            throw in.error("flow id " + id + " is there twice");
        }
        String size = values.get("size");
        if (size == null) {
            throw in.error("flow " + pair + " has no size");
        }
        try {
            return new TimedFlow(
                    from,
                    to,
                    in.number(size, "size", 1, Long.MAX_VALUE),
                    in.scaled(values.getOrDefault("start", "0"), "start", 1),
                    optional(values, "trigger"),
                    optional(values, "send_done_trigger"),
                    optional(values, "recv_done_trigger"));
        } catch (IllegalArgumentException e) {
            throw in.error(e);
        }
    }

    private int host(String pair, String text) {
        int host = in.integer(text, "a host of flow " + pair, 0);
        if (host >= declared("Nodes", 1)) {
            throw in.error("flow " + pair + " names host " + text + ", of Nodes "
                    + declared("Nodes", 1) + ", which are counted from 0");
        }
        return host;
    }

    private Trigger trigger() {
        String kind = null;
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < in.count(); i++) {
            String word = in.field(i, "a word");
            if (word.equals("id") || word.equals("count")) {
                put(values, word, in.field(++i, "the number of " + word));
            } else if (kind == null) {
                kind = word;
            } else {
                throw in.error("unknown word " + word + " of a trigger that is " + kind);
            }
        }
        int id = optional(values, "id");
        try {
            return new Trigger(
                    id, kind(kind == null ? "" : kind), Math.max(1, optional(values, "count")));
        } catch (IllegalArgumentException e) {
            throw in.error(e);
        }
    }

    private Trigger.Kind kind(String word) {
        return switch (word) {
            case "oneshot" -> Trigger.Kind.ONESHOT;
            case "multishot" -> Trigger.Kind.MULTISHOT;
            case "barrier" -> Trigger.Kind.BARRIER;
            default ->
                throw in.error(
                        "a trigger is oneshot, multishot or barrier, but this is '" + word + "'");
        };
    }

    /** Pairs of a key and its value from field {@code first} on. */
    private Map<String, String> values(int first, Set<String> keys) {
        Map<String, String> values = new HashMap<>();
        for (int i = first; i < in.count(); i += 2) {
            String key = in.field(i, "a key");
            if (key.equals("prio") || key.equals("addon")) {
                throw in.error(key + " is not simulated: leave it out");
            }
            if (!keys.contains(key)) {
                throw in.error("unknown key " + key + "; there are "
                        + String.join(", ", keys.stream().sorted().toList()));
            }
            put(values, key, in.field(i + 1, "the value of " + key));
        }
        return values;
    }

    private void put(Map<String, String> values, String key, String value) {
        if (values.put(key, value) != null) {
            throw in.error(key + " is there twice");
        }
    }

    /** A number over 0, or 0 when the key is not there. */
    private int optional(Map<String, String> values, String key) {
        String text = values.get(key);
        return text == null ? 0 : in.integer(text, key, 1);
    }
}
