package io.rina.train;

import io.rina.train.TrainingException.Category;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What to learn from and what to be examined with. */
record Dataset(Samples training, Samples test) {
    private static final String RESOURCES = "fashion-mnist/";

    static Dataset load(DataSource source) {
        return new Dataset(samples(source, "train"), samples(source, "t10k"));
    }

    private static Samples samples(DataSource source, String prefix) {
        byte[] pixels = pixels(source, prefix + "-images-idx3-ubyte");
        String labelsName = prefix + "-labels-idx1-ubyte";
        try (InputStream stream = open(source, labelsName)) {
            return Samples.of(pixels, IdxFile.read(stream, 1).elements());
        } catch (IOException e) {
            throw unusable(source, labelsName, e);
        }
    }

    private static byte[] pixels(DataSource source, String name) {
        try (InputStream stream = open(source, name)) {
            IdxFile images = IdxFile.read(stream, 3);
            if (images.dimension(1) != Samples.SIDE_PIXELS
                    || images.dimension(2) != Samples.SIDE_PIXELS) {
                throw new IOException("its images have " + images.dimension(1) + " x "
                        + images.dimension(2) + " pixels; the network takes 28 x 28");
            }
            return images.elements();
        } catch (IOException e) {
            throw unusable(source, name, e);
        }
    }

    private static InputStream open(DataSource source, String name) throws IOException {
        return switch (source) {
            case DataSource.Embedded() -> resource(RESOURCES + name + ".gz");
            case DataSource.Folder(Path folder) -> Files.newInputStream(file(folder, name));
        };
    }

    private static InputStream resource(String name) throws IOException {
        InputStream stream = Dataset.class.getResourceAsStream(name);
        if (stream == null) {
            throw new FileNotFoundException("it is missing");
        }
        return stream;
    }

    private static Path file(Path folder, String name) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new FileNotFoundException("there is no such folder");
        }
        Path packed = folder.resolve(name + ".gz");
        Path plain = folder.resolve(name);
        if (Files.exists(packed)) {
            return packed;
        }
        if (Files.exists(plain)) {
            return plain;
        }
        throw new FileNotFoundException("it is missing, with and without .gz");
    }

    private static TrainingException unusable(DataSource source, String name, IOException found) {
        String message = switch (source) {
            case DataSource.Embedded() ->
                "The embedded data file " + name + ".gz cannot be used: " + found.getMessage()
                        + ". This copy of the program is damaged: build or install it again.";
            case DataSource.Folder(Path folder) ->
                "The data file " + folder.resolve(name) + "[.gz] cannot be used: "
                        + found.getMessage() + ". " + advice(folder);
        };
        return new TrainingException(Category.DATA, message, found);
    }

    private static String advice(Path folder) {
        return folder.equals(DataSource.DEBIAN_FOLDER)
                ? "Install the data with 'apt-get install dataset-fashion-mnist', or use the embedded"
                        + " subset."
                : "Name a folder with the four files of Fashion-MNIST, or of another set of 28 x 28"
                        + " images in ten classes, or use the embedded subset.";
    }
}
