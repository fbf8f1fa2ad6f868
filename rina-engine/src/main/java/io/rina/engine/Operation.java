package io.rina.engine;

import org.jspecify.annotations.Nullable;

/** What a caller submits: one or more reductions, run in order. */
public interface Operation {
    /**
     * The next reduction, called when the one before is complete at this worker; null when the
     * operation is.
     */
    @Nullable
    Reduction next();
}
