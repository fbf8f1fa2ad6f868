package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/**
 * Where a rank's elements come from and where the outcome goes: the same memory, or memory that
 * does not overlap. Alignment does not matter.
 *
 * @param source all elements, not changed
 * @param target what this rank gets of the outcome, from byte 0
 * @param targetFirst the element, counted through all segments, that is the target's first
 */
public record Buffers(MemorySegment source, MemorySegment target, long targetFirst) {
    /** The target takes all elements. */
    public Buffers(MemorySegment source, MemorySegment target) {
        this(source, target, 0);
    }
}
