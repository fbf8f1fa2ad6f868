package io.rina.swarm;

/**
 * One operation of a scenario: what, and over how many elements a rank. In a scenario's line {@code
 * sum:17}.
 */
public record OperationShape(OperationKind kind, int elements) {
    public OperationShape {
        if (elements < 0) {
            throw new IllegalArgumentException(
                    "an operation has 0 elements or more, not " + elements);
        }
    }

    static OperationShape parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("'" + text
                    + "' is no operation: write a kind, a colon and the number of elements, as in"
                    + " sum:17");
        }
        return new OperationShape(
                OperationKind.parse(text.substring(0, colon)),
                Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return kind.key() + ":" + elements;
    }
}
