package io.rina.plan;

/** A plan is wrong; the message names the exchange that shows it. */
public final class PlanException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PlanException(String message) {
        super(message);
    }
}
