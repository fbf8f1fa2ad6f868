package io.rina.runtime.port;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An array of {@code struct mmsghdr} as 64-bit Linux has it, each with one {@code iovec} and room
 * for one control message. The pointers that never change are set once, here.
 *
 * <pre>
 * mmsghdr   0 name       8 u32 name length   16 iovec     24 iovec count
 *          32 control   40 control length    48 u32 flags 56 u32 bytes sent or received
 * iovec     0 base       8 length
 * cmsghdr   0 length     8 u32 level         12 u32 type  16 data
 * </pre>
 */
final class Mmsghdr {
    static final int SOL_UDP = 17;
    static final int UDP_SEGMENT = 103;
    static final int UDP_GRO = 104;

    /** CMSG_SPACE of an int or a short: a header of 16 bytes and 8 of data. */
    static final int CONTROL_BYTES = 24;

    private static final int MSG_TRUNC = 0x20;

    private static final long HEADER = 64;
    private static final long NAME = 0;
    private static final long NAME_LENGTH = 8;
    private static final long IOVEC_POINTER = 16;
    private static final long IOVEC_COUNT = 24;
    private static final long CONTROL_POINTER = 32;
    private static final long CONTROL_LENGTH = 40;
    private static final long FLAGS = 48;
    private static final long MOVED_BYTES = 56;

    private static final long IOVEC = 16;
    private static final long IOVEC_LENGTH = 8;

    private static final long CONTROL = 32;
    private static final long CMSG_LEVEL = 8;
    private static final long CMSG_TYPE = 12;
    private static final long CMSG_DATA = 16;
    private static final long CMSG_HEADER_BYTES = 16;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;

    private final int count;
    private final MemorySegment headers;
    private final MemorySegment iovecs;
    private final MemorySegment controls;

    Mmsghdr(Arena arena, int count) {
        this.count = count;
        this.headers = arena.allocate(HEADER * count, HEADER);
        this.iovecs = arena.allocate(IOVEC * count, HEADER);
        this.controls = arena.allocate(CONTROL * count, HEADER);
        for (int i = 0; i < count; i++) {
            headers.set(LONG, HEADER * i + IOVEC_POINTER, iovecs.address() + IOVEC * i);
            headers.set(LONG, HEADER * i + IOVEC_COUNT, 1);
            headers.set(LONG, HEADER * i + CONTROL_POINTER, controls.address() + CONTROL * i);
        }
    }

    int count() {
        return count;
    }

    /** For the system call. */
    MemorySegment headers() {
        return headers;
    }

    void name(int i, long address, int lengthBytes) {
        headers.set(LONG, HEADER * i + NAME, address);
        headers.set(INT, HEADER * i + NAME_LENGTH, lengthBytes);
    }

    void data(int i, long address, long lengthBytes) {
        iovecs.set(LONG, IOVEC * i, address);
        iovecs.set(LONG, IOVEC * i + IOVEC_LENGTH, lengthBytes);
    }

    /** How much of the control message counts: 0 sends none and receives none. */
    void controlBytes(int i, int lengthBytes) {
        headers.set(LONG, HEADER * i + CONTROL_LENGTH, lengthBytes);
    }

    /** Has the kernel cut message {@code i} into datagrams of {@code segmentBytes}. */
    void segmentBytes(int i, int segmentBytes) {
        long control = CONTROL * i;
        controls.set(LONG, control, CMSG_HEADER_BYTES + Short.BYTES);
        controls.set(INT, control + CMSG_LEVEL, SOL_UDP);
        controls.set(INT, control + CMSG_TYPE, UDP_SEGMENT);
        controls.set(SHORT, control + CMSG_DATA, (short) segmentBytes);
        controlBytes(i, CONTROL_BYTES);
    }

    int movedBytes(int i) {
        return headers.get(INT, HEADER * i + MOVED_BYTES);
    }

    boolean isTruncated(int i) {
        return (headers.get(INT, HEADER * i + FLAGS) & MSG_TRUNC) != 0;
    }

    /** The length of the datagrams that received message {@code i} was merged from; 0 for one. */
    int groSegmentBytes(int i) {
        long control = CONTROL * i;
        boolean isGro =
                headers.get(LONG, HEADER * i + CONTROL_LENGTH) >= CMSG_HEADER_BYTES + Integer.BYTES
                        && controls.get(INT, control + CMSG_LEVEL) == SOL_UDP
                        && controls.get(INT, control + CMSG_TYPE) == UDP_GRO;
        return isGro ? controls.get(INT, control + CMSG_DATA) : 0;
    }
}
