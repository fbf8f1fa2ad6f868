package io.rina.swarm;

import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * One all-reduce of numbers in a world: what each rank gave and what all got. Enough to do the same
 * elsewhere, over real sockets say, and to compare the bits.
 */
public final class NumberOutcome {
    private final DataType type;
    private final ReduceKind kind;
    private final NumberOptions options;
    private final long[][] given;
    private final long[] result;

    NumberOutcome(
            DataType type, ReduceKind kind, NumberOptions options, long[][] given, long[] result) {
        this.type = type;
        this.kind = kind;
        this.options = options;
        this.given = given;
        this.result = result;
    }

    public DataType type() {
        return type;
    }

    public ReduceKind kind() {
        return kind;
    }

    public NumberOptions options() {
        return options;
    }

    /** The bytes of what {@code rank} gave. */
    public byte[] given(int rank) {
        return bytes(given[rank]);
    }

    /** The bytes of what every rank got. */
    public byte[] result() {
        return bytes(result);
    }

    private byte[] bytes(long[] elements) {
        byte[] bytes = new byte[elements.length * type.bytes()];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        for (int i = 0; i < elements.length; i++) {
            Element.set(type, memory, i, elements[i]);
        }
        return bytes;
    }

    /** By the bits, so that the results of two equal worlds are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof NumberOutcome that
                && type == that.type
                && kind == that.kind
                && options.equals(that.options)
                && Arrays.deepEquals(given, that.given)
                && Arrays.equals(result, that.result);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.deepHashCode(given) + Arrays.hashCode(result);
    }
}
