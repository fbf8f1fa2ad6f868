package io.rina.cli.yaml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be read, in words: the messages of the JDK are often just the path again. */
public final class ReadFault {
    private ReadFault() {}

    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no such file";
            case AccessDeniedException denied -> "no permission to read it";
            case CharacterCodingException coding -> "it is not UTF-8 text";
            default -> String.valueOf(e.getMessage());
        };
    }
}
