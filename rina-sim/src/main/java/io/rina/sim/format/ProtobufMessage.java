package io.rina.sim.format;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes through the fields of one message in Protocol Buffers' wire format (protobuf.dev,
 * "Encoding"): call {@link #next}, then read the value or leave it, and it is skipped.
 */
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final ByteBuffer in;
    private int field;
    private int wireType = -1;

    ProtobufMessage(ByteBuffer in) {
        this.in = in.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Goes to the next field and returns whether there is one. */
    boolean next() throws IOException {
        if (wireType >= 0) {
            skip();
        }
        if (!in.hasRemaining()) {
            return false;
        }
        long tag = varint();
        field = (int) (tag >>> 3);
        wireType = (int) (tag & 7);
        if (field == 0 || tag >>> 32 != 0) {
            throw new IOException("a field with the number " + (tag >>> 3));
        }
        return true;
    }

    int field() {
        return field;
    }

    /** The value of a number, enum or bool. */
    long number() throws IOException {
        require(VARINT);
        return varint();
    }

    String text() throws IOException {
        return StandardCharsets.UTF_8.decode(bytes()).toString();
    }

    ProtobufMessage message() throws IOException {
        return new ProtobufMessage(bytes());
    }

    /** Whether the value is a list of numbers in one piece, and not one number. */
    boolean isPacked() {
        return wireType == BYTES;
    }

    /** A list of numbers in one piece. */
    List<Long> numbers() throws IOException {
        ProtobufMessage list = new ProtobufMessage(bytes());
        List<Long> numbers = new ArrayList<>();
        while (list.in.hasRemaining()) {
            numbers.add(list.varint());
        }
        return numbers;
    }

    private ByteBuffer bytes() throws IOException {
        require(BYTES);
        long length = varint();
        if (length < 0 || length > in.remaining()) {
            throw new EOFException("field " + field + " of " + length + " bytes where "
                    + in.remaining() + " are left");
        }
        ByteBuffer value = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return value;
    }

    private void require(int wanted) throws IOException {
        if (wireType != wanted) {
            throw new IOException("field " + field + " of wire type " + wireType + " where "
                    + wanted + " should be");
        }
        wireType = -1;
    }

    private void skip() throws IOException {
        switch (wireType) {
            case VARINT -> number();
            case BYTES -> bytes();
            case FIXED64 -> skipFixed(Long.BYTES);
            case FIXED32 -> skipFixed(Integer.BYTES);
            default -> throw new IOException("field " + field + " of wire type " + wireType);
        }
        wireType = -1;
    }

    private void skipFixed(int length) throws IOException {
        if (in.remaining() < length) {
            throw new EOFException("field " + field + " is cut off");
        }
        in.position(in.position() + length);
    }

    private long varint() throws IOException {
        return varint(read(), this::read);
    }

    private int read() {
        return in.hasRemaining() ? in.get() & 0xff : -1;
    }

    /** Reads the length that stands before a message; -1 at the end of the stream. */
    static long length(InputStream stream) throws IOException {
        int first = stream.read();
        if (first < 0) {
            return -1;
        }
        long length = varint(first, stream::read);
        if (length < 0) {
            throw new IOException("a length of " + Long.toUnsignedString(length) + " bytes");
        }
        return length;
    }

    /** Gives the next byte, or -1. */
    private interface Source {
        int read() throws IOException;
    }

    private static long varint(int first, Source rest) throws IOException {
        long value = 0;
        int next = first;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (next < 0) {
                throw new EOFException("a number is cut off");
            }
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
            next = rest.read();
        }
        throw new IOException("a number of more than ten bytes");
    }
}
