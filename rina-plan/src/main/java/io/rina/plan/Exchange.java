package io.rina.plan;

/**
 * The one step that every collective is made of: at {@code site} the givers' copies of
 * {@code chunk} are summed, the takers get the sum, and combine it with theirs. A peer-to-peer send
 * is an exchange sited at the receiver.
 *
 * @param members who must send something before the exchange completes: givers, takers and
 *     {@link #bystanders()}
 */
public record Exchange(
        Site site, RankSet members, RankSet givers, RankSet takers, int chunk, Combine combine) {
    public Exchange {
        if (givers.size() == 0 || takers.size() == 0) {
            throw new IllegalArgumentException("an exchange needs givers and takers: at " + site
                    + " chunk " + chunk + " givers " + givers + " takers " + takers);
        }
        if (!members.containsAll(givers) || !members.containsAll(takers)) {
            throw new IllegalArgumentException("givers and takers are members: at " + site
                    + " chunk " + chunk + " members " + members + " givers " + givers + " takers "
                    + takers);
        }
    }

    /** Without bystanders. */
    public Exchange(Site site, RankSet givers, RankSet takers, int chunk, Combine combine) {
        this(site, givers.union(takers), givers, takers, chunk, combine);
    }

    /**
     * Members that neither give nor take: the chunk does not matter to them, but their place on the
     * channel takes a position, for which they send a credit and get a receipt.
     */
    public RankSet bystanders() {
        return members.where(rank -> !touches(rank));
    }

    /** Whether {@code rank} gives or takes. */
    public boolean touches(int rank) {
        return givers.contains(rank) || takers.contains(rank);
    }

    /** The same of another chunk. */
    Exchange onChunk(int other) {
        return new Exchange(site, members, givers, takers, other, combine);
    }

    @Override
    public String toString() {
        RankSet bystanders = bystanders();
        return "chunk " + chunk + ": " + givers + " at " + site + " "
                + (combine == Combine.ADD ? "+>" : "=>") + " " + takers
                + (bystanders.size() == 0 ? "" : " beside " + bystanders);
    }
}
