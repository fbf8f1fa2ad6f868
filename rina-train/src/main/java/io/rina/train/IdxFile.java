package io.rina.train;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * The IDX format of the MNIST family: a big-endian magic number {@code 0x0000TTDD} with the type of
 * the elements ({@code 08} for unsigned bytes) and the number of dimensions, then each dimension as
 * a big-endian {@code int}, then the elements.
 *
 * <p>Source: "FILE FORMATS FOR THE MNIST DATABASE", Yann LeCun's page on MNIST. The exceptions tell
 * what was found; the caller knows the name of the file and what to do about it.
 */
final class IdxFile {
    private static final int UNSIGNED_BYTES = 0x0800;
    private static final int GZIP_MAGIC = 0x1f8b;

    private final int[] dimensions;
    private final byte[] elements;

    private IdxFile(int[] dimensions, byte[] elements) {
        this.dimensions = dimensions;
        this.elements = elements;
    }

    int dimension(int index) {
        return dimensions[index];
    }

    /** The elements in file order, that is with the last dimension running fastest; not a copy. */
    byte[] elements() {
        return elements;
    }

    /**
     * Reads unsigned bytes of {@code dimensionCount} dimensions up to the end of the stream, which
     * may be packed by gzip or not.
     */
    static IdxFile read(InputStream stream, int dimensionCount) throws IOException {
        ByteBuffer content = ByteBuffer.wrap(unpacked(stream.readAllBytes()));
        int[] dimensions = header(content, dimensionCount);
        long expected = elementCount(dimensions);
        if (content.remaining() != expected) {
            throw new IOException("its header announces " + expected + " elements, but "
                    + content.remaining() + " follow: the file is "
                    + (content.remaining() < expected ? "cut off" : "too long"));
        }
        byte[] elements = new byte[content.remaining()];
        content.get(elements);
        return new IdxFile(dimensions, elements);
    }

    private static long elementCount(int[] dimensions) throws IOException {
        try {
            long count = 1;
            for (int dimension : dimensions) {
                count = Math.multiplyExact(count, dimension);
            }
            return count;
        } catch (ArithmeticException e) {
            throw new IOException(
                    "its header announces " + Arrays.toString(dimensions) + " elements", e);
        }
    }

    private static byte[] unpacked(byte[] raw) throws IOException {
        boolean packed =
                raw.length >= 2 && (ByteBuffer.wrap(raw).getShort() & 0xffff) == GZIP_MAGIC;
        if (!packed) {
            return raw;
        }
        try (InputStream unpacking = new GZIPInputStream(new ByteArrayInputStream(raw))) {
            return unpacking.readAllBytes();
        } catch (EOFException e) {
            throw new IOException(
                    "its gzip stream ends too early: the file is cut off at " + raw.length
                            + " bytes",
                    e);
        } catch (IOException e) {
            throw new IOException("its gzip stream is damaged (" + e.getMessage() + ")", e);
        }
    }

    private static int[] header(ByteBuffer content, int dimensionCount) throws IOException {
        int headerBytes = Integer.BYTES * (1 + dimensionCount);
        if (content.remaining() < headerBytes) {
            throw new IOException("it has " + content.remaining() + " bytes, fewer than the "
                    + headerBytes + " of an IDX header");
        }
        int magic = content.getInt();
        if (magic != (UNSIGNED_BYTES | dimensionCount)) {
            throw new IOException(
                    ("it starts with the magic number 0x%08x instead of 0x%08x, the one of unsigned"
                                    + " bytes in %d dimension(s)")
                            .formatted(magic, UNSIGNED_BYTES | dimensionCount, dimensionCount));
        }
        int[] dimensions = new int[dimensionCount];
        for (int i = 0; i < dimensionCount; i++) {
            dimensions[i] = content.getInt();
            if (dimensions[i] < 0) {
                throw new IOException("dimension " + i + " of its header is " + dimensions[i]);
            }
        }
        return dimensions;
    }
}
