package io.rina.sim.workload;

/**
 * How gradients are joined before they are summed: in the order in which the backward pass makes
 * them, until a bucket has reached its size. A layer is not divided, so a bucket may be larger.
 *
 * @param firstBytes of the first bucket, which is small so that sending starts early
 * @param bytes of the others; 0 for a single bucket, that is, no overlap of compute and sending
 */
public record Buckets(long firstBytes, long bytes) {
    /** One bucket for all. */
    public static final Buckets SINGLE = new Buckets(0, 0);

    public Buckets {
        if (firstBytes < 0 || bytes < 0 || (bytes == 0) != (firstBytes == 0)) {
            throw new IllegalArgumentException("buckets of " + bytes + " bytes, the first of "
                    + firstBytes + ": both must be over 0, or both 0 for a single bucket");
        }
    }

    /**
     * PyTorch's DistributedDataParallel: 25 MiB, the first 1 MiB ({@code kDefaultBucketBytesCap}
     * and {@code kDefaultFirstBucketBytes} in its reducer.hpp).
     */
    public static Buckets standard() {
        return new Buckets(1 << 20, 25 << 20);
    }

    /** Buckets of one size; 0 for a single one. */
    public static Buckets of(long bytes) {
        return new Buckets(bytes, bytes);
    }

    /** Whether bucket {@code index} is complete with {@code filledBytes}. */
    boolean isFull(int index, long filledBytes) {
        return bytes > 0 && filledBytes >= (index == 0 ? firstBytes : bytes);
    }
}
