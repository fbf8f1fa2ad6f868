package io.rina.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rina.engine.number.Buffers;
import io.rina.engine.number.DataType;
import io.rina.engine.number.NumberOptions;
import io.rina.engine.number.ReduceKind;
import io.rina.plan.Demand;
import io.rina.plan.Topology;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A switch may go at any moment: every rank still gets every result, and nothing is counted twice or left
 * out. The moments of the loss are not drawn, but lie evenly over the run.
 */
class EpochChangeTest {
    private static final int ELEMENTS = 70;
    private static final int CALLS = 21;

    private static Topology topology(String racks, boolean core) {
        int[] sizes =
                Arrays.stream(racks.split("-")).mapToInt(Integer::parseInt).toArray();
        Topology topology = Topology.ofSizes(sizes, rack -> true);
        return core ? topology.withAggregatingCore() : topology;
    }

    @ParameterizedTest
    @CsvSource({
        "rina, 2-2, false",
        "rina, 3-1-2, false",
        "rina-striped, 2-2, false",
        "rina-hops, 2-2, true",
        "switchml, 3, false",
        "switchml, 2-2, true",
        "atp, 2-2, false",
        "atp, 3-1-2, false"
    })
    void shouldCountAllOnceWheneverASwitchGoes(String strategy, String racks, boolean core) {
        Topology topology = topology(racks, core);
        int frames = run(topology, strategy, 1, Integer.MAX_VALUE);
        for (int moment = 0; moment < frames; moment += 1 + frames / 80) {
            try {
                run(topology, strategy, moment, moment);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        strategy + " on " + racks + ", loss after frame " + moment, e);
            }
        }
    }

    /** Returns how many frames it took. */
    private static int run(Topology topology, String strategy, long seed, int moment) {
        EpochWorld world = new EpochWorld(topology, strategy, seed);
        for (int rank = 0; rank < topology.workers(); rank++) {
            world.add(new Program(world.calls[rank], rank, topology.workers(), seed));
        }
        boolean over = world.runUntil(moment);
        Random random = new Random(seed + 1);
        for (int losses = 0; !over && losses < 2 && !world.switches().isEmpty(); losses++) {
            world.kill(world.switches().get(random.nextInt(world.switches().size())));
            // It takes time until that is noticed.
            world.runUntil(world.delivered() + random.nextInt(40));
            world.changeEpoch();
            over = world.runUntil(world.delivered() + random.nextInt(200));
        }
        assertThat(world.runUntil(Integer.MAX_VALUE)).isTrue();
        return world.delivered();
    }

    /** A rank's program: all collectives, up to three calls at a time, memory spoilt after each result. */
    private static final class Program implements EpochWorld.Caller {
        private record Open(int call, Handle handle, IntBuffer source, IntBuffer target) {}

        private final Calls calls;
        private final int rank;
        private final int ranks;
        private final Random random;
        private final Deque<Open> open = new ArrayDeque<>();
        private int next;
        private int depth = 1;

        Program(Calls calls, int rank, int ranks, long seed) {
            this.calls = calls;
            this.rank = rank;
            this.ranks = ranks;
            random = new Random(seed * 100 + rank);
        }

        @Override
        public boolean look() {
            while (!open.isEmpty() && open.getFirst().handle.isDone()) {
                finish(open.removeFirst());
                depth = 1 + random.nextInt(3);
            }
            while (next < CALLS && open.size() < depth) {
                open.addLast(start(next++));
            }
            return open.isEmpty() && next == CALLS;
        }

        /** What a rank gives to a call; small enough for every sum to be exact. */
        private static int given(int rank, int call, int i) {
            return (rank + 1) * 1000 + call * 10 + i % 7;
        }

        private int[] input(int call, int elements) {
            int[] ints = new int[elements];
            Arrays.setAll(ints, i -> given(rank, call, i));
            return ints;
        }

        /** Every fourth call is an all-reduce in place; between them come the others, in turn. */
        private Open start(int call) {
            int[] source = input(call, ELEMENTS * (call % 4 == 2 ? ranks : 1));
            MemorySegment from = MemorySegment.ofArray(source);
            return switch (call % 4) {
                case 0 -> open(call, source, source, reduce(new Demand.AllReduce(), from, from));
                case 1 -> {
                    int root = call / 4 % ranks;
                    int[] target = new int[ELEMENTS];
                    MemorySegment to =
                            rank == root ? MemorySegment.ofArray(target) : MemorySegment.NULL;
                    yield open(call, source, target, reduce(new Demand.Reduce(root), from, to));
                }
                case 2 -> {
                    int[] target = new int[ELEMENTS];
                    yield open(
                            call,
                            source,
                            target,
                            calls.reduce(
                                    new Demand.ReduceScatter(),
                                    new Buffers(
                                            from,
                                            0,
                                            MemorySegment.ofArray(target),
                                            (long) rank * ELEMENTS),
                                    ELEMENTS,
                                    DataType.I32,
                                    ReduceKind.SUM,
                                    NumberOptions.STANDARD));
                }
                default -> {
                    int root = call / 4 % ranks;
                    yield open(
                            call,
                            source,
                            source,
                            calls.move(
                                    new Demand.Broadcast(root),
                                    new Buffers(from, from),
                                    from.byteSize()));
                }
            };
        }

        private Handle reduce(Demand demand, MemorySegment from, MemorySegment to) {
            return calls.reduce(
                    demand,
                    new Buffers(from, to),
                    ELEMENTS,
                    DataType.I32,
                    ReduceKind.SUM,
                    NumberOptions.STANDARD);
        }

        private static Open open(int call, int[] source, int[] target, Handle handle) {
            return new Open(call, handle, IntBuffer.wrap(source), IntBuffer.wrap(target));
        }

        private void finish(Open over) {
            over.handle.await();
            int call = over.call;
            int root = call / 4 % ranks;
            if (call % 4 != 1 || rank == root) {
                int first = call % 4 == 2 ? rank * ELEMENTS : 0;
                for (int i = 0; i < ELEMENTS; i++) {
                    int expected = call % 4 == 3 ? given(root, call, i) : sum(call, first + i);
                    if (over.target.get(i) != expected) {
                        throw new AssertionError("rank " + rank + ", call " + call + ", element "
                                + i + ": " + over.target.get(i) + " is not " + expected);
                    }
                }
            }
            Arrays.fill(over.source.array(), 0x5eadbeef);
            Arrays.fill(over.target.array(), 0x5eadbeef);
        }

        private int sum(int call, int i) {
            int sum = 0;
            for (int other = 0; other < ranks; other++) {
                sum += given(other, call, i);
            }
            return sum;
        }
    }
}
