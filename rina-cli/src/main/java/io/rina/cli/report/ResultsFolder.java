package io.rina.cli.report;

import io.rina.cli.input.InputException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where a command puts several files. */
public record ResultsFolder(Path folder) {
    /** Throws InputException unless {@code files} could be written here; makes the folder. */
    public void checkWritable(List<String> files) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new InputException("--out: " + folder + " is a file; name a folder");
        }
        Writable writable = new Writable("--out", "a folder that can be written to");
        writable.makeFolder(folder);
        for (String name : files) {
            writable.check(
                    folder.resolve(name),
                    folder,
                    ", and a file of that name is to be written; name another folder",
                    "");
        }
    }

    /** Writes files by name. */
    public void write(Map<String, String> files) {
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write results into " + folder + " (" + e
                            + "); name a folder that can be written to with --out",
                    e);
        }
    }
}
