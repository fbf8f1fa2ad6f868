package io.rina.runtime.job;

import io.rina.runtime.port.PortOptions;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a process takes part in a job.
 *
 * @param coordinator where the coordinator listens
 * @param jobKey the secret that it asks for
 * @param joinTimeout within which all members must be there
 * @param operationTimeout within which each operation must complete, counted from its start at
 *     this rank
 * @param port where this process's frames arrive, how long they are, how many nodes there are
 * @param onWaiting hears whom joining waits for, as in "rank 1, ToR rack0", each time this changes
 *     or some seconds have gone; from a thread of the control plane's, which must not be held up
 */
public record JobOptions(
        InetSocketAddress coordinator,
        String jobKey,
        Duration joinTimeout,
        Duration operationTimeout,
        PortOptions port,
        Consumer<String> onWaiting) {
    /** Waits in silence. */
    public JobOptions(
            InetSocketAddress coordinator,
            String jobKey,
            Duration joinTimeout,
            Duration operationTimeout,
            PortOptions port) {
        this(coordinator, jobKey, joinTimeout, operationTimeout, port, _ -> {});
    }

    public JobOptions withOnWaiting(Consumer<String> listener) {
        return new JobOptions(coordinator, jobKey, joinTimeout, operationTimeout, port, listener);
    }
}
