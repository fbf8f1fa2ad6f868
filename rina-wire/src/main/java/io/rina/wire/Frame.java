package io.rina.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A view of one datagram: the header's fields by name, the payload by offset.
 *
 * <p>All fields are in network byte order. The layout, 40 bytes:
 *
 * <pre>
 *  0 u16 magic      8 u64 job key     32 u32 payload length in bytes, a multiple of 4
 *  2 u8  version   16 u32 epoch       36 u32 contract: what the operation reduces, hashed
 *  3 u8  type      20 u32 channel     40 payload, int32 lanes
 *  4 u8  member    24 u64 position
 *  5 u8  flags
 *  6 u16 span, or bitmap of members
 * </pre>
 *
 * <p>Why 40: with MTU 1500 a payload of 352 lanes (1,408 bytes) still fits under IPv6 (1,452 bytes
 * of UDP payload), and 352 is a multiple of 16 lanes, the widest vector there is. Why a 64-bit
 * position: 32 bits of 1,408-byte fragments come round again after 6 TB, which is 8 minutes at 100
 * Gbit/s; a delayed frame must never pass for a new one.
 *
 * <p>The view is mutable and reused: it is valid only as long as the call that handed it out.
 */
public final class Frame {
    public static final int HEADER_BYTES = 40;
    /** "RI". */
    public static final int MAGIC = 0x5249;

    public static final int VERSION = 1;
    /** A site's bitmap of members is one long, one bit of which stays free for a parent. */
    public static final int MAX_MEMBERS = 63;

    /** Set on DATA and CREDIT of a member that takes the result. */
    public static final int FLAG_TAKES = 1;
    /** Set on a frame that repeats an earlier one. */
    public static final int FLAG_RESENT = 2;

    /** Set on DATA and CREDIT of a member whose next position belongs to the same exchange. */
    public static final int FLAG_MORE = 1 << 5;
    /** Set on a frame that met a long queue on its way, or that answers such a frame (ECN). */
    public static final int FLAG_MARKED = 1 << 6;

    private static final int OP_SHIFT = 2;
    private static final int OP_MASK = 7 << OP_SHIFT;
    static final int KNOWN_FLAGS = FLAG_TAKES | FLAG_RESENT | OP_MASK | FLAG_MORE | FLAG_MARKED;

    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private MemorySegment segment = MemorySegment.NULL;
    private long offset;
    private int lengthBytes;

    /** Points this view at {@code lengthBytes} bytes of {@code segment} from {@code offset}. */
    public Frame wrap(MemorySegment segment, long offset, int lengthBytes) {
        this.segment = segment;
        this.offset = offset;
        this.lengthBytes = lengthBytes;
        return this;
    }

    public MemorySegment segment() {
        return segment;
    }

    public long offset() {
        return offset;
    }

    /**
     * Header and payload, as the datagram has it; {@link #payloadBytes()} is what the header says.
     */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Writes the header of a frame without payload; the other fields start from zero. */
    public Frame header(
            FrameType type, long jobKey, int epoch, int channel, int member, long position) {
        segment.set(SHORT, offset, (short) MAGIC);
        segment.set(BYTE, offset + 2, (byte) VERSION);
        segment.set(BYTE, offset + 3, type.code());
        segment.set(BYTE, offset + 4, (byte) member);
        segment.set(BYTE, offset + 5, (byte) 0);
        segment.set(SHORT, offset + 6, (short) 1);
        segment.set(LONG, offset + 8, jobKey);
        segment.set(INT, offset + 16, epoch);
        segment.set(INT, offset + 20, channel);
        segment.set(LONG, offset + 24, position);
        segment.set(INT, offset + 32, 0);
        segment.set(INT, offset + 36, 0);
        return this;
    }

    public int magic() {
        return Short.toUnsignedInt(segment.get(SHORT, offset));
    }

    public int version() {
        return Byte.toUnsignedInt(segment.get(BYTE, offset + 2));
    }

    public int typeCode() {
        return Byte.toUnsignedInt(segment.get(BYTE, offset + 3));
    }

    /** The type of a frame that {@link FrameCheck} has passed. */
    public FrameType type() {
        return FrameType.of(typeCode());
    }

    /**
     * The member that this frame is from (DATA, CREDIT) or for (RESULT, RECEIPT), counted in its
     * channel.
     */
    public int member() {
        return Byte.toUnsignedInt(segment.get(BYTE, offset + 4));
    }

    public int flags() {
        return Byte.toUnsignedInt(segment.get(BYTE, offset + 5));
    }

    public boolean takes() {
        return (flags() & FLAG_TAKES) != 0;
    }

    public boolean resent() {
        return (flags() & FLAG_RESENT) != 0;
    }

    public boolean more() {
        return (flags() & FLAG_MORE) != 0;
    }

    public boolean marked() {
        return (flags() & FLAG_MARKED) != 0;
    }

    public int opCode() {
        return (flags() & OP_MASK) >> OP_SHIFT;
    }

    /** How many consecutive positions from {@link #position()} a CREDIT or RECEIPT speaks for. */
    public int span() {
        return Short.toUnsignedInt(segment.get(SHORT, offset + 6));
    }

    /**
     * Whom DATA or RESULT is from or for: bit 0 is {@link #member()}, bit i the i-th member after it
     * of those under the same relay. 1 in most frames.
     */
    public int bitmap() {
        return span();
    }

    public long jobKey() {
        return segment.get(LONG, offset + 8);
    }

    public int epoch() {
        return segment.get(INT, offset + 16);
    }

    public int channel() {
        return segment.get(INT, offset + 20);
    }

    public long position() {
        return segment.get(LONG, offset + 24);
    }

    public int payloadBytes() {
        return segment.get(INT, offset + 32);
    }

    public int payloadLanes() {
        return payloadBytes() >> 2;
    }

    /** A hash of what the operation reduces; frames of one position must agree on it. */
    public int contract() {
        return segment.get(INT, offset + 36);
    }

    public Frame flags(boolean takes, boolean resent, ReduceOp op) {
        int bits = (takes ? FLAG_TAKES : 0) | (resent ? FLAG_RESENT : 0) | op.code() << OP_SHIFT;
        segment.set(BYTE, offset + 5, (byte) bits);
        return this;
    }

    /** To be called after {@link #flags}. */
    public Frame more(boolean more) {
        int bits = more ? flags() | FLAG_MORE : flags() & ~FLAG_MORE;
        segment.set(BYTE, offset + 5, (byte) bits);
        return this;
    }

    /** Marks the frame if {@code marked}, and leaves it as it is if not; after {@link #flags}. */
    public Frame marked(boolean marked) {
        if (marked) {
            segment.set(BYTE, offset + 5, (byte) (flags() | FLAG_MARKED));
        }
        return this;
    }

    public Frame position(long position) {
        segment.set(LONG, offset + 24, position);
        return this;
    }

    public Frame span(int positions) {
        segment.set(SHORT, offset + 6, (short) positions);
        return this;
    }

    public Frame bitmap(int members) {
        return span(members);
    }

    public Frame member(int member) {
        segment.set(BYTE, offset + 4, (byte) member);
        return this;
    }

    public Frame contract(int contract) {
        segment.set(INT, offset + 36, contract);
        return this;
    }

    /** Copies {@code lanes} numbers in as the payload. */
    public Frame payload(int[] source, int from, int lanes) {
        Lanes.write(source, from, segment, offset + HEADER_BYTES, lanes);
        segment.set(INT, offset + 32, lanes << 2);
        return this;
    }

    /** Copies the payload out. */
    public void copyPayload(int[] target, int from) {
        Lanes.read(segment, offset + HEADER_BYTES, target, from, payloadLanes());
    }

    /** Folds the payload into {@code target} by {@code op}. */
    public void foldPayload(ReduceOp op, int[] target, int from) {
        Lanes.fold(op, segment, offset + HEADER_BYTES, target, from, payloadLanes());
    }

    @Override
    public String toString() {
        FrameCheck.Result check = FrameCheck.check(this);
        if (check != FrameCheck.Result.VALID) {
            return check + " (" + lengthBytes + " bytes)";
        }
        boolean isBitmap = payloadBytes() > 0;
        String span = span() == 1 || isBitmap ? "" : ".." + (position() + span() - 1);
        String bits = span() == 1 || !isBitmap ? "" : " bitmap " + Integer.toBinaryString(bitmap());
        String lanes = payloadBytes() == 0 ? "" : " " + payloadLanes() + " lanes";
        return type() + " channel " + channel() + " position " + position() + span + " member "
                + member() + bits + lanes + (takes() ? " takes" : "") + (resent() ? " resent" : "")
                + (marked() ? " marked" : "");
    }
}
