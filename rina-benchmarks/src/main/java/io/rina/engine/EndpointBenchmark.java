package io.rina.engine;

import io.rina.plan.Plan;
import io.rina.plan.Program;
import io.rina.plan.Site;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.wire.ReduceOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An all-reduce of 4,096 full fragments of int32 among endpoints in one thread, with queues in
 * memory between them: poll, onFrame, and nothing of sockets. {@code frames} counts those that went
 * over a queue, in a second as is the score.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EndpointBenchmark {
    private static final Job JOB = new Job(1, 2);
    private static final Limits LIMITS = Limits.standard();
    private static final int ELEMENTS = 4_096 * LIMITS.fragmentElements();

    /** Frames that were moved, a rate like the score. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Moved {
        public long frames;

        @Setup(Level.Iteration)
        public void clear() {
            frames = 0;
        }
    }

    @Param({"ring", "rina", "switchml"})
    String strategy = "ring";

    private HostEndpoint[] hosts = {};
    private int[][] lanes = {};
    private int round;

    @SuppressWarnings("NullAway.Init")
    private MemoryLinks links;

    @Setup
    public void connect() {
        Plan plan = Strategies.named(strategy)
                .plan(Topology.ofSizes(new int[] {2, 2}, rack -> !strategy.equals("ring")));
        Program program = Program.of(plan);
        hosts = new HostEndpoint[plan.topology().workers()];
        Arrays.setAll(hosts, rank -> new HostEndpoint(JOB, program, rank, LIMITS));
        List<Endpoint> nodes = new ArrayList<>(List.of(hosts));
        for (int rack = 0; rack < plan.topology().racks().size(); rack++) {
            nodes.add(new SwitchEndpoint(JOB, program, new Site.Tor(rack), LIMITS));
        }
        links = new MemoryLinks(LIMITS.maxFrameBytes(), nodes);
        lanes = new int[hosts.length][ELEMENTS];
    }

    @Benchmark
    public int[][] allReduce(Moved moved) {
        round++;
        for (int rank = 0; rank < hosts.length; rank++) {
            hosts[rank].worker().start(once(lanes[rank]));
        }
        moved.frames += links.run();
        for (HostEndpoint host : hosts) {
            if (host.worker().completedOperations() != round) {
                throw new IllegalStateException("all-reduce " + round + " came to a halt");
            }
        }
        return lanes;
    }

    private Operation once(int[] vector) {
        List<Reduction> left =
                new ArrayList<>(List.of(new Reduction(new IntVector(vector), ReduceOp.SUM, round)));
        return () -> left.isEmpty() ? null : left.removeFirst();
    }
}
