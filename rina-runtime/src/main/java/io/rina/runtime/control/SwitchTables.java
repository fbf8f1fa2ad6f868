package io.rina.runtime.control;

/** What a switch does on the coordinator's word. Called in order, one call at a time. */
public interface SwitchTables {
    /** All members have joined; before anything else. */
    void onLayout(Layout layout);

    /**
     * Sets up the tables for the job (0) or a rank group; returns why not, or empty text when it can
     * take frames.
     */
    String onAssignment(int group, Assignment assignment);

    /** How many frames of the job and its rank groups have arrived so far, about; from any thread. */
    long framesReceived();

    /** Frees the tables of that number, if there are any. */
    void onRelease(int group);
}
