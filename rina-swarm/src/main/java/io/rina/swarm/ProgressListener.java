package io.rina.swarm;

/** Is told of every world that has ended, one call at a time, from the threads that run them. */
@FunctionalInterface
public interface ProgressListener {
    /** {@code done} of {@code total} worlds have ended, this one last. */
    void onWorld(WorldResult result, long done, long total);
}
