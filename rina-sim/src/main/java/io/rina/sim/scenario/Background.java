package io.rina.sim.scenario;

/**
 * Other traffic: TCP-like streams without an end, each from one host to another; the seed chooses
 * between which.
 */
public record Background(int flows, long seed) {
    public Background {
        if (flows < 0) {
            throw new IllegalArgumentException(flows + " background flows");
        }
    }
}
