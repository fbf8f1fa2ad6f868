package io.rina.sim.net;

/** A directed link between two nodes of a {@link Fabric}. */
public record Link(int from, int to, LinkSpeed speed) {}
