package io.rina.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** How often a chunk crosses each host's link, up and down; what relays save is not considered. */
final class HostLoad {
    /** Less on the busiest link comes first. */
    static final Comparator<HostLoad> BY_MOST = (a, b) -> compare(a.most(), b.most());

    /** Less on all links together comes first. */
    static final Comparator<HostLoad> BY_TOTAL = (a, b) -> compare(a.total(), b.total());

    /** Up from rank r at 2r, down to it at 2r + 1. */
    private final double[] crossings;

    HostLoad(int workers) {
        crossings = new double[2 * workers];
    }

    static HostLoad of(List<Pruning.Kept> exchanges, int workers) {
        HostLoad load = new HostLoad(workers);
        exchanges.forEach(kept -> load.count(kept.exchange()));
        return load;
    }

    private void count(Exchange exchange) {
        int host = exchange.site().root() instanceof Site.Host site ? site.rank() : -1;
        for (int i = 0; i < exchange.givers().size(); i++) {
            cross(exchange.givers().get(i), host);
        }
        for (int i = 0; i < exchange.takers().size(); i++) {
            cross(host, exchange.takers().get(i));
        }
    }

    /** -1 stands for a switch. */
    private void cross(int from, int to) {
        if (from == to) {
            return;
        }
        if (from >= 0) {
            crossings[2 * from]++;
        }
        if (to >= 0) {
            crossings[2 * to + 1]++;
        }
    }

    void add(HostLoad other, double share) {
        for (int i = 0; i < crossings.length; i++) {
            crossings[i] += share * other.crossings[i];
        }
    }

    private double most() {
        return Arrays.stream(crossings).max().orElse(0);
    }

    private double total() {
        return Arrays.stream(crossings).sum();
    }

    /** Shares are rounded, so that equal sums may differ in the last bits. */
    private static int compare(double a, double b) {
        double rounding = 1e-9 * Math.max(a, b);
        return Math.abs(a - b) <= rounding ? 0 : Double.compare(a, b);
    }

    /** Whether the same links are crossed as often. */
    boolean isSame(HostLoad other) {
        return Arrays.equals(crossings, other.crossings);
    }
}
