package io.rina.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Every single mistake in every plan of a small topology. The verifier must reject a mutant when,
 * and only when, a trial sums wrongly or has a rank twice in any copy on the way. The second part
 * makes the verifier stricter than the result alone: what is counted twice and replaced later is
 * refused.
 */
class PlanMutationTest {
    private static final long SEED = 20_241_028;

    private enum Mutation {
        DROP,
        DUPLICATE,
        SWAP_DEPENDENT,
        ADD_GIVER,
        DROP_GIVER,
        ADD_TAKER,
        DROP_TAKER,
        FLIP_COMBINE,
        OTHER_CHUNK
    }

    private final Map<Mutation, int[]> rightAndWrong = new EnumMap<>(Mutation.class);

    @Test
    void shouldRejectExactlyTheWrongMutants() {
        SmallTopologies.forEach(6, 3, topology -> {
            for (Plan plan : SmallTopologies.plans(topology)) {
                assertThat(isRight(plan))
                        .as("%s on %s", plan.strategy(), topology)
                        .isTrue();
                forEachMutant(plan, (mutation, exchanges) -> judge(plan, mutation, exchanges));
            }
        });
        assertThat(rightAndWrong).containsOnlyKeys(Mutation.values());
        rightAndWrong.forEach((mutation, counts) ->
                assertThat(counts[1]).as("wrong mutants by %s", mutation).isPositive());
    }

    private void judge(Plan original, Mutation mutation, List<Exchange> exchanges) {
        Plan mutant = new Plan(
                original.strategy(),
                original.topology(),
                original.groups(),
                original.chunks(),
                exchanges);
        boolean right = isRight(mutant);
        String verdict = verdict(mutant);
        assertThat(verdict.isEmpty())
                .as("%s on %s: '%s' for %s", mutation, original.topology(), verdict, exchanges)
                .isEqualTo(right);
        rightAndWrong.computeIfAbsent(mutation, key -> new int[2])[right ? 0 : 1]++;
    }

    private static boolean isRight(Plan plan) {
        TrialRun trial = TrialRun.of(plan, SEED);
        return trial.sumsRight() && !trial.countedTwice();
    }

    private static String verdict(Plan plan) {
        try {
            PlanVerifier.verify(plan);
            return "";
        } catch (PlanException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void forEachMutant(Plan plan, BiConsumer<Mutation, List<Exchange>> action) {
        for (int i = 0; i < plan.exchanges().size(); i++) {
            int index = i;
            action.accept(Mutation.DROP, changed(plan, list -> list.remove(index)));
            action.accept(
                    Mutation.DUPLICATE, changed(plan, list -> list.add(index, list.get(index))));
            swaps(plan, i, action);
            replacements(
                    plan,
                    i,
                    (mutation, exchange) -> action.accept(
                            mutation, changed(plan, list -> list.set(index, exchange))));
        }
    }

    private static List<Exchange> changed(Plan plan, Consumer<List<Exchange>> change) {
        List<Exchange> exchanges = new ArrayList<>(plan.exchanges());
        change.accept(exchanges);
        return exchanges;
    }

    private static void swaps(Plan plan, int index, BiConsumer<Mutation, List<Exchange>> action) {
        Exchange earlier = plan.exchanges().get(index);
        for (int later = index + 1; later < plan.exchanges().size(); later++) {
            int other = later;
            if (depends(plan.exchanges().get(later), earlier)) {
                action.accept(
                        Mutation.SWAP_DEPENDENT,
                        changed(plan, list -> Collections.swap(list, index, other)));
            }
        }
    }

    private static boolean depends(Exchange later, Exchange earlier) {
        for (int member : later.members().toArray()) {
            if (later.chunk() == earlier.chunk() && earlier.members().contains(member)) {
                return true;
            }
        }
        return false;
    }

    private static void replacements(Plan plan, int index, BiConsumer<Mutation, Exchange> action) {
        Exchange old = plan.exchanges().get(index);
        for (int rank = 0; rank < plan.topology().workers(); rank++) {
            RankSet givers = toggled(old.givers(), rank);
            if (givers.size() > 0) {
                action.accept(
                        old.givers().contains(rank) ? Mutation.DROP_GIVER : Mutation.ADD_GIVER,
                        new Exchange(old.site(), givers, old.takers(), old.chunk(), old.combine()));
            }
            RankSet takers = toggled(old.takers(), rank);
            if (takers.size() > 0) {
                action.accept(
                        old.takers().contains(rank) ? Mutation.DROP_TAKER : Mutation.ADD_TAKER,
                        new Exchange(old.site(), old.givers(), takers, old.chunk(), old.combine()));
            }
        }
        Combine combine = old.combine() == Combine.ADD ? Combine.REPLACE : Combine.ADD;
        action.accept(
                Mutation.FLIP_COMBINE,
                new Exchange(old.site(), old.givers(), old.takers(), old.chunk(), combine));
        if (plan.chunks() > 1) {
            int chunk = (old.chunk() + 1) % plan.chunks();
            action.accept(
                    Mutation.OTHER_CHUNK,
                    new Exchange(old.site(), old.givers(), old.takers(), chunk, old.combine()));
        }
    }

    private static RankSet toggled(RankSet ranks, int rank) {
        return ranks.contains(rank)
                ? RankSet.of(Arrays.stream(ranks.toArray())
                        .filter(other -> other != rank)
                        .toArray())
                : ranks.union(RankSet.of(rank));
    }
}
