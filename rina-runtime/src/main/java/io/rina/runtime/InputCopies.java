package io.rina.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Copies of what callers gave, from which operations can be run again: a result that is written in
 * place destroys the input, and a caller who has a result may use the memory for something else.
 * Memory is used again, since the calls of a program are mostly as long as those before.
 */
final class InputCopies {
    /** Lengths that differ by less share memory. */
    private static final long STEP_BYTES = 1 << 16;

    private static final int MOST_FREE = 8;

    /** The one that was used last comes first. */
    private final Deque<MemorySegment> free = new ArrayDeque<>();

    /** Memory that begins with a copy of {@code source}. */
    MemorySegment copy(MemorySegment source) {
        MemorySegment room = room(source.byteSize());
        MemorySegment.copy(source, 0, room, 0, source.byteSize());
        return room;
    }

    private MemorySegment room(long bytes) {
        long rounded = Math.ceilDiv(Math.max(1, bytes), STEP_BYTES) * STEP_BYTES;
        synchronized (free) {
            for (Iterator<MemorySegment> all = free.iterator(); all.hasNext(); ) {
                MemorySegment room = all.next();
                if (room.byteSize() == rounded) {
                    all.remove();
                    return room;
                }
            }
        }
        return Arena.ofAuto().allocate(rounded, Long.BYTES);
    }

    /** The copy is needed no more. */
    void release(MemorySegment room) {
        if (room.byteSize() == 0) {
            return;
        }
        synchronized (free) {
            free.addFirst(room);
            if (free.size() > MOST_FREE) {
                free.removeLast();
            }
        }
    }
}
