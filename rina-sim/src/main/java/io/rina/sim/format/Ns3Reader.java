package io.rina.sim.format;

import io.rina.sim.net.Fabric;
import io.rina.sim.net.LinkSpeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one {@link Ns3Topology}. */
final class Ns3Reader {
    /** Error rates are read in steps of this. */
    private static final long RATE_STEPS = 1_000_000_000_000L;

    private final String source;
    private final FieldReader in;
    private int gpusPerServer;
    private int hosts;
    private int links;
    private Role[] role = {};
    /** By id: a host's or switch's node in the fabric, or an NVSwitch's index. */
    private int[] number = {};

    private boolean[] hasLink = {};
    private final List<Double> errorRates = new ArrayList<>();
    private final List<List<Integer>> servers = new ArrayList<>();
    private @Nullable LinkSpeed[] nvLinks = {};

    private enum Role {
        HOST,
        SWITCH,
        NV_SWITCH
    }

    Ns3Reader(String source, FieldReader in) {
        this.source = source;
        this.in = in;
    }

    Ns3Topology read() throws IOException {
        Fabric.Builder builder = readHead();
        for (int i = 0; i < links; i++) {
            in.require("link " + (i + 1) + " of " + links);
            in.requireCount(5, "from to rate delay errorRate");
            readLink(builder);
        }
        if (in.next()) {
            throw in.error("there is more than the " + links + " links of the head");
        }
        return new Ns3Topology(build(builder), errorRates, nvSwitches());
    }

    private Fabric.Builder readHead() throws IOException {
        in.require("the head: nodes switches links");
        boolean isLong = in.count() == 6;
        if (!isLong) {
            in.requireCount(
                    3,
                    "nodes switches links, or nodes gpusPerServer nvSwitches switches "
                            + "links accelerator");
        }
        int nodes = in.integer(0, "the number of nodes", 1);
        gpusPerServer = isLong ? in.integer(1, "the number of GPUs of a server", 1) : 0;
        int nvSwitches = isLong ? in.integer(2, "the number of NVSwitches", 0) : 0;
        int switches = in.integer(isLong ? 3 : 1, "the number of switches", 0);
        links = in.integer(isLong ? 4 : 2, "the number of links", 1);
        // Long, since the head may say anything.
        long left = (long) nodes - switches - nvSwitches;
        if (switches < 1 || left < 1) {
            throw in.error(nodes + " nodes with " + switches + " switches and " + nvSwitches
                    + " NVSwitches: a switch and a host are needed");
        }
        hosts = (int) left;
        readSwitches(nodes, nvSwitches, switches);
        return new Fabric.Builder(source, hosts, switches);
    }

    /** The ids stand on one line or on several. */
    private void readSwitches(int nodes, int nvSwitches, int switches) throws IOException {
        role = new Role[nodes];
        number = new int[nodes];
        Arrays.fill(role, Role.HOST);
        for (int found = 0; found < nvSwitches + switches; ) {
            in.require("the id of a switch");
            for (int i = 0; i < in.count(); i++, found++) {
                int id = node(i, "the id of a switch");
                if (role[id] != Role.HOST || found == nvSwitches + switches) {
                    throw in.error("switch " + id + " is listed twice, or is one more than the "
                            + (nvSwitches + switches) + " of the head");
                }
                role[id] = found < nvSwitches ? Role.NV_SWITCH : Role.SWITCH;
                number[id] = found < nvSwitches ? found : hosts + found - nvSwitches;
            }
        }
        int host = 0;
        for (int id = 0; id < nodes; id++) {
            if (role[id] == Role.HOST) {
                number[id] = host++;
            }
        }
        hasLink = new boolean[hosts];
        nvLinks = new LinkSpeed[nvSwitches];
        for (int i = 0; i < nvSwitches; i++) {
            servers.add(new ArrayList<>());
        }
    }

    private int node(int index, String what) {
        int id = in.integer(index, what, 0);
        if (id >= role.length) {
            throw in.error(what + " is " + id + ", of " + role.length + " nodes from 0 on");
        }
        return id;
    }

    private void readLink(Fabric.Builder builder) {
        int a = node(0, "the first node");
        int b = node(1, "the second node");
        LinkSpeed speed = new LinkSpeed(
                Ns3Units.bitsPerSec(in, in.field(2, "the rate")),
                Ns3Units.picoseconds(in, in.field(3, "the delay")));
        double errorRate = in.scaled(in.field(4, "the error rate"), "the error rate", RATE_STEPS)
                / (double) RATE_STEPS;
        if (a == b || errorRate > 1) {
            throw in.error("a link joins two nodes, and loses a packet with a probability up to 1");
        }
        if (role[a] == Role.NV_SWITCH || role[b] == Role.NV_SWITCH) {
            boolean isFirst = role[a] == Role.NV_SWITCH;
            joinServer(isFirst ? a : b, isFirst ? b : a, speed, errorRate);
            return;
        }
        noteHost(a, b);
        noteHost(b, a);
        builder.cable(number[a], number[b], speed);
        errorRates.add(errorRate);
        errorRates.add(errorRate);
    }

    private void noteHost(int node, int other) {
        if (role[node] != Role.HOST) {
            return;
        }
        if (role[other] == Role.HOST) {
            throw in.error("nodes " + node + " and " + other
                    + " are both hosts; here a host is joined to a switch");
        }
        if (hasLink[number[node]]) {
            throw in.error("host " + node + " has a second link; here a host has one, to a switch");
        }
        hasLink[number[node]] = true;
    }

    private void joinServer(int nvSwitch, int host, LinkSpeed speed, double errorRate) {
        int index = number[nvSwitch];
        LinkSpeed before = nvLinks[index];
        if (role[host] != Role.HOST || errorRate > 0 || (before != null && !before.equals(speed))) {
            throw in.error("the links of NVSwitch " + nvSwitch
                    + " must all lead to hosts, be equally fast and lose nothing");
        }
        nvLinks[index] = speed;
        servers.get(index).add(number[host]);
    }

    private Fabric build(Fabric.Builder builder) {
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw in.error(e.getMessage() + " (hosts are counted from 0, without switches)", e);
        }
    }

    private List<Ns3Topology.NvSwitch> nvSwitches() {
        List<Ns3Topology.NvSwitch> all = new ArrayList<>();
        for (int i = 0; i < nvLinks.length; i++) {
            LinkSpeed link = nvLinks[i];
            if (link == null || servers.get(i).size() != gpusPerServer) {
                throw in.error(
                        "NVSwitch number " + i + " joins " + servers.get(i).size()
                                + " hosts, but a server has " + gpusPerServer + " GPUs");
            }
            all.add(new Ns3Topology.NvSwitch(servers.get(i), link));
        }
        return all;
    }
}
