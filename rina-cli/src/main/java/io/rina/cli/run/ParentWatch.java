package io.rina.cli.run;

import io.rina.cli.cluster.JobKey;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A process's side of the pipe from its launcher, which is standard input. The launcher says one
 * line on it, the job key, so that the secret lies in no file and on no command line. After that it
 * holds its end open, and this process ends when that closes, however the launcher went. Without
 * this, a launcher killed by force would leave its children behind.
 */
final class ParentWatch {
    /** Exit code of a process that its launcher left. */
    static final int ORPHANED = 3;

    private ParentWatch() {}

    /** The launcher's side: what is to be said to the process. */
    static String line(JobKey key) {
        return Base64.getEncoder().encodeToString(key.secret().getBytes(StandardCharsets.UTF_8));
    }

    /** Waits for the launcher's line, and from then on for its end. */
    static JobKey start() {
        JobKey key = read(System.in);
        Thread.ofPlatform().daemon().name("parent-watch").start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Nothing is said on this pipe; only its end means something.
                }
            } catch (IOException e) {
                // A broken pipe is an end as well.
            }
            Runtime.getRuntime().halt(ORPHANED);
        });
        return key;
    }

    private static JobKey read(InputStream in) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int c; (c = in.read()) != '\n'; line.write(c)) {
                if (c < 0) {
                    Runtime.getRuntime().halt(ORPHANED);
                }
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(ORPHANED);
        }
        byte[] secret = Base64.getDecoder().decode(line.toByteArray());
        return JobKey.of(new String(secret, StandardCharsets.UTF_8));
    }
}
