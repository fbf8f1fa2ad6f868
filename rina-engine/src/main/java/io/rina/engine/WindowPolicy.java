package io.rina.engine;

/**
 * How many positions a member has under way on a channel, of those that the pool allows. Each
 * channel of each member follows the policy by itself; since an outcome goes to all members of a
 * channel, and its mark with it, their windows shrink together.
 */
public sealed interface WindowPolicy {
    /** As many as the pool allows, always. */
    record Fixed() implements WindowPolicy {
        @Override
        public String toString() {
            return "fixed";
        }
    }

    /**
     * Additive increase, multiplicative decrease, as in ATP (Lao et al., NSDI 2021): up to a
     * threshold one more for each outcome, above it one more a round trip; after a mark or a
     * loss half as many, at most once a round trip, and the threshold is there. A window that is
     * not used does not grow. It is never less than one position. A position is lost when its
     * timeout is over, or when the outcome of one that is three later is there. Two round trips of
     * silence are broken by one repetition, which cuts nothing.
     *
     * @param start positions under way at first; there is no threshold yet
     */
    record Aimd(int start) implements WindowPolicy {
        static final int USUAL_START = 2;

        public Aimd {
            if (start < 1) {
                throw new IllegalArgumentException(
                        "a window starts with 1 position or more, not " + start);
            }
        }

        @Override
        public String toString() {
            return "aimd:" + start;
        }
    }

    /**
     * The policy that says this of itself: {@code fixed}, {@code aimd:START}, or {@code aimd}
     * for one that starts with two positions.
     *
     * @throws IllegalArgumentException for any other name
     */
    static WindowPolicy named(String name) {
        if (name.equals("fixed")) {
            return new Fixed();
        }
        if (name.equals("aimd")) {
            return new Aimd(Aimd.USUAL_START);
        }
        if (name.matches("aimd:\\d{1,5}")) {
            return new Aimd(Integer.parseInt(name.substring("aimd:".length())));
        }
        throw new IllegalArgumentException(
                "there is no window policy '" + name
                        + "'; there are fixed, aimd, and aimd:START for one that starts with so many positions");
    }
}
