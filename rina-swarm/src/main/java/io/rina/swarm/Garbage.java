package io.rina.swarm;

import java.util.ArrayList;
import java.util.List;

/**
 * Frames that have no business where they arrive. They pass the frame check sequence, since
 * somebody did send them so.
 *
 * <p>What is never made is a frame of this job with a wrong payload or position: the protocol does
 * not claim to survive forgery.
 */
final class Garbage {
    private enum Kind {
        /** An old frame of this job once more. */
        REPLAY,
        /** An old frame of this job, at a node that it was not for. */
        STRAY,
        /** A frame like ours, of another job. */
        OTHER_JOB,
        /** A frame of this job from before the membership last changed. */
        STALE_EPOCH,
        /** A frame of this job, cut short. */
        TRUNCATED,
        /** Random bytes. */
        NOISE,
        /** Random bytes behind a header that begins well. */
        WELL_BEGUN_NOISE
    }

    private static final Kind[] KINDS = Kind.values();
    private static final int TAPE_FRAMES = 32;

    private final FrameStore store;
    private final Dice dice;
    private final int nodes;
    /** Slots with copies of frames sent earlier, some long ago. */
    private final List<Integer> tape = new ArrayList<>();

    Garbage(FrameStore store, Dice dice, int nodes) {
        this.store = store;
        this.dice = dice;
        this.nodes = nodes;
    }

    /** Keeps a copy of one frame in eight, in place of any other. */
    void remember(int slot) {
        if (tape.size() < TAPE_FRAMES) {
            tape.add(store.copy(slot));
        } else if (dice.oneIn(8)) {
            int entry = dice.below(TAPE_FRAMES);
            store.release(tape.get(entry));
            tape.set(entry, store.copy(slot));
        }
    }

    /** A slot with a new frame. */
    int make() {
        int slot = store.copy(tape.get(dice.below(tape.size())));
        switch (KINDS[dice.below(KINDS.length)]) {
            case REPLAY -> {}
            case STRAY -> store.redirect(slot, dice.below(nodes));
            case OTHER_JOB -> flipOneBit(slot, 8, Long.BYTES);
            case STALE_EPOCH -> flipOneBit(slot, 16, Integer.BYTES);
            case TRUNCATED -> store.truncate(slot, dice.below(store.length(slot)));
            case NOISE -> noise(slot, 0);
            case WELL_BEGUN_NOISE -> noise(slot, 4);
        }
        return slot;
    }

    /**
     * Changes one bit of the header field at {@code offset} and leaves the form of the frame as it
     * was.
     */
    private void flipOneBit(int slot, int offset, int fieldBytes) {
        store.bytes(slot)[offset + dice.below(fieldBytes)] ^= (byte) (1 << dice.below(Byte.SIZE));
    }

    private void noise(int slot, int from) {
        byte[] noise = new byte[store.length(slot) - from];
        dice.fill(noise);
        System.arraycopy(noise, 0, store.bytes(slot), from, noise.length);
    }
}
