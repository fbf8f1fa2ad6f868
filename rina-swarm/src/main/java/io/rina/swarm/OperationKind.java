package io.rina.swarm;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What an operation reduces, and what its numbers look like. */
public enum OperationKind {
    /** Wrapping sum of any ints. */
    SUM,
    MAX,
    MIN,
    /** Sum of floats whose blocks differ in magnitude. */
    FLOAT,
    /** Average of such floats. */
    MEAN,
    /** Floats up to the largest there is; sums may overflow to an infinity. */
    HUGE,
    /** Floats around and below the smallest normal one. */
    TINY,
    /** Mostly zeros of both signs, whole blocks of them too. */
    ZEROS,
    /** Some NaN and infinities, policy FAIL. */
    NAN,
    /** Some NaN and infinities, policy SATURATE. */
    SATURATE;

    public boolean isFloat() {
        return this != SUM && this != MAX && this != MIN;
    }

    /** Its name in a scenario's line. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static OperationKind parse(String key) {
        for (OperationKind kind : values()) {
            if (kind.key().equals(key)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no operation is called '" + key + "'; there are "
                + Arrays.stream(values())
                        .map(OperationKind::key)
                        .collect(Collectors.joining(", ")));
    }
}
