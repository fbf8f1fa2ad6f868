package io.rina.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Two binary trees (Sanders, Speck, Träff, "Two-tree algorithms for full bandwidth broadcast,
 * reduction and scan", Parallel Computing 2009): each sums one half of the model to its root and
 * spreads it back. The inner nodes of the first tree are leaves of the second, so that no rank is
 * busy in both, except that with an even number of ranks one is a root with a single child.
 *
 * <p>For N ranks and M bytes 2 ceil(log2(N)) steps. A rank gives M/2 to its parent and M/2 to each
 * child in each tree: a host link carries at most 2M up and at most 2M down.
 */
public final class DoubleBinaryTree implements Strategy {
    private static final int NONE = -1;

    /** The stream of what goes down, which need not wait until all has come up: other ways of links. */
    private static final int SPREAD = 1;

    @Override
    public String name() {
        return "double-tree";
    }

    @Override
    public Plan plan(Topology topology) {
        int[] order = RankOrder.byRack(topology);
        int[] second = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            second[place] = order[twin(place, order.length)];
        }
        List<Exchange> exchanges = new ArrayList<>();
        int levels = height(0, order.length) + 1;
        for (int level = 0; level < levels; level++) {
            reduce(order, level, 0, exchanges);
            reduce(second, level, 1, exchanges);
        }
        for (int level = levels - 1; level >= 0; level--) {
            spread(order, level, 0, exchanges);
            spread(second, level, 1, exchanges);
        }
        return new Plan(name(), topology, List.of(), 2, exchanges);
    }

    /**
     * Mirrored for an even number of places, shifted by one for an odd one: odd places get even.
     */
    private static int twin(int place, int places) {
        return places % 2 == 0 ? places - 1 - place : (place + 1) % places;
    }

    /** A place's height in the first tree: odd places are leaves, place 0 is the root. */
    private static int height(int place, int places) {
        return place == 0
                ? 32 - Integer.numberOfLeadingZeros(Math.max(0, places - 1))
                : Integer.numberOfTrailingZeros(place);
    }

    /** The place's parent; where that lies beyond the last place, the next one up that does not. */
    private static int parent(int place, int places) {
        if (place == 0) {
            return NONE;
        }
        int bit = Integer.lowestOneBit(place);
        int parent = (place ^ bit) | (bit << 1);
        return parent < places ? parent : place ^ bit;
    }

    private static RankSet children(int[] order, int place) {
        List<Integer> children = new ArrayList<>();
        for (int other = 1; other < order.length; other++) {
            if (parent(other, order.length) == place) {
                children.add(order[other]);
            }
        }
        return RankSet.of(children.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Children before their parents: a parent is higher than all of its children. */
    private static void reduce(int[] order, int level, int chunk, List<Exchange> exchanges) {
        for (int place = 0; place < order.length; place++) {
            RankSet children = children(order, place);
            if (height(place, order.length) == level && children.size() > 0) {
                RankSet self = RankSet.of(order[place]);
                exchanges.add(new Exchange(
                        new Site.Host(order[place]),
                        children.union(self),
                        self,
                        chunk,
                        Combine.REPLACE));
            }
        }
    }

    private static void spread(int[] order, int level, int chunk, List<Exchange> exchanges) {
        for (int place = 0; place < order.length; place++) {
            RankSet children = children(order, place);
            if (height(place, order.length) == level && children.size() > 0) {
                exchanges.add(new Exchange(
                        new Site.Host(order[place]),
                        SPREAD,
                        RankSet.of(order[place]),
                        children,
                        chunk,
                        Combine.REPLACE));
            }
        }
    }
}
