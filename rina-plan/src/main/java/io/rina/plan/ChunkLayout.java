package io.rina.plan;

import java.util.List;

/**
 * How the elements of one operation are cut into segments of one size, segments into chunks, and
 * chunks into fragments. Blocks are counted from the first element of each segment, and chunk edges
 * fall on block edges, so that the blocks, and with them the fixed-point numbers, are the same
 * whatever the number of chunks. A chunk may be empty.
 */
public final class ChunkLayout {
    /**
     * Elements a block: as many as one frame carries at MTU 1500, under IPv4 and IPv6 alike. See
     * {@code docs/decisions/}.
     */
    public static final int BLOCK_ELEMENTS = 352;

    private final int fragmentElements;
    /** Of each chunk its first element; at the end, the number of elements. */
    private final long[] starts;

    /**
     * Elements are counted from 0; {@code fragmentElements} must be a multiple of
     * {@code blockElements}.
     *
     * @param segmentElements elements in each segment
     * @param cuts into how many chunks each segment is cut, as in a {@link Plan}
     */
    public ChunkLayout(
            long segmentElements, List<Integer> cuts, int blockElements, int fragmentElements) {
        if (segmentElements < 0
                || cuts.isEmpty()
                || blockElements < 1
                || fragmentElements < blockElements) {
            throw new IllegalArgumentException("cannot cut segments of " + segmentElements
                    + " elements into " + cuts + " chunks of blocks of " + blockElements
                    + " and fragments of " + fragmentElements);
        }
        if (fragmentElements % blockElements != 0) {
            throw new IllegalArgumentException("a fragment of " + fragmentElements
                    + " elements is not a whole number of blocks of " + blockElements);
        }
        this.fragmentElements = fragmentElements;
        starts = starts(segmentElements, cuts, blockElements);
    }

    /** One segment, cut into {@code chunks}. */
    public ChunkLayout(long elements, int chunks, int blockElements, int fragmentElements) {
        this(elements, List.of(chunks), blockElements, fragmentElements);
    }

    private static long[] starts(long segmentElements, List<Integer> cuts, int blockElements) {
        int chunks = cuts.stream().mapToInt(Integer::intValue).sum();
        long[] starts = new long[chunks + 1];
        long blocks = Math.ceilDiv(segmentElements, blockElements);
        int next = 0;
        for (int segment = 0; segment < cuts.size(); segment++) {
            int chunksHere = cuts.get(segment);
            if (chunksHere < 1) {
                throw new IllegalArgumentException(
                        "segment " + segment + " cannot be cut into " + chunksHere + " chunks");
            }
            for (int chunk = 0; chunk < chunksHere; chunk++) {
                long element = blocks * chunk / chunksHere * blockElements;
                starts[next++] = segment * segmentElements + Math.min(segmentElements, element);
            }
        }
        starts[chunks] = cuts.size() * segmentElements;
        return starts;
    }

    /** Of all segments. */
    public long elements() {
        return starts[chunks()];
    }

    /** Of all segments. */
    public int chunks() {
        return starts.length - 1;
    }

    /** The first element of {@code chunk}; of chunk number {@link #chunks()}, the end. */
    public long start(int chunk) {
        return starts[chunk];
    }

    public long size(int chunk) {
        return starts[chunk + 1] - starts[chunk];
    }

    public int fragments(int chunk) {
        return Math.toIntExact(Math.ceilDiv(size(chunk), fragmentElements));
    }

    public long fragmentStart(int chunk, int fragment) {
        return starts[chunk] + (long) fragment * fragmentElements;
    }

    public int fragmentSize(int chunk, int fragment) {
        return (int) Math.min(fragmentElements, size(chunk) - (long) fragment * fragmentElements);
    }
}
