package io.rina.plan;

import java.util.List;

/**
 * A member of the ring.
 *
 * @param racks the INA racks whose ToRs sum for the group: mostly one, none for an autonomous
 *     worker
 * @param ranks all of those racks' workers, or one autonomous worker
 * @param hasAgent whether one of several ranks speaks for the group where a single host must; else
 *     its switches do
 */
public record Group(List<Integer> racks, RankSet ranks, boolean hasAgent) {
    public Group {
        racks = List.copyOf(racks);
    }

    /** An INA rack as one ring member. */
    static Group abstracted(int rack, RankSet ranks) {
        return new Group(List.of(rack), ranks, true);
    }

    /** All of these INA racks as one ring member, for which their ToRs speak. */
    static Group abstracted(Topology topology, List<Integer> racks) {
        RankSet ranks = RankSet.of();
        for (int rack : racks) {
            ranks = ranks.union(topology.racks().get(rack).ranks());
        }
        return new Group(racks, ranks, false);
    }

    /** A worker under an ordinary ToR. */
    static Group autonomous(int rank) {
        return new Group(List.of(), RankSet.of(rank), false);
    }

    public boolean isAbstracted() {
        return !racks.isEmpty();
    }

    /** The rank that speaks for the group; an autonomous worker speaks for itself. */
    public int agent() {
        return agent(0);
    }

    /** The agent of a stripe: the ranks take turns. */
    int agent(int stripe) {
        return ranks.get(stripe % ranks.size());
    }

    /** Where what comes in from outside reaches every rank of a group of at most one rack. */
    Site entrance() {
        return isAbstracted() ? new Site.Tor(racks.getFirst()) : new Site.Host(agent());
    }
}
