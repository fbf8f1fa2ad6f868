package io.rina.sim.run;

import io.rina.plan.RankSet;
import io.rina.sim.net.Network;
import io.rina.sim.net.Station;
import io.rina.sim.run.Result.Durations;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.Activity;
import io.rina.sim.workload.ActivityGraph;
import io.rina.sim.workload.ActivityRun;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Ranks that go through their activities, and do together what these say. */
final class ActivitiesRun implements JobRun {
    private final Network network;
    private final List<Rank> ranks = new ArrayList<>();
    private final Map<RankSet, RankGroup> groups = new HashMap<>();
    private int unfinished;

    ActivitiesRun(
            Network network,
            Scenario scenario,
            Workload.Activities workload,
            int number,
            List<PlacedProgram> programs,
            Machines machines) {
        this.network = network;
        for (PlacedProgram program : programs) {
            groups.put(program.ranks(), new RankGroup(program, machines, this::onCompleted));
        }
        int[] hosts = scenario.jobs().hostsOf(number);
        unfinished = hosts.length;
        for (int i = 0; i < hosts.length; i++) {
            double slowdown = scenario.stragglers().slowdown(number * hosts.length + i, 0);
            Rank rank = new Rank(i, hosts[i], workload.graphs().get(i), slowdown);
            ranks.add(rank);
            rank.address = network.attach(hosts[i], rank);
            network.wake(rank.address, network.nowPs());
        }
    }

    private void onCompleted(int rank, int activity) {
        ranks.get(rank).onCompleted(activity);
    }

    /** One rank's computing; it sends nothing itself. */
    private final class Rank implements Station {
        private final int number;
        private final int host;
        private final ActivityGraph graph;
        private final ActivityRun run;
        private final Map<Integer, Long> begunPs = new HashMap<>();
        private int address;
        private boolean started;
        private boolean ended;

        private Rank(int number, int host, ActivityGraph graph, double slowdown) {
            this.number = number;
            this.host = host;
            this.graph = graph;
            run = new ActivityRun(graph, slowdown, this::onComputed);
        }

        private void onComputed(int activity, long startPs, long endPs) {
            tell(activity, true, startPs);
        }

        private void tell(int activity, boolean computes, long startPs) {
            if (network.isObserved()) {
                String name = graph.activities().get(activity).name();
                network.observer().onActivity(network.nowPs(), host, name, computes, startPs);
            }
        }

        private void onCompleted(int activity) {
            tell(activity, false, Objects.requireNonNull(begunPs.remove(activity)));
            run.onCompleted(activity, network.nowPs());
            network.wake(address, network.nowPs());
        }

        @Override
        public void onPacket(long nowPs, int packet) {
            throw new IllegalStateException("a packet for the computing of rank " + number);
        }

        @Override
        public void onTimer(long nowPs) {
            if (!started) {
                started = true;
                run.start(nowPs);
            }
            run.onTimer(nowPs);
        }

        @Override
        public void poll(long nowPs) {
            for (int next = run.poll(); next != ActivityRun.NONE; next = run.poll()) {
                begunPs.put(next, nowPs);
                Activity.Communicate operation =
                        (Activity.Communicate) graph.activities().get(next);
                RankGroup group = groups.get(operation.ranks());
                if (group == null) {
                    onCompleted(next);
                } else {
                    group.start(number, next, operation);
                }
            }
            if (run.isDone() && !ended) {
                ended = true;
                unfinished--;
            }
        }

        @Override
        public long deadlinePs() {
            return run.deadlinePs();
        }
    }

    @Override
    public boolean isDone() {
        return unfinished == 0;
    }

    @Override
    public Durations durations() {
        return new Durations(List.of(
                ranks.stream().mapToLong(rank -> rank.run.donePs()).max().orElse(0)));
    }

    @Override
    public long computePs() {
        return ranks.stream().mapToLong(rank -> rank.run.computedPs()).max().orElse(0);
    }

    @Override
    public long wrong() {
        return groups.values().stream().mapToLong(RankGroup::wrong).sum();
    }

    @Override
    public List<String> waiting() {
        List<String> waiting = new ArrayList<>();
        for (Rank rank : ranks) {
            rank.run.waiting().forEach(what -> waiting.add("rank " + rank.number + " in " + what));
        }
        return waiting;
    }
}
