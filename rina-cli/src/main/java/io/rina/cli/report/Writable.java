package io.rina.cli.report;

import io.rina.cli.input.InputException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds out before the work what could not be written after it.
 *
 * @param option that names the place, as in {@code --out}
 * @param instead what its user is to name
 */
record Writable(String option, String instead) {
    /** Makes {@code folder}, or throws InputException. */
    void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InputException(
                    option + ": the folder " + folder + " cannot be made (" + e + "); name "
                            + instead,
                    e);
        }
    }

    /**
     * Throws InputException unless {@code file}, which is to be in {@code folder}, could be written.
     *
     * @param isFolder what to say further where it is a folder
     * @param advice what to say further where it may not be written
     */
    void check(Path file, Path folder, String isFolder, String advice) {
        if (Files.isDirectory(file)) {
            throw new InputException(option + ": " + file + " is a folder" + isFolder);
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new InputException(option + ": " + file.toAbsolutePath()
                    + " cannot be written; name " + instead + advice);
        }
    }
}
