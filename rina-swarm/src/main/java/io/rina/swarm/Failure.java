package io.rina.swarm;

/**
 * What went wrong in a world.
 *
 * @param detail who, where and what, for people
 * @param timeNs virtual time
 * @param events how many events had happened
 */
public record Failure(
        Scenario scenario, Invariant invariant, String detail, long timeNs, long events) {
    /** The command that shows the same failure again. */
    public String replay() {
        return scenario.equals(Scenario.fromSeed(scenario.seed()))
                ? "./rina swarm --seed " + scenario.seed()
                : "./rina swarm --scenario '" + scenario + "'";
    }

    @Override
    public String toString() {
        return "seed " + scenario.seed() + " fails after " + events + " events, at " + timeNs
                + " ns: " + detail + System.lineSeparator() + "  replay: " + replay();
    }
}
