package io.rina.cli.run;

import static io.rina.cli.text.Numbers.number;

import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.input.InputException;
import io.rina.engine.number.Arithmetic;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.engine.number.WireWidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to measure; the letters are those of nccl-tests. */
final class BenchOptions {
    private static final int MOST_ELEMENTS = 2_000_000_000;
    private static final int MOST_REPETITIONS = 100_000_000;
    /** Each rank tells all its times, in one line. */
    private static final int MOST_COMPARED = 10_000;

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
            description = "These numbers of elements instead of a range of sizes.")
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

    @Option(
            names = "--type",
            paramLabel = "T",
            defaultValue = "f32",
            description = "Type of the elements: f32, f64, i32, i64, bf16 or f16. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String type = "f32";

    @Option(
            names = "--op",
            paramLabel = "OP",
            defaultValue = "sum",
            description = "What is made of them: sum, avg, min or max. Default: ${DEFAULT-VALUE}.")
    private String op = "sum";

    @Option(
            names = "--wire",
            paramLabel = "16|32",
            defaultValue = "32",
            description = "Bits an element of a sum of f32, bf16 or f16 on the wire. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int wire;

    @Option(
            names = "--arithmetic",
            paramLabel = "A",
            defaultValue = "fixed",
            description = "How floats are added: fixed (point), or float, which is by a ring"
                    + " whatever the strategy. Default: ${DEFAULT-VALUE}.")
    private String arithmetic = "fixed";

    /** Throws InputException when what is asked for does not go together. */
    BenchNumbers numbers() {
        if (wire != 16 && wire != 32) {
            throw new InputException("--wire " + wire + " is not 16 or 32");
        }
        NumberOptions options = NumberOptions.STANDARD
                .withWire(wire == 16 ? WireWidth.BITS_16 : WireWidth.BITS_32)
                .withArithmetic(oneOf(Arithmetic.class, "--arithmetic", arithmetic));
        ReduceKind kind = oneOf(ReduceKind.class, "--op", op);
        try {
            DataType elementType = InputException.check("--type", () -> DataType.ofLabel(type));
            BenchNumbers numbers = new BenchNumbers(elementType, kind, options);
            numbers.terms(1, 2);
            return numbers;
        } catch (InputException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    "--type " + type + " --op " + op + " --wire " + wire + " --arithmetic "
                            + arithmetic + ": " + e.getMessage(),
                    e);
        }
    }

    private static <E extends Enum<E>> E oneOf(Class<E> kinds, String option, String word) {
        for (E kind : kinds.getEnumConstants()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
                return kind;
            }
        }
        throw new InputException(option + " " + word + " is not one of "
                + Arrays.stream(kinds.getEnumConstants())
                        .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
    }

    BenchWorkload workload() {
        within("-n", repetitions, 1, MOST_REPETITIONS);
        within("-w", warmups, 0, MOST_REPETITIONS);
        within("-f", factor, 2, Integer.MAX_VALUE);
        within("-c", check, 0, 1);
        BenchNumbers numbers = numbers();
        int bytes = numbers.type().bytes();
        return new BenchWorkload(numbers, sizes(bytes), repetitions, warmups, check == 1);
    }

    /** The same all-reduces, by all strategies of a cluster. */
    ComparisonWorkload comparison(ClusterFile cluster) {
        within("-n", repetitions, 1, MOST_COMPARED);
        BenchWorkload workload = workload();
        return new ComparisonWorkload(
                cluster.toTopology(),
                workload.numbers(),
                workload.elements(),
                workload.repetitions(),
                workload.warmups(),
                workload.check());
    }

    private static void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InputException(option + " " + value + " is out of range: " + number(least)
                    + " to " + number(most));
        }
    }

    private List<Integer> sizes(int elementBytes) {
        if (elements != null) {
            elements.forEach(n -> within("--elements", n, 0, MOST_ELEMENTS));
            if (Set.copyOf(elements).size() < elements.size()) {
                throw new InputException(
                        "--elements " + elements + ": give each number of elements once");
            }
            return elements;
        }
        long from = bytes("-b", least, elementBytes);
        long to = bytes("-e", most, elementBytes);
        if (from > to) {
            throw new InputException("-b " + least + " is more than -e " + most);
        }
        List<Integer> sizes = new ArrayList<>();
        for (long size = from; ; size *= factor) {
            sizes.add((int) (size / elementBytes));
            if (size > to / factor) {
                return sizes;
            }
        }
    }

    private static long bytes(String option, String text, int elementBytes) {
        String digits = text.toUpperCase(Locale.ROOT).replaceFirst("(I?B)$", "");
        int shift = digits.isEmpty() ? -1 : "KMG".indexOf(digits.charAt(digits.length() - 1));
        String number = shift < 0 ? digits : digits.substring(0, digits.length() - 1);
        if (!number.matches("\\d{1,10}")) {
            throw new InputException(option + " " + text
                    + " is no size: write a number of bytes, or as 64K, 16M, 1G");
        }
        long bytes = Long.parseLong(number) << (10 * (shift + 1));
        long mostBytes = (long) MOST_ELEMENTS * elementBytes;
        if (bytes < elementBytes || bytes > mostBytes) {
            throw new InputException(option + " " + text + " is out of range: " + elementBytes
                    + " to " + number(mostBytes) + " bytes");
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
                Integer.toString(check),
                "--type",
                type,
                "--op",
                op,
                "--wire",
                Integer.toString(wire),
                "--arithmetic",
                arithmetic);
    }
}
