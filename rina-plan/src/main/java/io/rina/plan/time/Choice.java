package io.rina.plan.time;

import io.rina.plan.Plan;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which strategy runs operations of which size. Every node that has the same ranges makes the same
 * choice, so that nothing has to be agreed call by call.
 *
 * @param strategies all that a job holds plans of, each once; those of the ranges among them
 * @param ranges by rising size, the first from 0
 */
public record Choice(List<String> strategies, List<Range> ranges) {
    /** From so many elements on, up to the next range. */
    public record Range(int fromElements, String strategy) {}

    /** What every choice is measured by: it serves every topology. */
    private static final String YARDSTICK = "ring";

    /** A job holds the channels of so many plans at most, which is memory at every site. */
    private static final int MOST_STRATEGIES = 3;

    /** A further strategy must save so much of the time at some size. */
    private static final double WORTH = 0.05;

    /** Sizes are looked at in powers of two up to so many elements, 1 GiB of floats. */
    private static final int LARGEST_SHIFT = 28;

    public Choice {
        strategies = List.copyOf(strategies);
        ranges = List.copyOf(ranges);
        if (ranges.isEmpty() || ranges.getFirst().fromElements() != 0) {
            throw new IllegalArgumentException(
                    "a choice must start at 0 elements, not as " + ranges);
        }
        for (Range range : ranges) {
            if (!strategies.contains(range.strategy())) {
                throw new IllegalArgumentException(
                        range + " is none of the strategies " + strategies);
            }
        }
        for (int i = 1; i < ranges.size(); i++) {
            if (ranges.get(i).fromElements() <= ranges.get(i - 1).fromElements()) {
                throw new IllegalArgumentException("the ranges' sizes must rise: " + ranges);
            }
        }
    }

    /** With no strategies but those of the ranges. */
    Choice(List<Range> ranges) {
        this(ranges.stream().map(Range::strategy).distinct().toList(), ranges);
    }

    /** One strategy for all sizes. */
    public static Choice always(String strategy) {
        return new Choice(List.of(new Range(0, strategy)));
    }

    public String strategy(long elements) {
        String strategy = ranges.getFirst().strategy();
        for (Range range : ranges) {
            strategy = range.fromElements() <= elements ? range.strategy() : strategy;
        }
        return strategy;
    }

    /** "ring", or "ps, from 2048 elements rina". */
    public String describe() {
        return ranges.stream()
                .map(range -> range.fromElements() == 0
                        ? range.strategy()
                        : "from " + range.fromElements() + " elements " + range.strategy())
                .collect(Collectors.joining(", "));
    }

    /** The plans of all its strategies, in their order. */
    public List<Plan> plans(Topology topology) {
        return strategies.stream()
                .map(name -> Strategies.named(name).plan(topology))
                .toList();
    }

    /** On which of these an operation of so many elements runs. */
    public int plan(long elements) {
        return strategies.indexOf(strategy(elements));
    }

    /**
     * What is predicted to be fastest, with a few strategies at most. At the sizes looked at, which
     * are the powers of two, none that is chosen is predicted to be slower than the ring.
     */
    public static Choice best(Topology topology, int fragmentElements, CostModel model) {
        List<Candidate.Serves> candidates = Candidate.serving(topology);
        double[][] times = new double[candidates.size()][];
        for (int i = 0; i < times.length; i++) {
            times[i] = times(candidates.get(i).plan(), fragmentElements, model);
        }
        List<String> names = candidates.stream().map(Candidate::strategy).toList();
        int[] fastest = fastest(times, few(times, names.indexOf(YARDSTICK)));
        return new Choice(ranges(fastest, names));
    }

    private static double[] times(Plan plan, int fragmentElements, CostModel model) {
        double[] times = new double[LARGEST_SHIFT + 1];
        for (int shift = 0; shift < times.length; shift++) {
            times[shift] = OperationTime.ofFloats(plan, 1 << shift, fragmentElements, model)
                    .totalNs();
        }
        return times;
    }

    /**
     * Starts with the strategy that is best over all sizes, and adds what saves most while it is
     * worth it. The yardstick joins where it beats all those.
     */
    private static List<Integer> few(double[][] times, int yardstick) {
        List<Integer> few = new ArrayList<>();
        double[] least = new double[LARGEST_SHIFT + 1];
        Arrays.fill(least, Double.MAX_VALUE);
        while (few.size() < MOST_STRATEGIES) {
            int next = mostSaving(times, least);
            if (largestSaving(times[next], least) < WORTH) {
                break;
            }
            few.add(next);
            lower(least, times[next]);
        }
        if (largestSaving(times[yardstick], least) > 0) {
            few.add(yardstick);
        }
        return few;
    }

    private static int mostSaving(double[][] times, double[] least) {
        int best = 0;
        double bestSum = Double.MAX_VALUE;
        for (int i = 0; i < times.length; i++) {
            double sum = 0;
            for (int size = 0; size < least.length; size++) {
                sum += Math.log(Math.min(least[size], times[i][size]));
            }
            if (sum < bestSum) {
                best = i;
                bestSum = sum;
            }
        }
        return best;
    }

    private static double largestSaving(double[] times, double[] least) {
        double largest = 0;
        for (int size = 0; size < least.length; size++) {
            largest = Math.max(largest, 1 - times[size] / least[size]);
        }
        return largest;
    }

    private static void lower(double[] least, double[] times) {
        for (int size = 0; size < least.length; size++) {
            least[size] = Math.min(least[size], times[size]);
        }
    }

    /** By size; of equals the one that was taken up first. */
    private static int[] fastest(double[][] times, List<Integer> few) {
        int[] fastest = new int[LARGEST_SHIFT + 1];
        for (int size = 0; size < fastest.length; size++) {
            int best = few.getFirst();
            for (int i : few) {
                best = times[i][size] < times[best][size] ? i : best;
            }
            fastest[size] = best;
        }
        return fastest;
    }

    private static List<Range> ranges(int[] fastest, List<String> names) {
        List<Range> ranges = new ArrayList<>();
        for (int shift = 0; shift < fastest.length; shift++) {
            if (shift == 0 || fastest[shift] != fastest[shift - 1]) {
                ranges.add(new Range(shift == 0 ? 0 : 1 << shift, names.get(fastest[shift])));
            }
        }
        return ranges;
    }
}
