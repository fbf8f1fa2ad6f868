package io.rina.sim.flow;

/** {@code bytes} on the wire from one node of a fabric to another. */
public record Flow(int from, int to, double bytes) {}
