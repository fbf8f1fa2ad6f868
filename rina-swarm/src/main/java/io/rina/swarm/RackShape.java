package io.rina.swarm;

/**
 * One rack of a scenario: its workers, and whether its ToR aggregates. In a scenario's line {@code
 * 3} or {@code 3+ina}.
 */
public record RackShape(int workers, boolean aggregates) {
    private static final String INA = "+ina";

    public RackShape {
        if (workers < 1) {
            throw new IllegalArgumentException("a rack has 1 worker or more, not " + workers);
        }
    }

    static RackShape parse(String text) {
        boolean aggregates = text.endsWith(INA);
        String workers = aggregates ? text.substring(0, text.length() - INA.length()) : text;
        return new RackShape(Integer.parseInt(workers), aggregates);
    }

    @Override
    public String toString() {
        return workers + (aggregates ? INA : "");
    }
}
