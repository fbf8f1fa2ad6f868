package io.rina.engine;

import io.rina.engine.SwitchPipeline.Verdict;
import io.rina.plan.Plan;
import io.rina.plan.Site;
import io.rina.plan.Strategies;
import io.rina.plan.Topology;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.ReduceOp;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a switch's table does for one position: a full frame of each member arrives, the last of
 * which completes it. {@link #positionAndItsOutcome} also writes the result to each member.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SlotTableBenchmark {
    private static final Job JOB = new Job(1, 2);
    private static final Limits LIMITS = Limits.standard();

    @Param({"2", "8", "32"})
    int members = 2;

    private Frame[] frames = {};
    private Frame out = new Frame();
    private long position;

    @SuppressWarnings("NullAway.Init")
    private SlotTable table;

    @Setup
    public void fill() {
        Plan plan = Strategies.named("switchml")
                .plan(Topology.ofSizes(new int[] {members}, rack -> true));
        int node = plan.topology().nodeOf(new Site.Tor(0));
        SitedChannels sited = new SitedChannels(plan.topology(), plan.channels(), node);
        table = new SlotTable(JOB, sited, LIMITS, new Counters());
        int[] lanes = new int[LIMITS.fragmentElements()];
        frames = new Frame[members];
        for (int member = 0; member < members; member++) {
            frames[member] = empty().header(FrameType.DATA, JOB.key(), JOB.epoch(), 0, member, 0)
                    .flags(true, false, ReduceOp.SUM)
                    .contract(3)
                    .payload(lanes, 0, lanes.length);
        }
        out = empty();
    }

    private static Frame empty() {
        int bytes = LIMITS.maxFrameBytes();
        return new Frame().wrap(Arena.ofAuto().allocate(bytes, 64), 0, bytes);
    }

    @Benchmark
    public long position() {
        Verdict verdict = Verdict.CONSUME;
        for (Frame frame : frames) {
            verdict = table.process(0, frame.position(position));
        }
        if (verdict != Verdict.MULTICAST) {
            throw new IllegalStateException("position " + position + " is not complete");
        }
        return position++;
    }

    @Benchmark
    public Frame positionAndItsOutcome() {
        long complete = position();
        for (int member = 0; member < members; member++) {
            table.encodeResult(0, complete, member, false, out);
        }
        return out;
    }
}
