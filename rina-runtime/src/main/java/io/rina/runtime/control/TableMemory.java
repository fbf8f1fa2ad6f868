package io.rina.runtime.control;

import io.rina.plan.Program;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What the tables of a job's sites take: two generations of a pool for each of their channels. */
final class TableMemory {
    /**
     * Many times what keeps a fast network busy: at 100 Gbit/s and a round trip of 1 ms 12.5 MB are
     * under way. Far above it a slip of the pen is likelier than a use.
     */
    private static final long MOST_BYTES = 1L << 30;

    private TableMemory() {}

    /** Throws JobException CONFIGURATION, with the arithmetic, where a site needs too much. */
    static void check(Program program, JobSpec spec) {
        Map<Integer, Integer> channels = new HashMap<>();
        program.channels()
                .forEach(channel ->
                        channels.merge(program.topology().nodeOf(channel.at()), 1, Integer::sum));
        long frameBytes = (long) spec.fragmentElements() * Integer.BYTES;
        channels.forEach((node, count) -> {
            long bytes = 2L * count * spec.pool() * frameBytes;
            if (bytes > MOST_BYTES) {
                throw new JobException(
                        Category.CONFIGURATION,
                        String.format(
                                Locale.ROOT,
                                "%s would need %,d bytes for its sums, and %,d are the most:"
                                        + " channels (%d) x generations (2) x pool (%,d) x payload"
                                        + " of a frame (%,d); lower pool or mtu in the cluster file",
                                program.topology().nodeName(node),
                                bytes,
                                MOST_BYTES,
                                count,
                                spec.pool(),
                                frameBytes));
            }
        });
    }
}
