package io.rina.engine.number;

import io.rina.engine.Operation;

import org.jspecify.annotations.Nullable;

/** An operation that can fail by its numbers, and reports what became of them. */
public interface Collective extends Operation {
    /** Why the operation has no result, or null; valid once it is complete. */
    @Nullable
    NotFiniteException failure();

    /** What became of this rank's numbers; valid once the operation is complete. */
    NumberReport report();
}
