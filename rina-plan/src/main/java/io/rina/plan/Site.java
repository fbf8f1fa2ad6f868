package io.rina.plan;

/** Where the givers' copies of a chunk are summed. */
public sealed interface Site {
    /**
     * A site keeps who has arrived in the bits of one long, one of which stays free for a parent.
     */
    int MAX_MEMBERS = 63;

    /** The worker of this rank. */
    record Host(int rank) implements Site {
        @Override
        public String toString() {
            return "host " + rank;
        }
    }

    /** The ToR of this rack, which must aggregate. */
    record Tor(int rack) implements Site {
        @Override
        public String toString() {
            return "ToR " + rack;
        }
    }
}
