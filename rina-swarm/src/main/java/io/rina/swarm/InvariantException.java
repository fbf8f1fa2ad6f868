package io.rina.swarm;

/** An {@link Invariant} does not hold. */
public final class InvariantException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Invariant invariant;

    InvariantException(Invariant invariant, String detail) {
        super(invariant.label() + ": " + detail);
        this.invariant = invariant;
    }

    public Invariant invariant() {
        return invariant;
    }
}
