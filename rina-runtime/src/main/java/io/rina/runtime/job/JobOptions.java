package io.rina.runtime.job;

import io.rina.runtime.port.PortOptions;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * How a process takes part in a job.
 *
 * @param coordinator where the coordinator listens
 * @param jobKey the secret that it asks for
 * @param joinTimeout within which all members must be there
 * @param operationTimeout within which each operation must complete, counted from its start at
 *     this rank
 * @param port where this process's frames arrive, how long they are, how many nodes there are
 */
public record JobOptions(
        InetSocketAddress coordinator,
        String jobKey,
        Duration joinTimeout,
        Duration operationTimeout,
        PortOptions port) {}
