package io.rina.plan;

/** Makes a plan for a topology. */
public interface Strategy {
    /** Its name on the command line and in tables. */
    String name();

    /**
     * Throws {@link UnsupportedTopologyException} where it does not apply, saying why and what
     * would.
     */
    Plan plan(Topology topology);
}
