package io.rina.sim.run;

/** What became of a run. */
public sealed interface Outcome {
    record Done(Result result) implements Outcome {}

    /** Nothing was run: the strategy has no plan for it, or a switch too little memory. */
    record Refused(String why) implements Outcome {}

    /** The limit of virtual time came first. */
    record Unfinished(String why) implements Outcome {}
}
