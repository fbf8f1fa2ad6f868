package io.rina.engine.number;

/** A rank contributed NaN or an infinity under {@link NumberPolicy#FAIL}. */
public final class NotFiniteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotFiniteException(String message) {
        super(message);
    }
}
