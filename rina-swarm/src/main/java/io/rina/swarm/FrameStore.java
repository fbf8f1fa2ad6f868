package io.rina.swarm;

import io.rina.wire.Frame;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The frames under way, in slots that are used again.
 *
 * <p>A link carries a frame check sequence behind each frame, as Ethernet does: the CRC-32 of its
 * bytes. CRC-32 finds every change of up to three bits in frames of this length, so a corrupted
 * frame always comes out as a counted loss. (It is computed for those frames only that are about to
 * be corrupted; for all others the check would be a comparison of a value with itself.)
 */
final class FrameStore {
    private static final int FCS_BYTES = Integer.BYTES;

    private final int maxFrameBytes;
    private byte[][] bytes = {};
    private MemorySegment[] segment = {};
    private int[] length = {};
    private int[] from = {};
    private int[] to = {};
    private boolean[] corrupted = {};
    private int[] free = {};
    private int freeCount;

    FrameStore(int maxFrameBytes) {
        this.maxFrameBytes = maxFrameBytes;
    }

    /** A slot whose frame is {@code lengthBytes} bytes long, of any content. */
    int take(int from, int to, int lengthBytes) {
        if (lengthBytes > maxFrameBytes) {
            throw new IllegalArgumentException(
                    "a frame of " + lengthBytes + " bytes; the limits allow " + maxFrameBytes);
        }
        if (freeCount == 0) {
            grow();
        }
        int slot = free[--freeCount];
        this.from[slot] = from;
        this.to[slot] = to;
        length[slot] = lengthBytes;
        corrupted[slot] = false;
        return slot;
    }

    private void grow() {
        int old = bytes.length;
        int capacity = Math.max(64, 2 * old);
        bytes = Arrays.copyOf(bytes, capacity);
        segment = Arrays.copyOf(segment, capacity);
        length = Arrays.copyOf(length, capacity);
        from = Arrays.copyOf(from, capacity);
        to = Arrays.copyOf(to, capacity);
        corrupted = Arrays.copyOf(corrupted, capacity);
        free = new int[capacity];
        for (int slot = capacity - 1; slot >= old; slot--) {
            bytes[slot] = new byte[maxFrameBytes + FCS_BYTES];
            segment[slot] = MemorySegment.ofArray(bytes[slot]);
            free[freeCount++] = slot;
        }
    }

    void release(int slot) {
        free[freeCount++] = slot;
    }

    int copy(int slot) {
        int copy = take(from[slot], to[slot], length[slot]);
        System.arraycopy(bytes[slot], 0, bytes[copy], 0, length[slot]);
        return copy;
    }

    Frame view(int slot, Frame view) {
        return view.wrap(segment[slot], 0, length[slot]);
    }

    byte[] bytes(int slot) {
        return bytes[slot];
    }

    int length(int slot) {
        return length[slot];
    }

    int from(int slot) {
        return from[slot];
    }

    int to(int slot) {
        return to[slot];
    }

    void redirect(int slot, int newTo) {
        to[slot] = newTo;
    }

    void truncate(int slot, int lengthBytes) {
        length[slot] = lengthBytes;
    }

    /** Appends the frame check sequence, then flips one to three bits of both. */
    void corrupt(int slot, Dice dice) {
        int fcs = crc(slot);
        byte[] target = bytes[slot];
        for (int i = 0; i < FCS_BYTES; i++) {
            target[length[slot] + i] = (byte) (fcs >>> (8 * i));
        }
        corrupted[slot] = true;
        int bits = (length[slot] + FCS_BYTES) * Byte.SIZE;
        int bit = dice.below(bits);
        for (int flips = dice.between(1, 3); flips > 0; flips--) {
            target[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            // Less than half the way round each time, so that no bit is flipped back.
            bit = (bit + dice.between(1, bits / 2 - 1)) % bits;
        }
    }

    /** What the receiving port finds. */
    boolean passesCheck(int slot) {
        if (!corrupted[slot]) {
            return true;
        }
        int fcs = 0;
        for (int i = 0; i < FCS_BYTES; i++) {
            fcs |= Byte.toUnsignedInt(bytes[slot][length[slot] + i]) << (8 * i);
        }
        return fcs == crc(slot);
    }

    private int crc(int slot) {
        CRC32 crc = new CRC32();
        crc.update(bytes[slot], 0, length[slot]);
        return (int) crc.getValue();
    }
}
