package io.rina.engine;

import io.rina.plan.Demand;
import io.rina.plan.Program;
import io.rina.plan.RankSet;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.Outbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rank's side of the protocol: gives fragments to sites and takes sums from them, in the order of
 * the plan that the reduction under way runs on, as it serves the reduction's demand.
 *
 * <p>For each channel a cursor walks the channel's tasks, fragment by fragment; each step takes the
 * channel's next position, which goes on from one reduction to the next, whatever their plans. The
 * cursor stops where the window is full or where an earlier task on the same fragment is not done
 * ({@link Progress}). Since positions on every channel follow the one order of the plan, the
 * earliest unfinished position of all can always move, and so nothing deadlocks, whatever the pool.
 *
 * <p>Both fold and completion happen only while the position is under way in the {@link Window};
 * whatever comes twice finds it closed.
 */
public final class Worker {
    /** Credits that a full window is sent in, in a steady stream. */
    private static final int CREDITS_A_WINDOW = 8;

    /** What is left of a reduction that is long, in fragments over all its tasks. */
    private static final int STREAM_FRAGMENTS = 512;

    /** A channel that has been waiting. */
    public record Stall(int siteNode, RankSet members, long position, long sinceNs) {}

    /** What a schedule is made for. */
    private record Use(int plan, Demand demand) {}

    private final Job job;
    private final Seats seats;
    private final Limits limits;
    private final Counters counters;
    private final SendOrder order;
    private final Window[] windows;
    private final Map<Use, Schedule> schedules = new HashMap<>();

    private @Nullable Operation operation;
    private @Nullable Progress progress;
    private long completedOperations;
    private boolean aborted;

    public Worker(Job job, Program program, int rank, Limits limits, Counters counters) {
        this.job = job;
        this.limits = limits;
        this.counters = counters;
        seats = new Seats(program, rank);
        order = new SendOrder(seats.channels());
        windows = new Window[seats.channels()];
        RoundTrip roundTrip = new RoundTrip();
        for (int c = 0; c < windows.length; c++) {
            long id = ((long) rank << Integer.SIZE) | seats.channelId[c];
            windows[c] = new Window(limits, id, roundTrip);
        }
    }

    /** Whether {@link #start} may be called. */
    public boolean isIdle() {
        return operation == null;
    }

    /**
     * Operations completed since construction; a caller waits for this to pass its own operation's
     * number.
     */
    public long completedOperations() {
        return completedOperations;
    }

    /** Starts an operation; throws IllegalStateException while another one runs. */
    public void start(Operation next) {
        if (operation != null || aborted) {
            throw new IllegalStateException(
                    "rank " + seats.rank + " already runs an operation, or has been aborted");
        }
        operation = next;
        startNextReduction();
    }

    /**
     * Gives up the operation under way, for good: its buffers are not touched any more, and what
     * still arrives changes nothing.
     */
    public void abort() {
        operation = null;
        progress = null;
        aborted = true;
    }

    private void startNextReduction() {
        while (operation != null) {
            Reduction next = operation.next();
            progress = next == null ? null : new Progress(next, schedule(next), limits);
            if (progress == null) {
                operation = null;
                completedOperations++;
            } else if (!progress.isDone()) {
                return;
            }
        }
    }

    private Schedule schedule(Reduction reduction) {
        return schedules.computeIfAbsent(
                new Use(reduction.plan(), reduction.demand()),
                use -> new Schedule(seats.program.plan(use.plan, use.demand), seats));
    }

    /** Takes a RESULT or RECEIPT frame whose form has been checked. */
    public void onFrame(long nowNs, Frame frame) {
        if (aborted || !job.owns(frame, counters)) {
            return;
        }
        int id = frame.channel();
        int channel = id >= 0 && id < seats.localChannel.length ? seats.localChannel[id] : -1;
        if (channel < 0) {
            counters.increment(Counter.UNKNOWN_CHANNEL);
        } else if (frame.member() != seats.member[channel]) {
            counters.increment(Counter.NOT_A_MEMBER);
        } else if (frame.type() == FrameType.RESULT) {
            onResult(nowNs, channel, frame);
        } else {
            onReceipt(nowNs, channel, frame);
        }
    }

    private void onResult(long nowNs, int channel, Frame frame) {
        int cell = windows[channel].find(frame.position());
        if (cell < 0) {
            counters.increment(Counter.DUPLICATE);
            return;
        }
        Progress current = current();
        Reduction reduction = current.reduction;
        int task = windows[channel].task(cell);
        int fragment = windows[channel].fragment(cell);
        if (!current.schedule.takes[task]
                || frame.payloadLanes() != current.lanes(task, fragment)
                || frame.contract() != reduction.contract()
                || frame.opCode() != reduction.op().code()) {
            counters.increment(Counter.MISMATCH);
            return;
        }
        int[] lanes = reduction.vector().lanes();
        if (current.schedule.adds[task]) {
            frame.foldPayload(reduction.op(), lanes, current.start(task, fragment));
        } else {
            frame.copyPayload(lanes, current.start(task, fragment));
        }
        complete(nowNs, channel, cell, frame.marked());
    }

    private void onReceipt(long nowNs, int channel, Frame frame) {
        long end = frame.position() + Math.min(frame.span(), limits.pool());
        for (long position = frame.position(); position < end; position++) {
            int cell = windows[channel].find(position);
            if (cell < 0) {
                counters.increment(Counter.DUPLICATE);
            } else if (current().schedule.takes[windows[channel].task(cell)]) {
                counters.increment(Counter.MISMATCH);
            } else {
                complete(nowNs, channel, cell, frame.marked());
            }
        }
    }

    private void complete(long nowNs, int channel, int cell, boolean marked) {
        Progress current = current();
        Window window = windows[channel];
        window.close(nowNs, cell, marked);
        current.onDone(window.task(cell), window.fragment(cell));
        if (current.isDone()) {
            startNextReduction();
        }
    }

    private Progress current() {
        if (progress == null) {
            throw new IllegalStateException(
                    "rank " + seats.rank + " has a position under way but no reduction");
        }
        return progress;
    }

    /** As {@link Endpoint#isStreaming}. */
    public boolean isStreaming() {
        return progress != null && progress.remaining() >= STREAM_FRAGMENTS;
    }

    /** As {@link Endpoint#onTimer}. */
    public void onTimer(long nowNs) {
        for (Window window : windows) {
            window.onTimer(nowNs);
        }
    }

    /** As {@link Endpoint#deadlineNs}. */
    public long deadlineNs() {
        long deadline = Long.MAX_VALUE;
        if (progress == null) {
            return deadline;
        }
        for (Window window : windows) {
            deadline = Math.min(deadline, window.deadlineNs());
        }
        return deadline;
    }

    /** As {@link Endpoint#poll}. */
    public int poll(long nowNs, Outbox out) {
        if (progress == null) {
            return 0;
        }
        int sent = 0;
        order.arrange(progress);
        for (int place = 0; place < windows.length; place++) {
            int channel = order.channel(place);
            sent += repeatOverdue(nowNs, channel, out);
            sent += advance(nowNs, channel, out);
        }
        return sent;
    }

    private int repeatOverdue(long nowNs, int channel, Outbox out) {
        Window window = windows[channel];
        int sent = 0;
        for (int cell; (cell = window.nextOverdue(nowNs)) >= 0; sent++) {
            if (!send(
                    channel,
                    window.position(cell),
                    window.task(cell),
                    window.fragment(cell),
                    1,
                    true,
                    out)) {
                break;
            }
            window.onRepeated(nowNs, cell);
        }
        return sent;
    }

    private int advance(long nowNs, int channel, Outbox out) {
        Progress current = current();
        Window window = windows[channel];
        int sent = 0;
        for (int task; (task = current.task(channel)) >= 0; sent++) {
            int fragment = current.fragment(channel);
            int span = current.startable(channel, task, window, limits.creditSpan());
            if (span == 0
                    || isBetterJoined(channel, task, span)
                    || !send(channel, window.next(), task, fragment, span, false, out)) {
                break;
            }
            for (int i = 0; i < span; i++) {
                window.open(nowNs, task, fragment + i);
            }
            current.onStarted(channel, span);
        }
        return sent;
    }

    /**
     * Whether a credit had better wait for more positions to speak for. Each outcome frees one
     * position, so in a steady stream credits would go out singly, a frame of headers for each of
     * data. As long as half the window is under way nobody waits for this one; then, and at the end
     * of a chunk, it goes as it is.
     */
    private boolean isBetterJoined(int channel, int task, int span) {
        Progress current = current();
        Window window = windows[channel];
        return !current.schedule.gives[task]
                && span < Math.min(limits.creditSpan(), window.most() / CREDITS_A_WINDOW)
                && span < current.fragmentsLeft(channel)
                && window.isMoreThanHalfFull();
    }

    private boolean send(
            int channel,
            long position,
            int task,
            int fragment,
            int span,
            boolean resent,
            Outbox out) {
        Progress current = current();
        boolean gives = current.schedule.gives[task];
        int lanes = gives ? current.lanes(task, fragment) : 0;
        Frame frame =
                out.claim(current.schedule.node[task], Frame.HEADER_BYTES + lanes * Integer.BYTES);
        if (frame == null) {
            return false;
        }
        if (!resent) {
            // Only now, with the frame claimed, is it certain that this happens once.
            current.onStarting(task, fragment, span);
        }
        Reduction reduction = current.reduction;
        frame.header(
                        gives ? FrameType.DATA : FrameType.CREDIT,
                        job.key(),
                        job.epoch(),
                        seats.channelId[channel],
                        seats.member[channel],
                        position)
                .flags(current.schedule.takes[task], resent, reduction.op())
                // A repetition wants its answer now, and a small window is soon full.
                .more(!resent
                        && current.hasAfter(task, fragment + span)
                        && windows[channel].outrunsReceipts())
                .contract(reduction.contract());
        if (gives) {
            frame.payload(reduction.vector().lanes(), current.start(task, fragment), lanes);
        } else {
            frame.span(span);
        }
        out.commit();
        return true;
    }

    /**
     * The channels whose oldest position has waited longest first; for diagnosis, not for the hot
     * path.
     */
    public List<Stall> stalls() {
        List<Stall> stalls = new ArrayList<>();
        for (int c = 0; c < windows.length; c++) {
            if (!windows[c].isEmpty()) {
                stalls.add(new Stall(
                        seats.siteNode[c],
                        seats.members[c],
                        windows[c].oldest(),
                        windows[c].oldestSentNs()));
            }
        }
        stalls.sort((a, b) -> Long.compare(a.sinceNs, b.sinceNs));
        return stalls;
    }
}
