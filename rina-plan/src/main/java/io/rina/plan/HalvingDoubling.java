package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Recursive halving and doubling (Rabenseifner, "Optimization of Collective Reduction Operations",
 * ICCS 2004): with P = 2^m ranks, step s of the halving swaps with the rank at distance 2^s, each
 * giving the half of its chunks that the other will own; after m steps rank i owns the sum of chunk
 * i, and the doubling takes the same steps back. Distances grow, so that the largest swaps stay
 * among neighbours in a rack.
 *
 * <p>Where N is no power of two, P is the largest below it, and each rank beyond first adds its
 * numbers to a partner's and takes the result from it in the end.
 *
 * <p>For N = P and M bytes: 2 log2(N) steps, 2M(1-1/N) up and down each host link. Otherwise two
 * steps more, and M more each way on the partners' links, while a rank beyond P carries M each way.
 */
public final class HalvingDoubling implements Strategy {
    @Override
    public String name() {
        return "halving-doubling";
    }

    @Override
    public Plan plan(Topology topology) {
        int[] order = RankOrder.byRack(topology);
        int core = Integer.highestOneBit(order.length);
        List<Exchange> exchanges = new ArrayList<>();
        foldIn(order, core, exchanges);
        for (int distance = 1; distance < core; distance *= 2) {
            for (int giver = 0; giver < core; giver++) {
                halve(order, core, giver, distance, exchanges);
            }
        }
        for (int distance = core / 2; distance >= 1; distance /= 2) {
            for (int giver = 0; giver < core; giver++) {
                doubleUp(order, core, giver, distance, exchanges);
            }
        }
        foldOut(order, core, exchanges);
        return new Plan(name(), topology, List.of(), core, exchanges);
    }

    /**
     * Place i beyond the core gives to place i - core: among neighbours where the racks allow it.
     */
    private static void foldIn(int[] order, int core, List<Exchange> exchanges) {
        for (int beyond = core; beyond < order.length; beyond++) {
            for (int chunk = 0; chunk < core; chunk++) {
                exchanges.add(send(order[beyond], order[beyond - core], chunk, Combine.ADD));
            }
        }
    }

    private static void foldOut(int[] order, int core, List<Exchange> exchanges) {
        for (int beyond = core; beyond < order.length; beyond++) {
            for (int chunk = 0; chunk < core; chunk++) {
                exchanges.add(send(order[beyond - core], order[beyond], chunk, Combine.REPLACE));
            }
        }
    }

    /**
     * The giver holds the chunks that agree with it in the bits below; it gives the partner's half.
     */
    private static void halve(
            int[] order, int core, int giver, int distance, List<Exchange> exchanges) {
        int partner = giver ^ distance;
        for (int chunk = 0; chunk < core; chunk++) {
            if (agree(chunk, partner, 2 * distance)) {
                exchanges.add(send(order[giver], order[partner], chunk, Combine.ADD));
            }
        }
    }

    /** The giver has finished the chunks that agree with it in the bits up to {@code distance}. */
    private static void doubleUp(
            int[] order, int core, int giver, int distance, List<Exchange> exchanges) {
        int partner = giver ^ distance;
        for (int chunk = 0; chunk < core; chunk++) {
            if (agree(chunk, giver, 2 * distance)) {
                exchanges.add(send(order[giver], order[partner], chunk, Combine.REPLACE));
            }
        }
    }

    /** Whether both have the same remainder modulo {@code modulus}, a power of two. */
    private static boolean agree(int chunk, int place, int modulus) {
        return ((chunk ^ place) & (modulus - 1)) == 0;
    }

    private static Exchange send(int from, int to, int chunk, Combine combine) {
        return new Exchange(new Site.Host(to), RankSet.of(from), RankSet.of(to), chunk, combine);
    }
}
