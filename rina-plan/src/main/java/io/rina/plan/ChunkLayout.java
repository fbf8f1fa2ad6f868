package io.rina.plan;

/**
 * How the elements of one operation are cut into chunks, and chunks into fragments. Chunk edges
 * fall on block edges, so that the blocks, and with them the fixed-point numbers, are the same
 * whatever the number of chunks. A chunk may be empty.
 */
public final class ChunkLayout {
    /**
     * Elements a block: as many as one frame carries at MTU 1500, under IPv4 and IPv6 alike. See
     * {@code docs/decisions/}.
     */
    public static final int BLOCK_ELEMENTS = 352;

    private final int elements;
    private final int chunks;
    private final int blockElements;
    private final int fragmentElements;

    /**
     * Elements are counted from 0; {@code fragmentElements} must be a multiple of
     * {@code blockElements}.
     */
    public ChunkLayout(int elements, int chunks, int blockElements, int fragmentElements) {
        if (elements < 0 || chunks < 1 || blockElements < 1 || fragmentElements < blockElements) {
            throw new IllegalArgumentException(
                    "cannot cut " + elements + " elements into " + chunks + " chunks of blocks of "
                            + blockElements + " and fragments of " + fragmentElements);
        }
        if (fragmentElements % blockElements != 0) {
            throw new IllegalArgumentException("a fragment of " + fragmentElements
                    + " elements is not a whole number of blocks of " + blockElements);
        }
        this.elements = elements;
        this.chunks = chunks;
        this.blockElements = blockElements;
        this.fragmentElements = fragmentElements;
    }

    public int elements() {
        return elements;
    }

    public int chunks() {
        return chunks;
    }

    /** The first element of {@code chunk}; of chunk number {@link #chunks()}, the end. */
    public int start(int chunk) {
        long blocks = ((long) elements + blockElements - 1) / blockElements;
        long block = blocks * chunk / chunks;
        return (int) Math.min(elements, block * blockElements);
    }

    public int size(int chunk) {
        return start(chunk + 1) - start(chunk);
    }

    public int fragments(int chunk) {
        return (int) (((long) size(chunk) + fragmentElements - 1) / fragmentElements);
    }

    public int fragmentStart(int chunk, int fragment) {
        return start(chunk) + fragment * fragmentElements;
    }

    public int fragmentSize(int chunk, int fragment) {
        return Math.min(fragmentElements, size(chunk) - fragment * fragmentElements);
    }
}
