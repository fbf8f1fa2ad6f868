package io.rina.runtime;

import io.rina.engine.number.DataType;

import java.lang.foreign.MemorySegment;

/**
 * Checks of the memory that a call is given. They come before the call is numbered: the other ranks
 * do not make a call that fails here.
 */
final class CallMemory {
    private final HostNode node;

    CallMemory(HostNode node) {
        this.node = node;
    }

    void checkSource(MemorySegment source) {
        if (!node.canAccess(source)) {
            throw new IllegalArgumentException(
                    "a segment of a confined arena cannot be used, since another thread does it:"
                            + " allocate it from Arena.ofShared() or Arena.ofAuto()");
        }
        if (!source.scope().isAlive()) {
            throw new IllegalStateException(
                    "the arena of the memory is closed: it must stay open until the handle is done");
        }
    }

    void checkTarget(MemorySegment target) {
        checkSource(target);
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("the result would go into a read-only segment");
        }
    }

    /** As many elements as the memory has; throws where that is no whole number. */
    static long elements(MemorySegment memory, DataType type) {
        if (memory.byteSize() % type.bytes() != 0) {
            throw new IllegalArgumentException("the memory has " + memory.byteSize()
                    + " bytes, which is no whole number of " + type.label() + " of " + type.bytes()
                    + " bytes");
        }
        return memory.byteSize() / type.bytes();
    }

    static void checkSameSize(MemorySegment source, MemorySegment target, DataType type) {
        if (source.byteSize() != target.byteSize() || source.byteSize() % type.bytes() != 0) {
            throw new IllegalArgumentException(
                    "source has " + source.byteSize() + " bytes and target " + target.byteSize()
                            + ": both must be the same whole number of " + type.label() + " of "
                            + type.bytes() + " bytes");
        }
    }

    /** {@code whole} is to have as many bytes as {@code part} at each of the ranks. */
    static void checkParts(String whole, long wholeBytes, String part, long partBytes, int ranks) {
        if (partBytes > Long.MAX_VALUE / ranks || wholeBytes != ranks * partBytes) {
            throw new IllegalArgumentException("the " + whole + " has " + wholeBytes
                    + " bytes and the " + part + " " + partBytes + ": with " + ranks
                    + " ranks the " + whole + " must be " + ranks + " times as long");
        }
    }

    /**
     * Results that come first would else be read as the source of what comes later.
     *
     * @param sourceFirst where the source begins in the whole vector, in bytes
     * @param targetFirst where the target does
     */
    static void checkOverlap(
            MemorySegment source, long sourceFirst, MemorySegment target, long targetFirst) {
        MemorySegment common = source.asOverlappingSlice(target).orElse(null);
        if (common == null) {
            return;
        }
        long inSource = sourceFirst + common.address() - source.address();
        long inTarget = targetFirst + common.address() - target.address();
        if (inSource != inTarget) {
            throw new IllegalArgumentException("source and target share " + common.byteSize()
                    + " of their bytes, which are not those of the same elements: they must be the"
                    + " same memory, or share none");
        }
    }
}
