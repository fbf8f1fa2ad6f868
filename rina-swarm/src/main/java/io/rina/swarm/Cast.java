package io.rina.swarm;

import io.rina.engine.Counter;
import io.rina.engine.Counters;
import io.rina.engine.Endpoint;
import io.rina.engine.HostEndpoint;
import io.rina.engine.Job;
import io.rina.engine.Limits;
import io.rina.engine.RelayPipeline;
import io.rina.engine.RelayTable;
import io.rina.engine.SlotTable;
import io.rina.engine.SwitchEndpoint;
import io.rina.engine.SwitchPipeline;
import io.rina.plan.Channel;
import io.rina.plan.Program;
import io.rina.plan.Site;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The machines of a world, each site's pipeline inside its audit. */
final class Cast {
    final Program program;
    final PositionMap positions;
    final MemberWindows windows;
    final List<HostEndpoint> hosts = new ArrayList<>();
    /** By node number: hosts, then ToRs, then the core. */
    final List<Endpoint> endpoints = new ArrayList<>();

    private final Job job;
    private final Limits limits;
    private final List<Channel> channels;
    private final Sabotage sabotage;
    private final int relaySlots;
    private final List<Counters> counters = new ArrayList<>();

    Cast(Scenario scenario, Sabotage sabotage) {
        this.sabotage = sabotage;
        relaySlots = scenario.relaySlots();
        program = scenario.program();
        limits = scenario.limits();
        channels = program.channels();
        job = new Job(Trace.mix(scenario.seed()), 7);
        positions = new PositionMap(program, limits);
        windows = new MemberWindows(job, program.topology(), channels, limits.pool());
        for (int rank = 0; rank < program.topology().workers(); rank++) {
            int node = rank;
            hosts.add(new HostEndpoint(job, program, rank, limits, table -> audit(node, table)));
        }
        endpoints.addAll(hosts);
        hosts.forEach(host -> counters.add(host.counters()));
        for (int rack = 0; rack < program.topology().racks().size(); rack++) {
            addSwitch(new Site.Tor(rack));
        }
        addSwitch(new Site.Core());
    }

    private void addSwitch(Site at) {
        int node = program.topology().nodeOf(at);
        SwitchEndpoint endpoint =
                new SwitchEndpoint(job, program, at, limits, new AuditedParts(node));
        endpoints.add(endpoint);
        counters.add(endpoint.counters());
    }

    /** The counts of all endpoints together. */
    Map<Counter, Long> counts() {
        Map<Counter, Long> sum = new EnumMap<>(Counter.class);
        for (Counters counters : counters) {
            counters.snapshot().forEach((counter, count) -> sum.merge(counter, count, Long::sum));
        }
        return sum;
    }

    private final class AuditedParts implements SwitchEndpoint.Parts {
        private final int node;

        AuditedParts(int node) {
            this.node = node;
        }

        @Override
        public SwitchPipeline site(SlotTable table) {
            return audit(node, table);
        }

        @Override
        public RelayPipeline relay(RelayTable table) {
            return new RelayAudit(node, channels, sabotage.wrap(table), positions);
        }

        @Override
        public int relaySlots(int needed) {
            return relaySlots == 0 ? needed : Math.min(needed, relaySlots);
        }
    }

    private SwitchPipeline audit(int node, SlotTable table) {
        return new SiteAudit(
                node,
                job,
                program.topology(),
                channels,
                table,
                sabotage.wrap(table),
                positions,
                windows,
                limits.pool());
    }
}
