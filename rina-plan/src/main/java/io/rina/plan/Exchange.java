package io.rina.plan;

/**
 * The one step that every collective is made of: at {@code site} the givers' copies of
 * {@code chunk} are summed, the takers get the sum, and combine it with theirs. A peer-to-peer send
 * is an exchange sited at the receiver.
 *
 * @param meeting where and among whom; those of one meeting follow one another
 */
public record Exchange(
        Meeting meeting, RankSet givers, RankSet takers, int chunk, Combine combine) {
    /**
     * Exchanges with the same one share a channel, and are done in plan order.
     *
     * @param members who must send something before an exchange completes: givers, takers and
     *     {@link #bystanders()}
     * @param stream keeps apart what is not to wait for each other, though the same ranks meet at
     *     the same site
     */
    public record Meeting(Site site, RankSet members, int stream) {}

    public Exchange {
        if (givers.size() == 0 || takers.size() == 0) {
            throw new IllegalArgumentException("an exchange needs givers and takers: at "
                    + meeting.site
                    + " chunk " + chunk + " givers " + givers + " takers " + takers);
        }
        RankSet members = meeting.members;
        if (!members.containsAll(givers) || !members.containsAll(takers)) {
            throw new IllegalArgumentException("givers and takers are members: at " + meeting.site
                    + " chunk " + chunk + " members " + members + " givers " + givers + " takers "
                    + takers);
        }
    }

    /** Without bystanders. */
    public Exchange(
            Site site, int stream, RankSet givers, RankSet takers, int chunk, Combine combine) {
        this(new Meeting(site, givers.union(takers), stream), givers, takers, chunk, combine);
    }

    /** Without bystanders or streams. */
    public Exchange(Site site, RankSet givers, RankSet takers, int chunk, Combine combine) {
        this(site, 0, givers, takers, chunk, combine);
    }

    public Site site() {
        return meeting.site;
    }

    public RankSet members() {
        return meeting.members;
    }

    /**
     * Members that neither give nor take: the chunk does not matter to them, but their place on the
     * channel takes a position, for which they send a credit and get a receipt.
     */
    public RankSet bystanders() {
        return meeting.members.where(rank -> !touches(rank));
    }

    /** Whether {@code rank} gives or takes. */
    public boolean touches(int rank) {
        return givers.contains(rank) || takers.contains(rank);
    }

    /** The same of another chunk. */
    Exchange onChunk(int other) {
        return new Exchange(meeting, givers, takers, other, combine);
    }

    @Override
    public String toString() {
        RankSet bystanders = bystanders();
        return "chunk " + chunk + ": " + givers + " at " + meeting.site + " "
                + (combine == Combine.ADD ? "+>" : "=>") + " " + takers
                + (bystanders.size() == 0 ? "" : " beside " + bystanders);
    }
}
