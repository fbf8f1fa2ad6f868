package io.rina.swarm;

/**
 * A failure, and the smallest one of its kind that was found from it.
 *
 * @param tries worlds that the search for it took
 */
public record Finding(Failure failure, Failure smallest, int tries) {
    @Override
    public String toString() {
        if (smallest.equals(failure)) {
            return failure.toString();
        }
        return failure + System.lineSeparator() + "  smallest of " + tries + " worlds: "
                + smallest.replay() + System.lineSeparator() + "    " + smallest.detail();
    }
}
