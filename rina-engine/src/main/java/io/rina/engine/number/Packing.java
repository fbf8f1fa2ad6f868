package io.rina.engine.number;

/** How many lanes an element takes. */
enum Packing {
    FOUR_A_LANE,
    TWO_A_LANE,
    ONE_LANE,
    TWO_LANES,
    THREE_LANES;

    /** The most elements that {@code lanes} lanes have room for. */
    int elements(int lanes) {
        return switch (this) {
            case FOUR_A_LANE -> Math.multiplyExact(4, lanes);
            case TWO_A_LANE -> Math.multiplyExact(2, lanes);
            case ONE_LANE -> lanes;
            case TWO_LANES -> lanes / 2;
            case THREE_LANES -> lanes / 3;
        };
    }

    /** The lanes that {@code elements} elements of one block take. */
    int lanes(int elements) {
        return switch (this) {
            case FOUR_A_LANE -> (elements + 3) / 4;
            case TWO_A_LANE -> (elements + 1) / 2;
            case ONE_LANE -> elements;
            case TWO_LANES -> 2 * elements;
            case THREE_LANES -> 3 * elements;
        };
    }
}
