package io.rina.cli.run;

import static io.rina.cli.text.Numbers.number;

import io.rina.cli.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to measure; the letters are those of nccl-tests. */
final class BenchOptions {
    private static final int MOST_ELEMENTS = 2_000_000_000;
    private static final long MOST_BYTES = (long) MOST_ELEMENTS * Float.BYTES;
    private static final int MOST_REPETITIONS = 100_000_000;

    @Option(
            names = {"-b", "--minbytes"},
            paramLabel = "SIZE",
            defaultValue = "4K",
            description = "The smallest message; K, M and G are powers of 1,024. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String least = "4K";

    @Option(
            names = {"-e", "--maxbytes"},
            paramLabel = "SIZE",
            defaultValue = "16M",
            description = "The largest message. Default: ${DEFAULT-VALUE}.")
    private String most = "16M";

    @Option(
            names = {"-f", "--stepfactor"},
            paramLabel = "N",
            defaultValue = "4",
            description = "Each size is so many times the one before. Default: ${DEFAULT-VALUE}.")
    private int factor;

    @Option(
            names = "--elements",
            split = ",",
            paramLabel = "N",
            description = "These numbers of floats instead of a range of sizes.")
    private @Nullable List<Integer> elements;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            defaultValue = "20",
            description = "Timed repetitions. Default: ${DEFAULT-VALUE}.")
    private int repetitions;

    @Option(
            names = {"-w", "--warmup_iters"},
            paramLabel = "N",
            defaultValue = "5",
            description = "Repetitions before those, of each size. Before the first size small"
                    + " all-reduces are made until they get no faster, 10 s at most, unless this is"
                    + " 0. Default: ${DEFAULT-VALUE}.")
    private int warmups;

    @Option(
            names = {"-c", "--check"},
            paramLabel = "0|1",
            defaultValue = "1",
            description = "Whether to verify results. Default: ${DEFAULT-VALUE}.")
    private int check;

    BenchWorkload workload() {
        within("-n", repetitions, 1, MOST_REPETITIONS);
        within("-w", warmups, 0, MOST_REPETITIONS);
        within("-f", factor, 2, Integer.MAX_VALUE);
        within("-c", check, 0, 1);
        return new BenchWorkload(sizes(), repetitions, warmups, check == 1);
    }

    private static void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InputException(option + " " + value + " is out of range: " + number(least)
                    + " to " + number(most));
        }
    }

    private List<Integer> sizes() {
        if (elements != null) {
            elements.forEach(n -> within("--elements", n, 0, MOST_ELEMENTS));
            return elements;
        }
        long from = bytes("-b", least);
        long to = bytes("-e", most);
        if (from > to) {
            throw new InputException("-b " + least + " is more than -e " + most);
        }
        List<Integer> sizes = new ArrayList<>();
        for (long size = from; ; size *= factor) {
            sizes.add((int) (size / Float.BYTES));
            if (size > to / factor) {
                return sizes;
            }
        }
    }

    private static long bytes(String option, String text) {
        String digits = text.toUpperCase(Locale.ROOT).replaceFirst("(I?B)$", "");
        int shift = digits.isEmpty() ? -1 : "KMG".indexOf(digits.charAt(digits.length() - 1));
        String number = shift < 0 ? digits : digits.substring(0, digits.length() - 1);
        if (!number.matches("\\d{1,10}")) {
            throw new InputException(option + " " + text
                    + " is no size: write a number of bytes, or as 64K, 16M, 1G");
        }
        long bytes = Long.parseLong(number) << (10 * (shift + 1));
        if (bytes < Float.BYTES || bytes > MOST_BYTES) {
            throw new InputException(option + " " + text + " is out of range: " + Float.BYTES
                    + " to " + number(MOST_BYTES) + " bytes");
        }
        return bytes;
    }

    /**
     * The words that give another process the same options; throws InputException when they cannot
     * be used.
     */
    List<String> words() {
        String sizes = workload().elements().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        return List.of(
                "bench",
                "--elements",
                sizes,
                "-n",
                Integer.toString(repetitions),
                "-w",
                Integer.toString(warmups),
                "-c",
                Integer.toString(check));
    }
}
