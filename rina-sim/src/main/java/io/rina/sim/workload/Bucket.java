package io.rina.sim.workload;

/**
 * Gradients that are summed together.
 *
 * @param name of the layer that completes it
 * @param readyPs when it is complete, from the start of the iteration
 */
public record Bucket(String name, long readyPs, long bytes) {}
