package io.rina.engine.number;

/**
 * How the elements of an operation are cut into blocks: each segment from its first element, so
 * that the last block of a segment may be short. Blocks are numbered through all segments.
 */
record Blocks(int segments, long segmentElements, Packing packing, int blockLanes) {
    Blocks {
        if (packing.elements(blockLanes) == 0) {
            throw new IllegalArgumentException(
                    "a block of " + blockLanes + " lanes has no room for an element of " + packing);
        }
    }

    /** Elements of every block but the last of a segment. */
    int blockElements() {
        return packing.elements(blockLanes);
    }

    int ofSegment() {
        return (int) ((segmentElements + blockElements() - 1) / blockElements());
    }

    int all() {
        return segments * ofSegment();
    }

    /** The first element of a block, counted through all segments. */
    long firstElement(int block) {
        int segment = block / ofSegment();
        return segment * segmentElements + (long) (block % ofSegment()) * blockElements();
    }

    int size(int block) {
        long before = (long) (block % ofSegment()) * blockElements();
        return (int) Math.min(blockElements(), segmentElements - before);
    }

    /** Lanes that the blocks {@code from} to {@code to} (exclusive) of a segment take. */
    int lanes(int from, int to) {
        if (from == to) {
            return 0;
        }
        return (to - from - 1) * blockLanes + packing.lanes(size(to - 1));
    }
}
