package io.rina.cli.run;

import io.rina.runtime.Communicator;

import java.util.function.Consumer;

/** What a worker does in a job. */
interface Workload {
    /** Does what takes long and needs nobody else, before joining. */
    void prepare();

    /** Runs to the end, telling {@code events} of it; throws when it cannot. */
    void run(Communicator job, Consumer<Event> events);
}
