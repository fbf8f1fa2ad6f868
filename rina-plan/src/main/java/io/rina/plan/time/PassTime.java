package io.rina.plan.time;

import io.rina.plan.Channel;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Topology;

import java.util.List;

/**
 * Lower bounds on the time of one pass of a plan over a vector, each by one resource; the greatest
 * is taken for the time. Nothing is lost, and no other traffic is there.
 *
 * <ul>
 *   <li>Latency: the longest chain of exchanges, each with one fragment. This is the alpha of the
 *       alpha-beta model (R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective
 *       Communication Operations in MPICH", 2005), with alpha from what is crossed: a leg between
 *       two nodes costs {@code messageNs} where it ends, the processor time of a frame at both
 *       ends, and for every link between them {@code hopNs} and the frame's time on the wire.
 *       Before it comes what a worker does in any case.
 *   <li>Links: the bytes on the busiest link over its rate. The bytes are the Bandwidth-Occupation
 *       Model of the Rina paper, see {@link PlanCost}; this is the beta.
 *   <li>Node: processor time of the busiest node, which has one thread.
 *   <li>Cores: processor time of all nodes together over the cores that they share, which is what
 *       counts where all processes are on one machine.
 * </ul>
 *
 * <p>The greatest and not the sum, since fragments follow one another through the plan: while the
 * first waits for its next step, the others keep the links busy.
 *
 * @param latencyNs of one fragment through the longest chain
 * @param hostLinkNs of the busiest link of a host
 * @param uplinkNs of the busiest link of a ToR to the core
 * @param nodeNs of the busiest node's processor
 * @param coresNs of the cores that all nodes share; 0 if they share none
 * @param workNs processor time of all nodes together, which is no bound of its own
 */
public record PassTime(
        double latencyNs,
        double hostLinkNs,
        double uplinkNs,
        double nodeNs,
        double coresNs,
        double workNs) {
    public double totalNs() {
        return Math.max(
                Math.max(latencyNs, coresNs), Math.max(nodeNs, Math.max(hostLinkNs, uplinkNs)));
    }

    /** What the time is that of. */
    public Bound bound() {
        double total = totalNs();
        if (total == latencyNs) {
            return Bound.LATENCY;
        }
        if (total == hostLinkNs) {
            return Bound.HOST_LINK;
        }
        if (total == uplinkNs) {
            return Bound.UPLINK;
        }
        return total == coresNs ? Bound.CORES : Bound.NODE;
    }

    /**
     * {@code workerNs}: processor time that every worker takes in any case, for calls and numbers.
     */
    static PassTime of(PlanPass pass, double workerNs, int fragmentElements, CostModel model) {
        int fragmentBytes = (int) Math.min(pass.lanes(), fragmentElements) * Integer.BYTES;
        PlanCost cost = new PlanCost(pass.plan(), pass.lanes(), fragmentElements);
        return of(pass.plan(), cost, workerNs, fragmentBytes, model);
    }

    /**
     * Of a pass with this cost.
     *
     * @param workerNs processor time that every worker takes in any case, for calls and numbers
     * @param fragmentBytes payload of a full frame
     */
    static PassTime of(
            Plan plan, PlanCost cost, double workerNs, int fragmentBytes, CostModel model) {
        double[] nodeNs = processorNs(plan, cost, workerNs, model);
        double busiest = 0;
        double sum = 0;
        for (double ns : nodeNs) {
            busiest = Math.max(busiest, ns);
            sum += ns;
        }
        return new PassTime(
                workerNs + new Chain(plan, cost, fragmentBytes, model).latencyNs(),
                model.wireNs(cost.busiestHostLink(), model.hostBitsPerSec()),
                model.wireNs(cost.busiestUplink(), model.uplinkBitsPerSec()),
                busiest,
                model.sharedCores() == 0 ? 0 : sum / model.sharedCores(),
                sum);
    }

    /** Processor time by node. */
    private static double[] processorNs(
            Plan plan, PlanCost cost, double workerNs, CostModel model) {
        Topology topology = plan.topology();
        double[] ns = new double[topology.nodes()];
        for (int from = 0; from < ns.length; from++) {
            for (int to = 0; to < ns.length; to++) {
                double one = model.processorNs(cost.between(from, to));
                ns[from] += one;
                ns[to] += one;
            }
        }
        for (int rank = 0; rank < topology.workers(); rank++) {
            ns[rank] += workerNs;
        }
        List<Channel> channels = cost.channels();
        for (Channel channel : channels) {
            int node = topology.nodeOf(channel.at());
            double messagesNs = messages(channel, cost) * model.messageNs();
            for (int member : channel.members().toArray()) {
                Channel.Relay relay = channel.relayOf(member);
                int next = relay == null ? node : topology.nodeOf(relay.at());
                addMessages(ns, member, next, messagesNs);
            }
            for (Channel.Relay relay : channel.relays()) {
                addMessages(ns, topology.nodeOf(relay.at()), node, messagesNs);
            }
            for (int branch : channel.branches()) {
                int below = topology.nodeOf(channels.get(branch).at());
                addMessages(ns, below, node, messagesNs);
            }
        }
        return ns;
    }

    /** In every exchange each member sends something to the site and gets something back. */
    private static long messages(Channel channel, PlanCost cost) {
        return channel.exchanges().stream()
                .filter(exchange -> cost.fragments(exchange) > 0)
                .count();
    }

    private static void addMessages(double[] ns, int member, int site, double messagesNs) {
        if (member != site) {
            ns[member] += messagesNs;
            ns[site] += messagesNs;
        }
    }
}
