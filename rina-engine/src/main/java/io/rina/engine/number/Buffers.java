package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/**
 * Where a rank's elements come from and where the outcome goes: memory that does not overlap, or
 * the same memory for the same elements. Alignment does not matter.
 *
 * @param source what this rank contributes, from byte 0; not changed
 * @param sourceFirst the element, counted through all segments, that is the source's first
 * @param target what this rank gets of the outcome, from byte 0
 * @param targetFirst the element, counted through all segments, that is the target's first
 */
public record Buffers(
        MemorySegment source, long sourceFirst, MemorySegment target, long targetFirst) {
    /** Source and target begin with the first element of all. */
    public Buffers(MemorySegment source, MemorySegment target) {
        this(source, 0, target, 0);
    }
}
