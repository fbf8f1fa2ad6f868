package io.rina.cli.run;

import static io.rina.cli.text.Numbers.count;

import io.rina.cli.cluster.ChosenPlans;
import io.rina.cli.cluster.ClusterFile;
import io.rina.cli.plan.Operations;
import io.rina.cli.report.ComparisonReport.Row;
import io.rina.engine.number.Pass;
import io.rina.plan.Framing;
import io.rina.plan.Plan;
import io.rina.plan.PlanCost;
import io.rina.plan.Traffic;
import io.rina.plan.time.OperationTime;
import io.rina.plan.time.PlanPass;
import io.rina.runtime.job.JobException;
import io.rina.runtime.job.JobException.Category;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Puts together what the ranks measured. An all-reduce takes as long as at its slowest rank, since a
 * step waits for the slowest.
 */
final class Comparison implements Consumer<Event> {
    private final ClusterFile cluster;
    private final ChosenPlans plans;
    private final BenchNumbers numbers;
    private final Consumer<List<Row>> onSize;
    /** By size and then strategy: what the ranks said so far. */
    private final Map<Long, Map<String, List<Event.Compared>>> bySize = new LinkedHashMap<>();

    private final List<Row> rows = new ArrayList<>();

    /** {@code onSize} gets the rows of a size, the fastest first, as soon as it is complete. */
    Comparison(
            ClusterFile cluster,
            ChosenPlans plans,
            BenchNumbers numbers,
            Consumer<List<Row>> onSize) {
        this.cluster = cluster;
        this.plans = plans;
        this.numbers = numbers;
        this.onSize = onSize;
    }

    @Override
    public synchronized void accept(Event event) {
        if (!(event instanceof Event.Compared compared)) {
            return;
        }
        Map<String, List<Event.Compared>> size =
                bySize.computeIfAbsent(compared.elements(), elements -> new LinkedHashMap<>());
        size.computeIfAbsent(compared.strategy(), strategy -> new ArrayList<>()).add(compared);
        if (isComplete(size)) {
            List<Row> complete = rowsOf(size);
            rows.addAll(complete);
            onSize.accept(complete);
        }
    }

    /**
     * Throws JobException NUMBERS where not all results of a size have the same bits, and LOST where
     * something was not measured.
     */
    synchronized void check() {
        if (rows.isEmpty()
                || rows.size() != bySize.size() * plans.choice().strategies().size()) {
            throw new JobException(
                    Category.LOST, "not every rank has measured every strategy at every size");
        }
        List<String> odd = rows.stream()
                .filter(row -> !row.sameBits())
                .map(row -> row.strategy() + " at " + count(row.elements(), "element"))
                .toList();
        if (!odd.isEmpty()) {
            throw new JobException(
                    Category.NUMBERS,
                    "results have other bits than the first strategy's: " + String.join(", ", odd));
        }
    }

    private boolean isComplete(Map<String, List<Event.Compared>> size) {
        return size.size() == plans.choice().strategies().size()
                && size.values().stream().allMatch(ranks -> ranks.size() == cluster.workers());
    }

    /** Size after size, the fastest strategy first. */
    synchronized List<Row> rows() {
        return List.copyOf(rows);
    }

    private List<Row> rowsOf(Map<String, List<Event.Compared>> size) {
        String digest = size.values().iterator().next().stream()
                .filter(compared -> compared.rank() == 0)
                .findFirst()
                .orElseThrow()
                .digest();
        List<Row> complete = new ArrayList<>();
        size.forEach((strategy, ranks) -> complete.add(row(strategy, ranks, digest)));
        complete.sort(Comparator.comparingDouble(Row::medianUs));
        return complete;
    }

    private Row row(String strategy, List<Event.Compared> ranks, String digest) {
        double[] us = slowestUs(ranks);
        long elements = ranks.getFirst().elements();
        List<PlanPass> passes = passes(strategy, (int) elements);
        OperationTime predicted =
                OperationTime.of(passes, elements, cluster.fragmentElements(), cluster.costs());
        long wrong = ranks.stream().mapToLong(Event.Compared::wrong).sum();
        return new Row(
                elements * numbers.type().bytes(),
                elements,
                strategy,
                us[us.length / 2],
                us[us.length / 4],
                us[us.length * 3 / 4],
                predicted.totalNs() / 1e3,
                hostLinkBytes(passes),
                ranks.stream().mapToLong(Event.Compared::sentBytes).max().orElse(0),
                Math.max(-1, wrong),
                ranks.stream().allMatch(rank -> rank.digest().equals(digest)));
    }

    /** By repetition, sorted. */
    private static double[] slowestUs(List<Event.Compared> ranks) {
        double[] us = new double[ranks.getFirst().timesNs().size()];
        for (Event.Compared rank : ranks) {
            for (int i = 0; i < us.length; i++) {
                us[i] = Math.max(us[i], rank.timesNs().get(i) / 1e3);
            }
        }
        Arrays.sort(us);
        return us;
    }

    private List<PlanPass> passes(String strategy, int elements) {
        List<Plan> numbered = plans.withOrder(strategy);
        return Pass.of(numbers.terms(elements, cluster.workers())).stream()
                .map(pass -> new PlanPass(numbered.get(pass.plan()), pass.lanes()))
                .toList();
    }

    /**
     * On the busiest link of a host, in its busier direction: all passes together, as a network
     * interface counts bytes.
     */
    private long hostLinkBytes(List<PlanPass> passes) {
        List<Operations> once = passes.stream()
                .map(pass -> new PlanCost(pass.plan(), pass.lanes(), cluster.fragmentElements()))
                .map(cost -> new Operations(cost, 1))
                .toList();
        long most = 0;
        for (int each = 0; each < cluster.workers(); each++) {
            int rank = each;
            Traffic up = Operations.sum(once, cost -> cost.hostUp(rank));
            Traffic down = Operations.sum(once, cost -> cost.hostDown(rank));
            most = Math.max(most, up.bytes(Framing.INTERFACE));
            most = Math.max(most, down.bytes(Framing.INTERFACE));
        }
        return most;
    }
}
