package io.rina.plan.time;

/** What an operation cannot be faster than. */
public enum Bound {
    /** The longest chain of steps. */
    LATENCY("the chain of steps"),
    /** The bytes on the busiest link of a host. */
    HOST_LINK("a host's link"),
    /** The bytes on the busiest link between a ToR and the core. */
    UPLINK("a rack's uplink"),
    /** The processor time of the busiest node. */
    NODE("a node's processor"),
    /** The processor time of all nodes on the cores that they share. */
    CORES("the shared cores");

    private final String words;

    Bound(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
