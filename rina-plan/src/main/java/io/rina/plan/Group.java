package io.rina.plan;

/**
 * A member of the ring.
 *
 * @param rack the INA rack whose ToR sums for the group, or -1
 * @param ranks all of that rack's workers, or one autonomous worker
 */
public record Group(int rack, RankSet ranks) {
    /** An INA rack as one ring member. */
    static Group abstracted(int rack, RankSet ranks) {
        return new Group(rack, ranks);
    }

    /** A worker under an ordinary ToR. */
    static Group autonomous(int rank) {
        return new Group(-1, RankSet.of(rank));
    }

    public boolean isAbstracted() {
        return rack >= 0;
    }

    /** Speaks for the group where a single host must. */
    public int agent() {
        return agent(0);
    }

    /** The agent of a stripe: the ranks take turns. */
    int agent(int stripe) {
        return ranks.get(stripe % ranks.size());
    }

    /** Where what comes in from outside reaches every rank of the group. */
    Site entrance() {
        return isAbstracted() ? new Site.Tor(rack) : new Site.Host(agent());
    }
}
