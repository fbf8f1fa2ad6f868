package io.rina.plan;

/**
 * The one step that every all-reduce is made of: at {@code site} the givers' copies of
 * {@code chunk} are summed, the takers get the sum, and combine it with theirs. A peer-to-peer send
 * is an exchange sited at the receiver.
 */
public record Exchange(Site site, RankSet givers, RankSet takers, int chunk, Combine combine) {
    public Exchange {
        if (givers.size() == 0 || takers.size() == 0) {
            throw new IllegalArgumentException("an exchange needs givers and takers: at " + site
                    + " chunk " + chunk + " givers " + givers + " takers " + takers);
        }
    }

    /** Givers and takers: whoever must send something before the exchange completes. */
    public RankSet members() {
        return givers.union(takers);
    }

    @Override
    public String toString() {
        return "chunk " + chunk + ": " + givers + " at " + site + " "
                + (combine == Combine.ADD ? "+>" : "=>") + " " + takers;
    }
}
