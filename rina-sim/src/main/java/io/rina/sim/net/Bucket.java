package io.rina.sim.net;

/**
 * Gradients that are reduced together.
 *
 * @param readyPs after the start of the iteration, on a rank that computes at the usual speed
 * @param fragments of them
 */
public record Bucket(long readyPs, int fragments) {}
