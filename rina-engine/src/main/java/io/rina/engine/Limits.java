package io.rina.engine;

import io.rina.plan.ChunkLayout;
import io.rina.wire.Frame;

/**
 * What an endpoint's memory is sized from, and how long it waits.
 *
 * @param blockElements elements that share a fixed-point exponent
 * @param fragmentElements elements a frame carries at most, a whole number of blocks
 * @param pool positions a member may have under way on a channel; a site holds two generations of
 *     as many
 * @param creditSpan positions that one CREDIT or RECEIPT speaks for at most
 * @param initialRtoNs retransmission timeout before a round trip was measured
 * @param minRtoNs the least timeout, whatever was measured
 * @param maxRtoNs the most, after doubling; a wait without progress is up to a half longer
 * @param windowPolicy how many positions of the pool a member uses
 */
public record Limits(
        int blockElements,
        int fragmentElements,
        int pool,
        int creditSpan,
        long initialRtoNs,
        long minRtoNs,
        long maxRtoNs,
        WindowPolicy windowPolicy) {
    /** The part of a window that receipts may keep closed: a quarter. */
    static final int HELD_PART = 4;
    /**
     * Positions that one receipt of a steady stream speaks for. More would save little: 8 cost 13
     * bytes of a fragment's 1,514. And what comes after a fragment in the plan waits for its receipt.
     */
    private static final int HELD_RECEIPTS = 8;

    private static final long MS = 1_000_000;

    public Limits {
        if (blockElements < 1
                || fragmentElements < blockElements
                || fragmentElements % blockElements != 0) {
            throw new IllegalArgumentException("a fragment of " + fragmentElements
                    + " elements is not a whole number of blocks of " + blockElements);
        }
        if (pool < 1 || creditSpan < 1 || creditSpan > 0xffff) {
            throw new IllegalArgumentException("pool " + pool + " and credit span " + creditSpan
                    + " must be 1 or more (span at most 65535)");
        }
        if (minRtoNs < 1 || initialRtoNs < minRtoNs || maxRtoNs < initialRtoNs) {
            throw new IllegalArgumentException("retransmission timeouts must rise: least "
                    + minRtoNs + " ns, initial " + initialRtoNs + " ns, most " + maxRtoNs + " ns");
        }
    }

    /** The same with the policy {@link WindowPolicy.Fixed}. */
    public Limits(
            int blockElements,
            int fragmentElements,
            int pool,
            int creditSpan,
            long initialRtoNs,
            long minRtoNs,
            long maxRtoNs) {
        this(
                blockElements,
                fragmentElements,
                pool,
                creditSpan,
                initialRtoNs,
                minRtoNs,
                maxRtoNs,
                new WindowPolicy.Fixed());
    }

    /** The same with another policy. */
    public Limits with(WindowPolicy policy) {
        return new Limits(
                blockElements,
                fragmentElements,
                pool,
                creditSpan,
                initialRtoNs,
                minRtoNs,
                maxRtoNs,
                policy);
    }

    /** How many receipts for one member wait for the next one at most, by a site. */
    int heldReceipts() {
        return Math.min(HELD_RECEIPTS, pool / HELD_PART);
    }

    /**
     * For MTU 1500. A pool of 128 fragments keeps 176 KiB under way a channel: 10 Gbit/s at a round
     * trip of 144 us. The least timeout is far above a round trip, because on a busy host a thread
     * may wait 10 ms for a core, and a needless repetition costs the very core that is short.
     */
    public static Limits standard() {
        return new Limits(
                ChunkLayout.BLOCK_ELEMENTS,
                ChunkLayout.BLOCK_ELEMENTS,
                128,
                32,
                50 * MS,
                20 * MS,
                1_000 * MS);
    }

    /** The longest frame there is. */
    public int maxFrameBytes() {
        return Frame.HEADER_BYTES + fragmentElements * Integer.BYTES;
    }
}
