package io.rina.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import io.rina.wire.ReduceOp;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The data path allocates nothing: not one byte over a million frames. */
class AllocationTest {
    private static final int MOST_ROUNDS = 5;

    private static final int LANES = 16;
    private static final Limits LIMITS =
            new Limits(LANES, LANES, 32, 8, 1_000_000, 1_000_000, 8_000_000);
    /** At least four frames a fragment on each plan below, those to the node itself included. */
    private static final int ELEMENTS = 270_000 * LANES;

    /** Frames on their way to one node, in native memory; sometimes full. */
    private static final class Ring implements Outbox {
        private static final int FRAMES = 64;
        private final int node;
        private final int frameBytes = LIMITS.maxFrameBytes();
        private final MemorySegment memory;
        private final int[] lengths = new int[FRAMES];
        private final Frame frame = new Frame();
        private int head;
        private int size;
        private int claimedBytes;

        Ring(Arena arena, int node) {
            this.node = node;
            memory = arena.allocate((long) FRAMES * frameBytes);
        }

        @Override
        public @Nullable Frame claim(int to, int lengthBytes) {
            assertSame(to, node);
            if (size == FRAMES) {
                return null;
            }
            claimedBytes = lengthBytes;
            return frame.wrap(memory, offset(head + size), lengthBytes);
        }

        @Override
        public void commit() {
            lengths[(head + size) % FRAMES] = claimedBytes;
            size++;
        }

        @Nullable
        Frame poll() {
            if (size == 0) {
                return null;
            }
            frame.wrap(memory, offset(head), lengths[head]);
            head = (head + 1) % FRAMES;
            size--;
            return frame;
        }

        private long offset(int index) {
            return (long) index % FRAMES * frameBytes;
        }

        private static void assertSame(int to, int node) {
            if (to != node) {
                throw new AssertionError("a frame to " + to + " went to " + node);
            }
        }
    }

    /** From each node to each other one a ring. */
    private static final class World implements Outbox {
        private final Endpoint[] nodes;
        private final Ring[][] rings;
        private int from;
        private @Nullable Ring claimed;
        private long nowNs;
        private long frames;

        World(Arena arena, Endpoint... nodes) {
            this.nodes = nodes;
            rings = new Ring[nodes.length][nodes.length];
            for (Ring[] row : rings) {
                Arrays.setAll(row, node -> new Ring(arena, node));
            }
        }

        @Override
        public @Nullable Frame claim(int node, int lengthBytes) {
            claimed = rings[from][node];
            return claimed.claim(node, lengthBytes);
        }

        @Override
        public void commit() {
            if (claimed != null) {
                claimed.commit();
            }
        }

        /** Delivers and polls until nothing moves. */
        void run() {
            long before;
            do {
                before = frames;
                nowNs += 1_000;
                for (from = 0; from < nodes.length; from++) {
                    nodes[from].onTimer(nowNs);
                    frames += nodes[from].poll(nowNs, this);
                    for (int to = 0; to < nodes.length; to++) {
                        deliver(rings[from][to], nodes[to]);
                    }
                }
            } while (frames > before);
        }

        private void deliver(Ring ring, Endpoint node) {
            for (Frame frame; (frame = ring.poll()) != null; ) {
                node.onFrame(nowNs, frame);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "switchml, 2, 1",
        "ring, 2, 0",
        "ps, 2, 0",
        "switchml, 1 1, 1",
        "rina-hops, 1 1, 1",
        "atp, 3, 1"
    })
    void shouldAllocateNothingOverAMillionFrames(String strategy, String sizes, String ina) {
        int[] racks =
                Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
        Plan plan = Strategies.named(strategy).plan(Topology.ofSizes(racks, r -> ina.equals("1")));
        HostEndpoint[] hosts = new HostEndpoint[plan.topology().workers()];
        Arrays.setAll(hosts, rank -> new HostEndpoint(Frames.JOB, Program.of(plan), rank, LIMITS));
        int sum = hosts.length * (hosts.length + 1) / 2;
        List<Endpoint> nodes = new ArrayList<>(List.of(hosts));
        for (int rack = 0; rack < racks.length; rack++) {
            nodes.add(new SwitchEndpoint(Frames.JOB, Program.of(plan), new Site.Tor(rack), LIMITS));
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int[][] lanes = new int[hosts.length][ELEMENTS];
        long allocated = -1;
        long frames = 0;
        int rounds = 0;
        try (Arena arena = Arena.ofConfined()) {
            World world = new World(arena, nodes.toArray(Endpoint[]::new));
            // The first round lets the compiler finish; an operation allocates only when it starts.
            // On a busy machine it may compile anew later, which puts a few objects back for once.
            for (; rounds < 2 || (rounds < MOST_ROUNDS && allocated != 0); rounds++) {
                for (int rank = 0; rank < hosts.length; rank++) {
                    Arrays.fill(lanes[rank], rank + 1);
                    hosts[rank]
                            .worker()
                            .start(AllReduceTest.operationOf(new Reduction(
                                    new IntVector(lanes[rank]), ReduceOp.SUM, rounds)));
                }
                long framesBefore = world.frames;
                long before = threads.getCurrentThreadAllocatedBytes();
                world.run();
                allocated = threads.getCurrentThreadAllocatedBytes() - before;
                frames = world.frames - framesBefore;
            }
        }
        assertThat(frames).isGreaterThanOrEqualTo(1_000_000);
        assertThat(hosts[0].worker().completedOperations()).isEqualTo(rounds);
        assertThat(hosts[0].counters().get(Counter.DATA_RESENT)).isEqualTo(0);
        assertThat(Arrays.stream(lanes[1]).allMatch(lane -> lane == sum)).isTrue();
        assertThat(allocated).isEqualTo(0);
    }
}
