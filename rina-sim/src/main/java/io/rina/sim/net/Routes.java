package io.rina.sim.net;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Shortest paths by number of links; where several links lead on equally short, a flow's hash
 * chooses one and keeps to it (ECMP). Tables are made by destination when first asked for.
 */
final class Routes {
    private final Fabric fabric;
    /** By destination switch, then node: the links that lead nearer; null before it is asked for. */
    private final int[] @Nullable [][] towards;

    Routes(Fabric fabric) {
        this.fabric = fabric;
        towards = new int[fabric.switches()][][];
    }

    /** The link that {@code flow}'s packets for node {@code to} leave node {@code at} by. */
    int next(int at, int to, int flow) {
        int goal = to;
        if (fabric.isHost(to)) {
            if (fabric.edgeOf(to) == at) {
                return fabric.downlink(to);
            }
            goal = fabric.edgeOf(to);
        }
        if (fabric.isHost(at)) {
            return fabric.uplink(at);
        }
        int index = goal - fabric.hosts();
        int[][] table = towards[index];
        if (table == null) {
            table = tableTowards(goal);
            towards[index] = table;
        }
        int[] choices = table[at - fabric.hosts()];
        if (choices.length == 0) {
            throw new IllegalStateException(
                    "no way leads from node " + at + " to node " + to + " in " + fabric.name());
        }
        return choices.length == 1 ? choices[0] : choices[pick(flow, at, choices.length)];
    }

    /** Another switch hashes the same flow differently, or half of the ways would go unused. */
    private static int pick(int flow, int at, int ways) {
        int hash = (flow ^ at * 0x85ebca6b) * 0x9e3779b1;
        hash = (hash ^ hash >>> 15) * 0x2c1b3c6d;
        return (int) ((hash >>> 1) % (long) ways);
    }

    private int[][] tableTowards(int goal) {
        int hosts = fabric.hosts();
        int[] distance = distances(goal);
        int[][] table = new int[fabric.switches()][];
        for (int node = hosts; node < fabric.nodes(); node++) {
            int[] found = new int[fabric.linksFrom(node).length];
            int count = 0;
            for (int link : fabric.linksFrom(node)) {
                int to = fabric.links().get(link).to();
                if (!fabric.isHost(to) && distance[to - hosts] == distance[node - hosts] - 1) {
                    found[count++] = link;
                }
            }
            table[node - hosts] = Arrays.copyOf(found, count);
        }
        return table;
    }

    /** Links from each switch to {@code goal}; cables go both ways. */
    private int[] distances(int goal) {
        int hosts = fabric.hosts();
        int[] distance = new int[fabric.switches()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        int[] reached = new int[fabric.switches()];
        int count = 0;
        reached[count++] = goal;
        distance[goal - hosts] = 0;
        for (int i = 0; i < count; i++) {
            for (int link : fabric.linksFrom(reached[i])) {
                int to = fabric.links().get(link).to();
                if (!fabric.isHost(to) && distance[to - hosts] == Integer.MAX_VALUE) {
                    distance[to - hosts] = distance[reached[i] - hosts] + 1;
                    reached[count++] = to;
                }
            }
        }
        return distance;
    }
}
