package io.rina.train;

import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** A short name for the exact bits of all parameters: equal digests mean equal networks. */
final class ParameterDigest {
    private ParameterDigest() {}

    static String of(List<MemorySegment> parameters) {
        MessageDigest digest = sha256();
        for (MemorySegment parameter : parameters) {
            digest.update(parameter.asByteBuffer());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
