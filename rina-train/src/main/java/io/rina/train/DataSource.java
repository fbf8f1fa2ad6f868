package io.rina.train;

import java.nio.file.Path;

/** Where the images come from. */
public sealed interface DataSource {
    /**
     * Where Debian's package {@code dataset-fashion-mnist} puts the 60,000 training and 10,000 test
     * images.
     */
    Path DEBIAN_FOLDER = Path.of("/usr/share/datasets/fashion-mnist");

    /**
     * The subset among this module's resources: 6,000 training and 1,000 test images, enough for a
     * demo of a minute.
     */
    record Embedded() implements DataSource {
        @Override
        public String toString() {
            return "embedded";
        }
    }

    /**
     * Four files with the names of the original MNIST data set, each with or without {@code .gz}.
     */
    record Folder(Path path) implements DataSource {
        @Override
        public String toString() {
            return path.toString();
        }
    }

    /** Understands {@code embedded}, {@code full} (Debian's package) and the path of a folder. */
    static DataSource parse(String text) {
        return switch (text) {
            case "" ->
                throw new IllegalArgumentException(
                        "no data source: say 'embedded', 'full' or a folder");
            case "embedded" -> new Embedded();
            case "full" -> new Folder(DEBIAN_FOLDER);
            default -> new Folder(Path.of(text));
        };
    }
}
