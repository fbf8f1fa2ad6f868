package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.plan.Combine;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One worker's part of a plan, as flat arrays. A task is an exchange that the worker is a member
 * of; tasks are numbered in plan order. A task's ordinal counts the earlier tasks on its chunk:
 * fragment by fragment, a task may start when as many are done.
 */
final class Schedule {
    final int rank;
    /** Per local channel: its id in the plan, the node of its site, this worker's member number. */
    final int[] channelId;

    final int[] siteNode;
    final int[] member;
    /** Per local channel: its tasks, in order. */
    final int[][] tasksOfChannel;
    /** Per channel id in the plan: the local channel, or -1. */
    final int[] localChannel;
    /** Per local channel: the members, for error messages. */
    final RankSet[] members;

    /** Per task. */
    final int[] chunk;

    final boolean[] gives;
    final boolean[] takes;
    final boolean[] adds;
    final int[] ordinal;
    /** Per chunk: how many tasks touch it here. */
    final int[] tasksOfChunk;

    Schedule(Plan plan, int rank) {
        this.rank = rank;
        List<Channel> all = plan.channels();
        List<Channel> mine =
                all.stream().filter(c -> c.members().contains(rank)).toList();
        localChannel = new int[all.size()];
        Arrays.fill(localChannel, -1);
        channelId = mine.stream().mapToInt(Channel::id).toArray();
        siteNode = mine.stream().mapToInt(c -> plan.topology().nodeOf(c.site())).toArray();
        member = mine.stream().mapToInt(c -> c.members().indexOf(rank)).toArray();
        members = mine.stream().map(Channel::members).toArray(RankSet[]::new);
        for (int c = 0; c < channelId.length; c++) {
            localChannel[channelId[c]] = c;
        }
        List<Exchange> tasks = plan.exchanges().stream()
                .filter(e -> e.givers().contains(rank) || e.takers().contains(rank))
                .toList();
        chunk = tasks.stream().mapToInt(Exchange::chunk).toArray();
        gives = new boolean[tasks.size()];
        takes = new boolean[tasks.size()];
        adds = new boolean[tasks.size()];
        ordinal = new int[tasks.size()];
        tasksOfChunk = new int[plan.chunks()];
        for (int t = 0; t < tasks.size(); t++) {
            Exchange exchange = tasks.get(t);
            gives[t] = exchange.givers().contains(rank);
            takes[t] = exchange.takers().contains(rank);
            adds[t] = exchange.combine() == Combine.ADD;
            ordinal[t] = tasksOfChunk[chunk[t]]++;
        }
        tasksOfChannel = tasksByChannel(tasks, mine);
    }

    private static int[][] tasksByChannel(List<Exchange> tasks, List<Channel> channels) {
        Map<List<Object>, List<Integer>> byMeeting = new HashMap<>();
        for (int t = 0; t < tasks.size(); t++) {
            Exchange exchange = tasks.get(t);
            byMeeting
                    .computeIfAbsent(
                            List.of(exchange.site(), exchange.members()), key -> new ArrayList<>())
                    .add(t);
        }
        return channels.stream()
                .map(c -> byMeeting.getOrDefault(List.of(c.site(), c.members()), List.of()).stream()
                        .mapToInt(Integer::intValue)
                        .toArray())
                .toArray(int[][]::new);
    }
}
