package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.Combine;
import io.rina.plan.Demand;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;

import java.util.ArrayList;
import java.util.List;

/**
 * One worker's part of a plan, as flat arrays. A task is an exchange that the worker is a member
 * of; tasks are numbered in plan order. A task's ordinal counts the earlier tasks that touch its
 * chunk: fragment by fragment, a task may start when as many are done. As a bystander the worker
 * does not touch the chunk, and waits for nothing.
 */
final class Schedule {
    /** In place of an ordinal: the task does not touch its chunk here. */
    static final int BYSTANDS = -1;

    /** Into how many chunks each segment is cut. */
    final List<Integer> cuts;
    /** Per local channel: its tasks, in order. */
    final int[][] tasksOfChannel;
    /** Per task. */
    final int[] chunk;

    final boolean[] gives;
    final boolean[] takes;
    final boolean[] adds;
    final int[] ordinal;
    /** Per task: where its frames go, a relay or the site itself. */
    final int[] node;
    /** Per chunk: how many tasks touch it here. */
    final int[] tasksOfChunk;
    /** Per chunk: whether this worker contributes to it, and whether it gets the outcome. */
    final boolean[] isSource;

    final boolean[] isSink;

    Schedule(Plan plan, Seats seats) {
        cuts = plan.cuts();
        List<Exchange> tasks = new ArrayList<>();
        tasksOfChannel = collectTasks(plan, seats, tasks);
        chunk = tasks.stream().mapToInt(Exchange::chunk).toArray();
        gives = new boolean[tasks.size()];
        takes = new boolean[tasks.size()];
        adds = new boolean[tasks.size()];
        ordinal = new int[tasks.size()];
        node = new int[tasks.size()];
        tasksOfChunk = new int[plan.chunks()];
        for (int t = 0; t < tasks.size(); t++) {
            Exchange exchange = tasks.get(t);
            gives[t] = exchange.givers().contains(seats.rank);
            takes[t] = exchange.takers().contains(seats.rank);
            node[t] = node(exchange, seats);
            adds[t] = exchange.combine() == Combine.ADD;
            ordinal[t] = gives[t] || takes[t] ? tasksOfChunk[chunk[t]]++ : BYSTANDS;
        }
        isSource = new boolean[plan.chunks()];
        isSink = new boolean[plan.chunks()];
        markEnds(plan, seats.rank);
    }

    /** A relay where what this worker gives can be combined with what others give. */
    private static int node(Exchange exchange, Seats seats) {
        int channel = seats.localChannelOf(exchange);
        Channel.Relay relay = seats.relay[channel];
        return relay != null && relay.combines(exchange)
                ? seats.program.topology().nodeOf(relay.at())
                : seats.siteNode[channel];
    }

    /** Adds the worker's exchanges to {@code tasks}; returns their numbers by local channel. */
    private static int[][] collectTasks(Plan plan, Seats seats, List<Exchange> tasks) {
        List<List<Integer>> byChannel = new ArrayList<>();
        for (int c = 0; c < seats.channels(); c++) {
            byChannel.add(new ArrayList<>());
        }
        for (Exchange exchange : plan.exchanges()) {
            int channel = seats.localChannelOf(exchange);
            if (channel >= 0) {
                byChannel.get(channel).add(tasks.size());
                tasks.add(exchange);
            }
        }
        return byChannel.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private void markEnds(Plan plan, int rank) {
        List<Demand.Segment> segments = plan.segments();
        int[] segmentOfChunk = plan.segmentOfChunk();
        for (int c = 0; c < segmentOfChunk.length; c++) {
            Demand.Segment segment = segments.get(segmentOfChunk[c]);
            isSource[c] = segment.sources().contains(rank);
            isSink[c] = segment.sinks().contains(rank);
        }
    }
}
