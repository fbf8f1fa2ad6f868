package io.rina.engine.number;

import io.rina.engine.Vector;

import java.util.Arrays;

/**
 * The same blocks of every segment, as lanes. The ranges that the worker asks for begin on block
 * edges; only where an element is a lane need they not, since several segments may then be reduced
 * as one.
 */
final class BlockVector implements Vector {
    private final Coding coding;
    private final Blocks blocks;
    private final Buffers buffers;
    private final int elementBytes;
    private final int firstBlock;
    private final int segmentLanes;
    private final int[] lanes;

    /**
     * @param firstBlock of each segment; the vector goes on to {@code endBlock}, exclusive
     * @param lanes at least {@link #elements()}
     */
    BlockVector(
            Coding coding,
            Blocks blocks,
            Buffers buffers,
            int elementBytes,
            int firstBlock,
            int endBlock,
            int[] lanes) {
        this.coding = coding;
        this.blocks = blocks;
        this.buffers = buffers;
        this.elementBytes = elementBytes;
        this.firstBlock = firstBlock;
        this.lanes = lanes;
        segmentLanes = blocks.lanes(firstBlock, endBlock);
    }

    @Override
    public int elements() {
        return blocks.segments() * segmentLanes;
    }

    @Override
    public int[] lanes() {
        return lanes;
    }

    @Override
    public void load(int from, int to) {
        for (int at = from; at < to; ) {
            int block = blockAt(at);
            int skipped = skippedAt(at);
            int count = count(block, skipped, to - at);
            long element = blocks.firstElement(block) + skipped - buffers.sourceFirst();
            coding.load(block, buffers.source(), element * elementBytes, count, lanes, at);
            int end = at + blocks.packing().lanes(count);
            at = Math.min(to, at + step(count));
            // What an earlier operation has left there is nobody's business.
            Arrays.fill(lanes, end, at, 0);
        }
    }

    @Override
    public void store(int from, int to) {
        for (int at = from; at < to; ) {
            int block = blockAt(at);
            int skipped = skippedAt(at);
            int count = count(block, skipped, to - at);
            long element = blocks.firstElement(block) + skipped - buffers.targetFirst();
            coding.store(block, lanes, at, count, buffers.target(), element * elementBytes);
            at += step(count);
        }
    }

    /** The number, through all segments, of the block that a lane belongs to. */
    private int blockAt(int lane) {
        int ofSegment = firstBlock + lane % segmentLanes / blocks.blockLanes();
        return lane / segmentLanes * blocks.ofSegment() + ofSegment;
    }

    /** The lanes of its block that come before this one. */
    private int skippedAt(int lane) {
        return lane % segmentLanes % blocks.blockLanes();
    }

    private int count(int block, int skipped, int lanesLeft) {
        int size = blocks.size(block) - skipped;
        return blocks.packing() == Packing.ONE_LANE ? Math.min(size, lanesLeft) : size;
    }

    /** On to the next block, over the lanes in which no element of this one has room. */
    private int step(int count) {
        return blocks.packing() == Packing.ONE_LANE ? count : blocks.blockLanes();
    }
}
