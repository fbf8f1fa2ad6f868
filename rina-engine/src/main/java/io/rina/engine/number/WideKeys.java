package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One block of i64 or f64 after the other, as int64 of the same order. */
final class WideKeys {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final boolean isFloat;
    private final ReduceKind kind;
    private final long[] keys;

    WideKeys(DataType type, ReduceKind kind, int mostElements) {
        isFloat = type == DataType.F64;
        this.kind = kind;
        keys = new long[mostElements];
    }

    long[] read(MemorySegment source, long at, int count) {
        MemorySegment.copy(source, LONG, at, keys, 0, count);
        for (int i = 0; i < count && isFloat; i++) {
            keys[i] = Keys.ofDouble(Double.longBitsToDouble(keys[i]), kind);
        }
        return keys;
    }

    /** To be filled for {@link #write}. */
    long[] keys() {
        return keys;
    }

    void write(int count, MemorySegment target, long at) {
        for (int i = 0; i < count && isFloat; i++) {
            keys[i] = Double.doubleToLongBits(Keys.toDouble(keys[i]));
        }
        MemorySegment.copy(keys, 0, target, LONG, at, count);
    }

    /** Loses to every low word of the winners, or is equal to it. */
    int neutral() {
        return kind == ReduceKind.MAX ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    }
}
