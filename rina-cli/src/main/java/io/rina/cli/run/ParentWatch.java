package io.rina.cli.run;

import java.io.IOException;

/**
 * Ends this process when its launcher is gone, however that went: the launcher holds the other end
 * of standard input, which closes with it. Without this, a launcher killed by force would leave its
 * children behind.
 */
final class ParentWatch {
    /** Exit code of a process that its launcher left. */
    static final int ORPHANED = 3;

    private ParentWatch() {}

    static void start() {
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
    }
}
