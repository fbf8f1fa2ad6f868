package io.rina.engine.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** i64 and f64 as int64 of the same order. */
final class WideKeys {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private final boolean isFloat;
    private final ReduceKind kind;

    WideKeys(DataType type, ReduceKind kind) {
        isFloat = type == DataType.F64;
        this.kind = kind;
    }

    long get(MemorySegment source, long offset) {
        return isFloat ? Keys.ofDouble(source.get(DOUBLE, offset), kind) : source.get(LONG, offset);
    }

    void set(MemorySegment target, long offset, long key) {
        if (isFloat) {
            target.set(DOUBLE, offset, Keys.toDouble(key));
        } else {
            target.set(LONG, offset, key);
        }
    }

    /** Loses to every low word of the winners, or is equal to it. */
    int neutral() {
        return kind == ReduceKind.MAX ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    }
}
