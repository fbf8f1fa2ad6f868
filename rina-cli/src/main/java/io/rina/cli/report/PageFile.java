package io.rina.cli.report;

import io.rina.cli.input.InputException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where a page goes, such as {@code report.html}; its data go beside it, as {@code report.json}. */
public record PageFile(Path page) {
    /** Throws InputException unless it could be written; makes its folder. */
    public void checkWritable() {
        if (page.toString().isEmpty()) {
            throw new InputException("--report: the name is empty; name a file, as report.html");
        }
        Writable writable = new Writable("--report", "a file in a folder that can be written to");
        writable.makeFolder(folder());
        for (Path file : List.of(page, data())) {
            writable.check(
                    file,
                    folder(),
                    "; name a file, such as " + file.resolve("report.html"),
                    ", or write no report");
        }
    }

    private Path folder() {
        Path folder = page.toAbsolutePath().getParent();
        // Only the root has none, and that is a folder, as the caller finds out.
        return folder == null ? page.toAbsolutePath() : folder;
    }

    private Path data() {
        String name = String.valueOf(page.getFileName()).replaceFirst("\\.html?$", "");
        return page.resolveSibling(name + ".json");
    }

    /** Returns the path of the data. */
    Path write(String json, String html) {
        try {
            Files.createDirectories(folder());
            Files.writeString(data(), json);
            Files.writeString(page, html);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write the report " + page + " (" + e
                            + "); name a file in a folder that can be written to",
                    e);
        }
        return data();
    }
}
