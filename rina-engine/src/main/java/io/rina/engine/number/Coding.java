package io.rina.engine.number;

import java.lang.foreign.MemorySegment;

/**
 * How the elements of a block become lanes, and how final lanes become elements. A block's lanes
 * are its own: no element is spread over two blocks.
 *
 * <p>{@code block} numbers the blocks of the operation, from 0; {@code offset} is where the block's
 * first element lies, in bytes; {@code at} is the block's first lane.
 */
interface Coding {
    Packing packing();

    void load(int block, MemorySegment source, long offset, int count, int[] lanes, int at);

    void store(int block, int[] lanes, int at, int count, MemorySegment target, long offset);
}
