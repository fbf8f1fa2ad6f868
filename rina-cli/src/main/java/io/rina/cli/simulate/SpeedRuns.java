package io.rina.cli.simulate;

import com.sun.management.OperatingSystemMXBean;

import io.rina.cli.report.ResultsFolder;
import io.rina.cli.text.TextTable;
import io.rina.sim.run.Outcome;
import io.rina.sim.run.Result;
import io.rina.sim.run.Simulation;
import io.rina.sim.scenario.Scenario;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How fast the simulator is: the same scenario several times in one process, one run after the
 * other. The processor time is that of all threads, those of the compiler and the collector
 * included, and without the start of the process; the first run has most of the compiling in it.
 */
final class SpeedRuns {
    private static final double NS = 1e9;

    private final List<Speed> speeds = new ArrayList<>();
    private Outcome outcome = new Outcome.Refused("nothing was run");

    /** One run that came to its end. */
    private record Speed(Result result, double cpuSeconds, double wallSeconds, long peakBytes) {
        double perSecond(long count) {
            return count / Math.max(cpuSeconds, 1 / NS);
        }

        List<String> fields(int run) {
            Result.Traffic traffic = result.traffic();
            return List.of(
                    Integer.toString(run),
                    number(result.totalPs() / 1e12, 9),
                    number(cpuSeconds, 3),
                    number(wallSeconds, 3),
                    Long.toString(traffic.traversals()),
                    Long.toString(traffic.payloadBytes()),
                    Long.toString(traffic.events()),
                    Long.toString(peakBytes));
        }

        String[] cells(int run) {
            Result.Traffic traffic = result.traffic();
            return new String[] {
                Integer.toString(run),
                number(cpuSeconds, 3) + " s",
                number(wallSeconds, 3) + " s",
                number(perSecond(traffic.traversals()) / 1e6, 3) + " M",
                number(perSecond(traffic.payloadBytes()) / 1e9, 3) + " GB",
                number(perSecond(traffic.events()) / 1e6, 3) + " M",
                number(peakBytes / (double) (1 << 20), 0) + " MiB"
            };
        }
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** Stops at the first run that does not come to its end. */
    static SpeedRuns of(Scenario scenario, int runs) {
        SpeedRuns all = new SpeedRuns();
        for (int i = 0; i < runs; i++) {
            long cpuNs = cpuNs();
            long wallNs = System.nanoTime();
            all.outcome = Simulation.run(scenario);
            double wallSeconds = (System.nanoTime() - wallNs) / NS;
            double cpuSeconds = (cpuNs() - cpuNs) / NS;
            if (!(all.outcome instanceof Outcome.Done done)) {
                break;
            }
            all.speeds.add(new Speed(done.result(), cpuSeconds, wallSeconds, peakBytes()));
        }
        return all;
    }

    /** Of the last run. */
    Outcome outcome() {
        return outcome;
    }

    /** All runs, for people. */
    String text() {
        TextTable table = new TextTable();
        table.row(
                "run",
                "CPU",
                "wall",
                "packets over links / CPU s",
                "payload over links / CPU s",
                "events / CPU s",
                "peak memory");
        for (int i = 0; i < speeds.size(); i++) {
            table.row(speeds.get(i).cells(i + 1));
        }
        return table.toString();
    }

    /** Writes speed.csv. Other than the results it differs from one run to the next. */
    void write(Path folder) {
        StringBuilder csv = new StringBuilder(
                "run,virtual_s,cpu_s,wall_s,packets,payload_bytes,events,peak_memory_bytes\n");
        for (int i = 0; i < speeds.size(); i++) {
            csv.append(String.join(",", speeds.get(i).fields(i + 1))).append('\n');
        }
        new ResultsFolder(folder).write(Map.of("speed.csv", csv.toString()));
    }

    private static long cpuNs() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** What the process has held at most; without a /proc, what the heap holds now. */
    private static long peakBytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException e) {
            // Another system than Linux: the heap is what there is to say.
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
