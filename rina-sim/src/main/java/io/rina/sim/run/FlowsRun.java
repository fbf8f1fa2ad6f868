package io.rina.sim.run;

import io.rina.sim.net.DctcpFlow;
import io.rina.sim.net.Network;
import io.rina.sim.run.Result.Durations;
import io.rina.sim.run.Result.FlowTime;
import io.rina.sim.scenario.Scenario;
import io.rina.sim.scenario.Workload;
import io.rina.sim.workload.FlowSchedule;
import io.rina.sim.workload.FlowStarts;
import io.rina.sim.workload.TimedFlow;

import java.util.ArrayList;
import java.util.List;

/** Flows that start at their times, or when others end. */
final class FlowsRun implements JobRun {
    private static final long PS_A_NS = 1_000;

    private final Network network;
    private final int[] hosts;
    private final long timeoutPs;
    private final FlowSchedule schedule;
    private final FlowStarts starts;
    private final List<DctcpFlow> flows = new ArrayList<>();
    private int unfinished;
    private long endPs;

    FlowsRun(Network network, Scenario scenario, Workload.Flows workload, int number) {
        this.network = network;
        hosts = scenario.jobs().hostsOf(number);
        timeoutPs = scenario.hosts().leastTimeoutNs() * PS_A_NS;
        schedule = workload.schedule();
        starts = schedule.starts();
        for (int i = 0; i < schedule.flows().size(); i++) {
            if (schedule.flows().get(i).startTrigger() == 0) {
                begin(i, schedule.flows().get(i).startPs());
            }
        }
    }

    private void begin(int index, long startPs) {
        TimedFlow flow = schedule.flows().get(index);
        unfinished++;
        flows.add(new DctcpFlow(
                network,
                hosts[flow.from()],
                hosts[flow.to()],
                flow.bytes(),
                startPs,
                timeoutPs,
                new DctcpFlow.Listener() {
                    @Override
                    public void onReceived() {
                        endPs = network.nowPs();
                        beginAll(starts.onReceived(index));
                    }

                    @Override
                    public void onAcknowledged() {
                        unfinished--;
                        beginAll(starts.onSent(index));
                    }
                }));
    }

    private void beginAll(List<Integer> indices) {
        for (int index : indices) {
            begin(index, network.nowPs());
        }
    }

    /** A flow starts others when it is received and when it is acknowledged, and never after. */
    @Override
    public boolean isDone() {
        return unfinished == 0;
    }

    @Override
    public Durations durations() {
        return new Durations(List.of(endPs));
    }

    @Override
    public long computePs() {
        return 0;
    }

    @Override
    public List<FlowTime> flows() {
        return flows.stream()
                .filter(DctcpFlow::isDone)
                .map(flow -> new FlowTime(
                        flow.from(), flow.to(), flow.bytes(), flow.startPs(), flow.finishedPs()))
                .toList();
    }

    @Override
    public List<String> waiting() {
        List<String> waiting = new ArrayList<>();
        for (DctcpFlow flow : flows) {
            if (!flow.isDone()) {
                waiting.add("the flow from host " + flow.from() + " to host " + flow.to() + " with "
                        + flow.acknowledgedBytes() + " of " + flow.bytes() + " bytes");
            }
        }
        int others = schedule.flows().size() - flows.size();
        if (others > 0) {
            waiting.add(others + " flows that have not started");
        }
        return waiting;
    }
}
