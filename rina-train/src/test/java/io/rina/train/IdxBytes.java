package io.rina.train;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes what {@link IdxFile} reads, right or wrong as the test wants it. */
final class IdxBytes {
    static final int IMAGES_MAGIC = 0x803;
    static final int LABELS_MAGIC = 0x801;

    private IdxBytes() {}

    static byte[] of(int magic, int[] dimensions, byte[] elements) {
        ByteBuffer bytes =
                ByteBuffer.allocate(Integer.BYTES * (1 + dimensions.length) + elements.length);
        bytes.putInt(magic);
        for (int dimension : dimensions) {
            bytes.putInt(dimension);
        }
        return bytes.put(elements).array();
    }

    static byte[] packed(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(bytes)) {
            packing.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Four files with the first images of {@code source}, one of them packed. */
    static DataSource folder(Path folder, Dataset source, int training, int test) {
        write(folder, "train", source.training(), training);
        write(folder, "t10k", source.test(), test);
        return new DataSource.Folder(folder);
    }

    private static void write(Path folder, String prefix, Samples samples, int count) {
        byte[] pixels = new byte[count * Samples.IMAGE_PIXELS];
        byte[] labels = new byte[count];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] =
                    (byte) samples.brightness(i / Samples.IMAGE_PIXELS, i % Samples.IMAGE_PIXELS);
        }
        for (int i = 0; i < count; i++) {
            labels[i] = (byte) samples.label(i);
        }
        try {
            Files.write(
                    folder.resolve(prefix + "-images-idx3-ubyte.gz"),
                    packed(of(IMAGES_MAGIC, new int[] {count, 28, 28}, pixels)));
            Files.write(
                    folder.resolve(prefix + "-labels-idx1-ubyte"),
                    of(LABELS_MAGIC, new int[] {count}, labels));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
