package io.rina.plan;

/** A strategy was asked for a plan on a topology that it does not serve. */
public final class UnsupportedTopologyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnsupportedTopologyException(String message) {
        super(message);
    }
}
