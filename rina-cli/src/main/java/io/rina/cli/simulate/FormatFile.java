package io.rina.cli.simulate;

import io.rina.cli.input.InputException;
import io.rina.cli.yaml.ReadFault;
import io.rina.sim.format.FormatException;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of other simulators. */
final class FormatFile {
    private FormatFile() {}

    /** Reads a text; {@code source} names it in errors. */
    interface Format<T> {
        T read(String source, Reader text) throws IOException;
    }

    /** Reads bytes; {@code source} names them in errors. */
    interface Binary<T> {
        T read(String source, InputStream bytes) throws IOException;
    }

    /** Throws InputException where the file cannot be read, or is not of the format. */
    static <T> T read(Path path, Format<T> format) {
        return readBytes(
                path,
                (source, bytes) ->
                        format.read(source, new InputStreamReader(bytes, StandardCharsets.UTF_8)));
    }

    /** The same of bytes. */
    static <T> T readBytes(Path path, Binary<T> format) {
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(path))) {
            return format.read(path.toString(), bytes);
        } catch (FormatException e) {
            throw new InputException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new InputException("cannot read " + path + ": " + ReadFault.of(e), e);
        }
    }
}
