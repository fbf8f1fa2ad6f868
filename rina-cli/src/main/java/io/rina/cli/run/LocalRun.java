package io.rina.cli.run;

import io.rina.cli.cluster.ClusterFile;

import java.util.List;
import java.util.function.Consumer;

/** Runs a job's processes on this machine from start to end. */
final class LocalRun {
    private LocalRun() {}

    /**
     * Starts the members that {@code placement} selects and waits for their good end.
     *
     * @throws io.rina.runtime.job.JobException when one ends badly; its log is then kept
     * @throws java.io.UncheckedIOException when {@code events} throws it: the job is then ended
     */
    static void run(
            ClusterFile cluster,
            Placement placement,
            List<String> workload,
            List<String> workerJvmOptions,
            Consumer<Event> events) {
        try (JobFolder folder = new JobFolder();
                Launcher launcher = new Launcher(
                        cluster, placement, workload, workerJvmOptions, folder, events)) {
            try {
                launcher.start();
                launcher.await();
            } catch (RuntimeException | Error e) {
                launcher.holdIfStopped();
                folder.keep();
                throw e;
            }
        }
    }
}
