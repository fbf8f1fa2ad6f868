package io.rina.cli.cluster;

import io.rina.cli.input.InputException;
import io.rina.cli.yaml.ReadFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The secret of a job. It is never printed, and one that lies in a file of its own is read only
 * when it is asked for: looking at a plan needs no secret.
 */
public final class JobKey {
    private static final int RANDOM_BYTES = 16;
    private static final int MOST_CHARACTERS = 1024;

    private final @Nullable String text;
    private final @Nullable Path file;

    private JobKey(@Nullable String text, @Nullable Path file) {
        this.text = text;
        this.file = file;
    }

    /** Throws InputException when it is longer than what fits into the header of a call. */
    public static JobKey of(String text) {
        return new JobKey(checked(text), null);
    }

    static JobKey in(Path file) {
        return new JobKey(null, file);
    }

    static JobKey random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return of(HexFormat.of().formatHex(bytes));
    }

    /** Throws InputException where the key's file cannot be read or is empty. */
    public String secret() {
        if (text != null) {
            return text;
        }
        if (file == null) {
            throw new IllegalStateException("a job key without text and file");
        }
        return fromFile(file);
    }

    private static String fromFile(Path file) {
        try {
            String key = Files.readString(file).strip();
            if (key.isEmpty()) {
                throw new InputException(
                        "the job key file " + file + " is empty; write the secret into it");
            }
            return checked(key);
        } catch (IOException e) {
            throw new InputException(
                    "cannot read the job key file " + file + ": " + ReadFault.of(e), e);
        }
    }

    private static String checked(String key) {
        if (key.length() > MOST_CHARACTERS) {
            throw new InputException("a job key of " + key.length() + " characters is too long: "
                    + MOST_CHARACTERS + " at most");
        }
        return key;
    }

    @Override
    public String toString() {
        return file == null ? "JobKey[given]" : "JobKey[" + file + "]";
    }
}
