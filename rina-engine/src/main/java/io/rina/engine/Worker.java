package io.rina.engine;

import io.rina.plan.ChunkLayout;
import io.rina.plan.Plan;
import io.rina.plan.RankSet;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.Outbox;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rank's side of the protocol: gives fragments to sites and takes sums from them, in the order of
 * the plan.
 *
 * <p>For each channel a cursor walks the channel's tasks, fragment by fragment; each step takes the
 * channel's next position. The cursor stops where the window is full or where an earlier task on
 * the same fragment is not done. A fragment's {@code stage} counts its tasks done. Since positions
 * on every channel follow the one order of the plan, the earliest unfinished position of all can
 * always move, and so nothing deadlocks, whatever the pool.
 *
 * <p>Both fold and completion happen only while the position is under way in the {@link Window};
 * whatever comes twice finds it closed.
 */
public final class Worker {
    /** A channel that has been waiting. */
    public record Stall(int siteNode, RankSet members, long position, long sinceNs) {}

    private final Job job;
    private final Schedule schedule;
    private final Limits limits;
    private final Counters counters;
    private final Window[] windows;
    private final int[] cursorTask;
    private final int[] cursorFragment;

    private int[] firstFragment = {};
    private int[] stage = {};
    private long remaining;
    private @Nullable Operation operation;
    private @Nullable Reduction reduction;
    private ChunkLayout layout;
    private long completedOperations;
    private boolean aborted;

    public Worker(Job job, Plan plan, int rank, Limits limits, Counters counters) {
        this.job = job;
        this.schedule = new Schedule(plan, rank);
        this.limits = limits;
        this.counters = counters;
        int channels = schedule.channelId.length;
        windows = new Window[channels];
        for (int c = 0; c < channels; c++) {
            windows[c] = new Window(limits);
        }
        cursorTask = new int[channels];
        cursorFragment = new int[channels];
        layout = layoutOf(0);
    }

    private ChunkLayout layoutOf(int elements) {
        return new ChunkLayout(
                elements,
                schedule.tasksOfChunk.length,
                limits.blockElements(),
                limits.fragmentElements());
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
                    "rank " + schedule.rank + " already runs an operation, or has been aborted");
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
        reduction = null;
        aborted = true;
    }

    private void startNextReduction() {
        while (operation != null) {
            reduction = operation.next();
            if (reduction == null) {
                operation = null;
                completedOperations++;
            } else if (begin(reduction)) {
                return;
            }
        }
    }

    /**
     * Lays the reduction out; false when there is nothing to exchange. Allocates by operation,
     * never by frame.
     */
    private boolean begin(Reduction next) {
        Vector vector = next.vector();
        layout = layoutOf(vector.elements());
        int chunks = layout.chunks();
        if (firstFragment.length <= chunks) {
            firstFragment = new int[chunks + 1];
        }
        remaining = 0;
        for (int c = 0; c < chunks; c++) {
            firstFragment[c + 1] = firstFragment[c] + layout.fragments(c);
            remaining += (long) schedule.tasksOfChunk[c] * layout.fragments(c);
            if (schedule.tasksOfChunk[c] == 0) {
                vector.load(layout.start(c), layout.start(c + 1));
                vector.store(layout.start(c), layout.start(c + 1));
            }
        }
        int fragments = firstFragment[chunks];
        if (stage.length < fragments) {
            stage = new int[fragments];
        } else {
            Arrays.fill(stage, 0, fragments, 0);
        }
        for (int c = 0; c < windows.length; c++) {
            cursorTask[c] = 0;
            cursorFragment[c] = 0;
            skipEmptyChunks(c);
        }
        return remaining > 0;
    }

    private void skipEmptyChunks(int channel) {
        int[] tasks = schedule.tasksOfChannel[channel];
        while (cursorTask[channel] < tasks.length
                && cursorFragment[channel]
                        == layout.fragments(schedule.chunk[tasks[cursorTask[channel]]])) {
            cursorTask[channel]++;
            cursorFragment[channel] = 0;
        }
    }

    /** Takes a RESULT or RECEIPT frame whose form has been checked. */
    public void onFrame(long nowNs, Frame frame) {
        if (aborted || !job.owns(frame, counters)) {
            return;
        }
        int id = frame.channel();
        int channel = id >= 0 && id < schedule.localChannel.length ? schedule.localChannel[id] : -1;
        if (channel < 0) {
            counters.increment(Counter.UNKNOWN_CHANNEL);
        } else if (frame.member() != schedule.member[channel]) {
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
        int task = windows[channel].task(cell);
        int fragment = windows[channel].fragment(cell);
        int chunk = schedule.chunk[task];
        Reduction current = current();
        if (!schedule.takes[task]
                || frame.payloadLanes() != layout.fragmentSize(chunk, fragment)
                || frame.contract() != current.contract()
                || frame.opCode() != current.op().code()) {
            counters.increment(Counter.MISMATCH);
            return;
        }
        int[] lanes = current.vector().lanes();
        int start = layout.fragmentStart(chunk, fragment);
        if (schedule.adds[task]) {
            frame.foldPayload(current.op(), lanes, start);
        } else {
            frame.copyPayload(lanes, start);
        }
        complete(nowNs, channel, cell);
    }

    private void onReceipt(long nowNs, int channel, Frame frame) {
        long end = frame.position() + Math.min(frame.span(), limits.pool());
        for (long position = frame.position(); position < end; position++) {
            int cell = windows[channel].find(position);
            if (cell < 0) {
                counters.increment(Counter.DUPLICATE);
            } else if (schedule.takes[windows[channel].task(cell)]) {
                counters.increment(Counter.MISMATCH);
            } else {
                complete(nowNs, channel, cell);
            }
        }
    }

    private void complete(long nowNs, int channel, int cell) {
        Window window = windows[channel];
        int chunk = schedule.chunk[window.task(cell)];
        int fragment = window.fragment(cell);
        window.close(nowNs, cell);
        if (++stage[firstFragment[chunk] + fragment] == schedule.tasksOfChunk[chunk]) {
            int start = layout.fragmentStart(chunk, fragment);
            current().vector().store(start, start + layout.fragmentSize(chunk, fragment));
        }
        if (--remaining == 0) {
            startNextReduction();
        }
    }

    private Reduction current() {
        if (reduction == null) {
            throw new IllegalStateException(
                    "rank " + schedule.rank + " has a position under way but no reduction");
        }
        return reduction;
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
        if (reduction == null) {
            return deadline;
        }
        for (Window window : windows) {
            deadline = Math.min(deadline, window.deadlineNs());
        }
        return deadline;
    }

    /** As {@link Endpoint#poll}. */
    public int poll(long nowNs, Outbox out) {
        if (reduction == null) {
            return 0;
        }
        int sent = 0;
        for (int channel = 0; channel < windows.length; channel++) {
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
        int[] tasks = schedule.tasksOfChannel[channel];
        Window window = windows[channel];
        int sent = 0;
        while (cursorTask[channel] < tasks.length) {
            int task = tasks[cursorTask[channel]];
            int span = startable(channel, task);
            if (span == 0) {
                break;
            }
            int fragment = cursorFragment[channel];
            if (!send(channel, window.next(), task, fragment, span, false, out)) {
                break;
            }
            for (int i = 0; i < span; i++) {
                window.open(nowNs, task, fragment + i);
            }
            cursorFragment[channel] += span;
            skipEmptyChunks(channel);
            sent++;
        }
        return sent;
    }

    /**
     * How many fragments from the cursor on may start now in one frame: data singly, credits
     * several at once.
     */
    private int startable(int channel, int task) {
        int chunk = schedule.chunk[task];
        int first = firstFragment[chunk] + cursorFragment[channel];
        int most = schedule.gives[task]
                ? 1
                : Math.min(limits.creditSpan(), layout.fragments(chunk) - cursorFragment[channel]);
        int span = 0;
        while (span < most
                && windows[channel].isFree(span)
                && stage[first + span] == schedule.ordinal[task]) {
            span++;
        }
        return span;
    }

    /** Loads the fragments, if {@code task} is the first that touches them. */
    private void loadFirst(int task, int fragment, int span) {
        if (schedule.ordinal[task] != 0) {
            return;
        }
        int chunk = schedule.chunk[task];
        for (int i = fragment; i < fragment + span; i++) {
            int start = layout.fragmentStart(chunk, i);
            current().vector().load(start, start + layout.fragmentSize(chunk, i));
        }
    }

    private boolean send(
            int channel,
            long position,
            int task,
            int fragment,
            int span,
            boolean resent,
            Outbox out) {
        boolean gives = schedule.gives[task];
        int chunk = schedule.chunk[task];
        int lanes = gives ? layout.fragmentSize(chunk, fragment) : 0;
        Frame frame =
                out.claim(schedule.siteNode[channel], Frame.HEADER_BYTES + lanes * Integer.BYTES);
        if (frame == null) {
            return false;
        }
        if (!resent) {
            // Only now, with the frame claimed, is it certain that this happens once.
            loadFirst(task, fragment, span);
        }
        Reduction current = current();
        frame.header(
                        gives ? FrameType.DATA : FrameType.CREDIT,
                        job.key(),
                        job.epoch(),
                        schedule.channelId[channel],
                        schedule.member[channel],
                        position)
                .flags(schedule.takes[task], resent, current.op())
                .contract(current.contract());
        if (gives) {
            frame.payload(current.vector().lanes(), layout.fragmentStart(chunk, fragment), lanes);
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
                        schedule.siteNode[c],
                        schedule.members[c],
                        windows[c].oldest(),
                        windows[c].oldestSentNs()));
            }
        }
        stalls.sort((a, b) -> Long.compare(a.sinceNs, b.sinceNs));
        return stalls;
    }
}
