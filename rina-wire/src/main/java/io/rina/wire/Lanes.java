package io.rina.wire;

import java.lang.foreign.MemorySegment;

/**
 * The loops over a payload's int32 lanes. They are static, over primitives, with a constant layout,
 * one loop a method: in this form the JIT compiler turns them into vector code (26-46 ns for 352
 * lanes; segment to segment takes 108).
 */
final class Lanes {
    private Lanes() {}

    static void write(int[] source, int from, MemorySegment target, long offset, int lanes) {
        for (int i = 0; i < lanes; i++) {
            target.set(Frame.INT, offset + 4L * i, source[from + i]);
        }
    }

    static void read(MemorySegment source, long offset, int[] target, int from, int lanes) {
        for (int i = 0; i < lanes; i++) {
            target[from + i] = source.get(Frame.INT, offset + 4L * i);
        }
    }

    static void fold(
            ReduceOp op, MemorySegment source, long offset, int[] target, int from, int lanes) {
        switch (op) {
            case SUM -> sum(source, offset, target, from, lanes);
            case MAX -> max(source, offset, target, from, lanes);
            case MIN -> min(source, offset, target, from, lanes);
        }
    }

    private static void sum(MemorySegment source, long offset, int[] target, int from, int lanes) {
        for (int i = 0; i < lanes; i++) {
            target[from + i] += source.get(Frame.INT, offset + 4L * i);
        }
    }

    private static void max(MemorySegment source, long offset, int[] target, int from, int lanes) {
        for (int i = 0; i < lanes; i++) {
            target[from + i] = Math.max(target[from + i], source.get(Frame.INT, offset + 4L * i));
        }
    }

    private static void min(MemorySegment source, long offset, int[] target, int from, int lanes) {
        for (int i = 0; i < lanes; i++) {
            target[from + i] = Math.min(target[from + i], source.get(Frame.INT, offset + 4L * i));
        }
    }
}
