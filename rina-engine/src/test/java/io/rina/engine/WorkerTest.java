package io.rina.engine;

import static io.rina.engine.Frames.CONTRACT;
import static io.rina.engine.Frames.JOB;
import static io.rina.engine.Frames.receipt;
import static io.rina.engine.Frames.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rina.engine.FakeOutbox.Sent;
import io.rina.plan.Combine;
import io.rina.plan.Exchange;
import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.plan.Site;
import io.rina.plan.Topology;
import io.rina.wire.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerTest {
    private static final Topology PAIR = Topology.ofSizes(new int[] {2}, r -> true);
    private static final RankSet BOTH = RankSet.of(0, 1);
    private static final Site TOR = new Site.Tor(0);
    private static final int TOR_NODE = 2;
    private static final long RTO = 1_000;
    private static final Limits LIMITS = new Limits(1, 2, 2, 2, RTO, RTO, 8 * RTO);

    /** Counts how often each element is loaded and stored. */
    private static final class CountedVector implements Vector {
        final int[] lanes;
        final int[] loads;
        final int[] stores;

        CountedVector(int... contribution) {
            lanes = contribution;
            loads = new int[lanes.length];
            stores = new int[lanes.length];
        }

        @Override
        public int elements() {
            return lanes.length;
        }

        @Override
        public int[] lanes() {
            return lanes;
        }

        @Override
        public void load(int from, int to) {
            for (int i = from; i < to; i++) {
                loads[i]++;
            }
        }

        @Override
        public void store(int from, int to) {
            for (int i = from; i < to; i++) {
                stores[i]++;
            }
        }
    }

    private final Counters counters = new Counters();
    private final FakeOutbox out = new FakeOutbox();

    private Worker worker(Exchange... exchanges) {
        Plan plan = new Plan("test", PAIR, List.of(), 1, List.of(exchanges));
        return new Worker(JOB, Program.of(plan), 0, LIMITS, counters);
    }

    /** Rank 0 and 1 give and take one chunk at the ToR. */
    private Worker exchanging() {
        return worker(new Exchange(TOR, BOTH, BOTH, 0, Combine.REPLACE));
    }

    /** Rank 0 adds what rank 1 gives. */
    private Worker taking() {
        return worker(new Exchange(TOR, RankSet.of(1), RankSet.of(0), 0, Combine.ADD));
    }

    /** Rank 0 gives, rank 1 takes. */
    private Worker giving() {
        return worker(new Exchange(TOR, RankSet.of(0), RankSet.of(1), 0, Combine.ADD));
    }

    private static CountedVector start(Worker worker, int... contribution) {
        CountedVector vector = new CountedVector(contribution);
        worker.start(AllReduceTest.operationOf(new Reduction(vector, ReduceOp.SUM, CONTRACT)));
        return vector;
    }

    private List<String> poll(Worker worker, long nowNs) {
        worker.poll(nowNs, out);
        return out.drain().stream().map(Sent::toString).toList();
    }

    @Test
    void shouldGiveAsManyFragmentsAsThePool() {
        Worker worker = exchanging();
        start(worker, 1, 2, 3, 4, 5);
        assertThat(worker.poll(0, out)).isEqualTo(2);
        List<Sent> sent = out.drain();
        assertThat(sent).allSatisfy(s -> assertThat(s.to()).isEqualTo(TOR_NODE));
        assertThat(Frames.lanes(sent.get(0).frame())).containsExactly(1, 2);
        assertThat(Frames.lanes(sent.get(1).frame())).containsExactly(3, 4);
        worker.onFrame(1, result(0, 0, 1, 30, 40));
        assertThat(poll(worker, 1)).as("position 0 is not done").isEmpty();
        worker.onFrame(2, result(0, 0, 0, 10, 20));
        assertThat(poll(worker, 2))
                .containsExactly("to 2: DATA channel 0 position 2 member 0 1 lanes takes");
    }

    @Test
    void shouldStreamWhileMuchIsLeft() {
        Worker worker = exchanging();
        assertThat(worker.isStreaming()).as("nothing is under way").isFalse();
        start(worker, new int[2 * 512]);
        assertThat(worker.isStreaming()).as("512 fragments are left").isTrue();
        worker.poll(0, out);
        worker.onFrame(1, result(0, 0, 0, 1, 2));
        assertThat(worker.isStreaming()).as("511 are left").isFalse();
    }

    @Test
    void shouldCompleteWhenAllIsTaken() {
        Worker worker = exchanging();
        CountedVector vector = start(worker, 1, 2, 3);
        poll(worker, 0);
        worker.onFrame(1, result(0, 0, 0, 10, 20));
        assertThat(worker.completedOperations()).isEqualTo(0);
        worker.onFrame(2, result(0, 0, 1, 30));
        assertThat(worker.completedOperations()).isEqualTo(1);
        assertThat(worker.isIdle()).isTrue();
        assertThat(worker.deadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(vector.lanes).containsExactly(10, 20, 30);
        assertThat(vector.stores).containsOnly(1);
    }

    @Test
    void shouldTakeAResultOnce() {
        Worker worker = taking();
        CountedVector vector = start(worker, 1, 2, 3);
        poll(worker, 0);
        worker.onFrame(1, result(0, 0, 0, 10, 20));
        worker.onFrame(2, result(0, 0, 0, 10, 20));
        assertThat(vector.lanes).containsExactly(11, 22, 3);
        assertThat(counters.get(Counter.DUPLICATE)).isEqualTo(1);
    }

    @Test
    void shouldDropAResultOfTheWrongLengthContractOrOperation() {
        Worker worker = taking();
        CountedVector vector = start(worker, 1, 2, 3);
        poll(worker, 0);
        worker.onFrame(1, result(0, 0, 0, 10));
        worker.onFrame(1, result(0, 0, 0, 10, 20, 30, 40));
        worker.onFrame(1, result(0, 0, 1, 10, 20));
        worker.onFrame(1, result(0, 0, 0, 10, 20).contract(CONTRACT + 1));
        worker.onFrame(1, result(0, 0, 0, 10, 20).flags(true, false, ReduceOp.MAX));
        assertThat(counters.get(Counter.MISMATCH)).isEqualTo(5);
        assertThat(vector.lanes).containsExactly(1, 2, 3);
        worker.onFrame(2, result(0, 0, 0, 10, 20));
        assertThat(vector.lanes).containsExactly(11, 22, 3);
    }

    @Test
    void shouldNotTakeAReceiptForASum() {
        Worker worker = taking();
        start(worker, 1, 2, 3);
        poll(worker, 0);
        worker.onFrame(1, receipt(0, 0, 0).span(2));
        assertThat(counters.get(Counter.MISMATCH)).isEqualTo(2);
        assertThat(worker.isIdle()).isFalse();
    }

    @Test
    void shouldNotTakeASumWhereItOnlyGives() {
        Worker worker = giving();
        CountedVector vector = start(worker, 1, 2, 3);
        poll(worker, 0);
        worker.onFrame(1, result(0, 0, 0, 10, 20));
        assertThat(counters.get(Counter.MISMATCH)).isEqualTo(1);
        assertThat(vector.lanes).containsExactly(1, 2, 3);
        worker.onFrame(1, receipt(0, 0, 0).span(2));
        assertThat(worker.completedOperations()).isEqualTo(1);
    }

    @Test
    void shouldDropStrangers() {
        Worker worker = taking();
        start(worker, 1, 2, 3);
        poll(worker, 0);
        worker.onFrame(1, result(0, 1, 0, 10, 20));
        worker.onFrame(1, result(1, 0, 0, 10, 20));
        worker.onFrame(1, result(-1, 0, 0, 10, 20));
        worker.onFrame(1, result(0, 0, 2, 10, 20));
        assertThat(counters.get(Counter.NOT_A_MEMBER)).isEqualTo(1);
        assertThat(counters.get(Counter.UNKNOWN_CHANNEL)).isEqualTo(2);
        assertThat(counters.get(Counter.DUPLICATE)).as("not under way").isEqualTo(1);
    }

    @Test
    void shouldJoinCreditsUpToTheSpanAndRepeatThemSingly() {
        Worker worker = taking();
        start(worker, 1, 2, 3);
        assertThat(poll(worker, 0))
                .containsExactly("to 2: CREDIT channel 0 position 0..1 member 0 takes");
        worker.onTimer(RTO);
        assertThat(poll(worker, RTO))
                .containsExactly(
                        "to 2: CREDIT channel 0 position 0 member 0 takes resent",
                        "to 2: CREDIT channel 0 position 1 member 0 takes resent");
    }

    @Test
    void shouldRepeatTheSameNumbers() {
        Worker worker = giving();
        start(worker, 1, 2, 3);
        worker.poll(0, out);
        out.drain();
        worker.onTimer(RTO);
        worker.poll(RTO, out);
        assertThat(out.sent).hasSize(2);
        assertThat(Frames.lanes(out.sent.get(0).frame())).containsExactly(1, 2);
        assertThat(Frames.lanes(out.sent.get(1).frame())).containsExactly(3);
    }

    @Test
    void shouldStoreOnceAndLoadOnceWhenTheOutboxIsFull() {
        Worker worker = exchanging();
        CountedVector vector = start(worker, 1, 2, 3);
        out.room(0);
        assertThat(poll(worker, 0)).isEmpty();
        assertThat(worker.deadlineNs()).as("nothing is under way").isEqualTo(Long.MAX_VALUE);
        out.room(1);
        assertThat(poll(worker, 1)).hasSize(1);
        assertThat(poll(worker, 2)).isEmpty();
        out.room(1);
        assertThat(poll(worker, 3)).hasSize(1);
        worker.onFrame(4, result(0, 0, 0, 10, 20));
        worker.onFrame(4, result(0, 0, 1, 30));
        assertThat(vector.loads).as("load is called once a range").containsOnly(1);
        assertThat(vector.stores).containsOnly(1);
        assertThat(vector.lanes).containsExactly(10, 20, 30);
    }

    @Test
    void shouldLoseNoRepetitionWhenTheOutboxIsFull() {
        Worker worker = giving();
        start(worker, 1, 2, 3);
        poll(worker, 0);
        worker.onTimer(RTO);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            out.room(i % 2);
            lines.addAll(poll(worker, RTO + i));
        }
        assertThat(lines).hasSize(2).allMatch(line -> line.endsWith("resent"));
    }

    @Test
    void shouldNotStartATaskBeforeTheEarlierOneOnItsFragmentIsDone() {
        Worker worker = worker(
                new Exchange(TOR, RankSet.of(1), RankSet.of(0), 0, Combine.ADD),
                new Exchange(new Site.Host(1), RankSet.of(0), RankSet.of(1), 0, Combine.REPLACE));
        start(worker, 1, 2, 3);
        assertThat(poll(worker, 0)).hasSize(1).first().asString().contains("CREDIT");
        worker.onFrame(1, result(0, 0, 0, 10, 20));
        worker.poll(1, out);
        assertThat(out.sent).hasSize(1);
        assertThat(out.sent.getFirst().to()).isEqualTo(1);
        assertThat(Frames.lanes(out.sent.getFirst().frame())).containsExactly(11, 22);
    }

    @Test
    void shouldLetPositionsGoOnFromOperationToOperation() {
        Worker worker = exchanging();
        start(worker, 1);
        poll(worker, 0);
        worker.onFrame(1, result(0, 0, 0, 10));
        CountedVector second = start(worker, 2);
        assertThat(poll(worker, 2)).hasSize(1).first().asString().contains("position 1");
        worker.onFrame(3, result(0, 0, 0, 77));
        assertThat(second.lanes).as("a late result of the first").containsExactly(2);
        worker.onFrame(3, result(0, 0, 1, 20));
        assertThat(second.lanes).containsExactly(20);
        assertThat(worker.completedOperations()).isEqualTo(2);
    }

    @Test
    void shouldCompleteAnEmptyOperationAtOnce() {
        Worker worker = exchanging();
        start(worker);
        assertThat(worker.completedOperations()).isEqualTo(1);
        assertThat(poll(worker, 0)).isEmpty();
    }

    @Test
    void shouldTouchNothingOnceAborted() {
        Worker worker = taking();
        CountedVector vector = start(worker, 1, 2);
        poll(worker, 0);
        worker.abort();
        worker.onFrame(1, result(0, 0, 0, 10, 20));
        worker.onTimer(RTO);
        assertThat(poll(worker, RTO)).isEmpty();
        assertThat(vector.lanes).containsExactly(1, 2);
        assertThat(worker.deadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> start(worker, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseASecondOperationWhileOneRuns() {
        Worker worker = taking();
        start(worker, 1, 2);
        assertThatThrownBy(() -> start(worker, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rank 0");
    }

    @Test
    void shouldNameTheSiteThatItWaitsFor() {
        Worker worker = taking();
        start(worker, 1, 2);
        poll(worker, 5);
        assertThat(worker.stalls()).containsExactly(new Worker.Stall(TOR_NODE, BOTH, 0, 5));
    }

    @Test
    void shouldJoinCreditsInASteadyStreamAndNotWhenTheyAreWaitedFor() {
        // A pool of 16: 8 frames of credit a window, so 2 positions at least while more than 8 are
        // under way.
        Limits roomy = new Limits(1, 1, 16, 16, RTO, RTO, 8 * RTO);
        Plan plan = new Plan(
                "test",
                PAIR,
                List.of(),
                1,
                List.of(new Exchange(TOR, RankSet.of(1), RankSet.of(0), 0, Combine.REPLACE)));
        Worker worker = new Worker(JOB, Program.of(plan), 0, roomy, counters);
        start(worker, new int[19]);
        assertThat(poll(worker, 0))
                .containsExactly("to 2: CREDIT channel 0 position 0..15 member 0 takes");
        worker.onFrame(1, result(0, 0, 0, 7));
        assertThat(poll(worker, 1)).isEmpty();
        worker.onFrame(2, result(0, 0, 1, 7));
        assertThat(poll(worker, 2))
                .containsExactly("to 2: CREDIT channel 0 position 16..17 member 0 takes");
        // The last one has nothing to wait for.
        worker.onFrame(3, result(0, 0, 2, 7));
        assertThat(poll(worker, 3))
                .containsExactly("to 2: CREDIT channel 0 position 18 member 0 takes");
    }

    private Worker busy(Exchange... exchanges) {
        Plan plan = new Plan("test", PAIR, List.of(), 2, List.of(exchanges));
        Limits roomy = new Limits(1, 1, 16, 16, RTO, RTO, 8 * RTO);
        Worker worker = new Worker(JOB, Program.of(plan), 0, roomy, counters);
        start(worker, new int[20]);
        return worker;
    }

    /** To which nodes frames go when the outbox takes one a poll. */
    private List<Integer> receivers(Worker worker, int frames) {
        for (int i = 0; i < frames; i++) {
            out.room(1);
            worker.poll(0, out);
        }
        return out.drain().stream().map(Sent::to).toList();
    }

    @Test
    void shouldLetChannelsThatAreEquallyFarTakeTurns() {
        Worker worker = busy(
                new Exchange(TOR, BOTH, BOTH, 0, Combine.REPLACE),
                new Exchange(new Site.Host(1), BOTH, BOTH, 1, Combine.REPLACE));
        assertThat(receivers(worker, 4)).containsExactly(TOR_NODE, 1, TOR_NODE, 1);
    }

    @Test
    void shouldSendFirstWhatIsLeastFar() {
        Worker worker = busy(
                new Exchange(TOR, RankSet.of(0), RankSet.of(1), 0, Combine.ADD),
                new Exchange(new Site.Host(1), BOTH, BOTH, 0, Combine.REPLACE));
        assertThat(receivers(worker, 8)).containsOnly(TOR_NODE);
        for (int position = 0; position < 8; position++) {
            worker.onFrame(0, receipt(0, 0, position));
        }
        // Fragments 8 and on could go to the ToR, 0 to 7 on to host 1.
        assertThat(receivers(worker, 8)).containsOnly(1);
    }

    @Test
    void shouldSendCreditsFirst() {
        Worker worker = busy(
                new Exchange(TOR, RankSet.of(0), RankSet.of(1), 0, Combine.REPLACE),
                new Exchange(new Site.Host(1), RankSet.of(1), RankSet.of(0), 1, Combine.REPLACE));
        assertThat(receivers(worker, 2)).containsExactly(1, TOR_NODE);
    }
}
