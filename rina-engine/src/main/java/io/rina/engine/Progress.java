package io.rina.engine;

import io.rina.plan.ChunkLayout;

/**
 * How far a worker is with one reduction: where on each channel its cursor stands, and how many of
 * the tasks that touch a fragment are done, the fragment's stage.
 *
 * <p>A range is loaded when the first task that touches it starts, if the worker is a source of it,
 * and stored when the last one is done, if it is a sink; a range that no task touches here is
 * loaded and stored at the beginning.
 */
final class Progress {
    final Reduction reduction;
    final Schedule schedule;
    private final Vector vector;
    private final ChunkLayout layout;
    /** Per local channel. */
    private final int[] cursorTask;

    private final int[] cursorFragment;
    /** Per chunk: its first fragment in {@link #stage}. */
    private final int[] firstFragment;

    private final int[] stage;
    private long remaining;

    Progress(Reduction reduction, Schedule schedule, Limits limits) {
        this.reduction = reduction;
        this.schedule = schedule;
        vector = reduction.vector();
        layout = layout(schedule, vector, limits);
        cursorTask = new int[schedule.tasksOfChannel.length];
        cursorFragment = new int[cursorTask.length];
        firstFragment = new int[layout.chunks() + 1];
        for (int c = 0; c < layout.chunks(); c++) {
            firstFragment[c + 1] = firstFragment[c] + layout.fragments(c);
            if (schedule.tasksOfChunk[c] == 0) {
                load(c, (int) layout.start(c), (int) layout.start(c + 1));
                store(c, (int) layout.start(c), (int) layout.start(c + 1));
            }
        }
        stage = new int[firstFragment[layout.chunks()]];
        for (int chunk : schedule.chunk) {
            remaining += layout.fragments(chunk);
        }
        for (int c = 0; c < cursorTask.length; c++) {
            skipEmptyChunks(c);
        }
    }

    private static ChunkLayout layout(Schedule schedule, Vector vector, Limits limits) {
        int segments = schedule.cuts.size();
        if (vector.elements() % segments != 0) {
            throw new IllegalArgumentException("a vector of " + vector.elements()
                    + " elements cannot be cut into " + segments + " segments of one size");
        }
        return new ChunkLayout(
                vector.elements() / segments,
                schedule.cuts,
                limits.blockElements(),
                limits.fragmentElements());
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

    /** How many fragments are not done, over all tasks. */
    long remaining() {
        return remaining;
    }

    /** Whether all tasks are done. */
    boolean isDone() {
        return remaining == 0;
    }

    /** The task at the cursor, or -1 at the end. */
    int task(int channel) {
        int[] tasks = schedule.tasksOfChannel[channel];
        return cursorTask[channel] < tasks.length ? tasks[cursorTask[channel]] : -1;
    }

    /** The fragment at the cursor. */
    int fragment(int channel) {
        return cursorFragment[channel];
    }

    /** How many fragments of the task at the cursor have not started. */
    int fragmentsLeft(int channel) {
        return layout.fragments(schedule.chunk[task(channel)]) - cursorFragment[channel];
    }

    /** Whether the task goes on at {@code fragment}. */
    boolean hasAfter(int task, int fragment) {
        return fragment < layout.fragments(schedule.chunk[task]);
    }

    /**
     * How many fragments from the cursor on may start now in one frame: data singly, credits
     * several at once, at most {@code span}.
     */
    int startable(int channel, int task, Window window, int span) {
        int chunk = schedule.chunk[task];
        int first = firstFragment[chunk] + cursorFragment[channel];
        int most = schedule.gives[task]
                ? 1
                : Math.min(span, layout.fragments(chunk) - cursorFragment[channel]);
        int ordinal = schedule.ordinal[task];
        int free = 0;
        while (free < most
                && window.isFree(free)
                && (ordinal == Schedule.BYSTANDS || stage[first + free] == ordinal)) {
            free++;
        }
        return free;
    }

    /** Loads {@code span} fragments, if {@code task} is the first that touches them. */
    void onStarting(int task, int fragment, int span) {
        for (int i = fragment; schedule.ordinal[task] == 0 && i < fragment + span; i++) {
            int start = start(task, i);
            load(schedule.chunk[task], start, start + lanes(task, i));
        }
    }

    /** Moves the cursor over {@code span} fragments that have started. */
    void onStarted(int channel, int span) {
        cursorFragment[channel] += span;
        skipEmptyChunks(channel);
    }

    /** The first lane of a fragment. */
    int start(int task, int fragment) {
        return (int) layout.fragmentStart(schedule.chunk[task], fragment);
    }

    /** How many lanes a fragment has. */
    int lanes(int task, int fragment) {
        return layout.fragmentSize(schedule.chunk[task], fragment);
    }

    /** A task is done on one fragment; if it was the last that touches it, stores that. */
    void onDone(int task, int fragment) {
        remaining--;
        int chunk = schedule.chunk[task];
        if (schedule.ordinal[task] != Schedule.BYSTANDS
                && ++stage[firstFragment[chunk] + fragment] == schedule.tasksOfChunk[chunk]) {
            int start = start(task, fragment);
            store(chunk, start, start + lanes(task, fragment));
        }
    }

    private void load(int chunk, int from, int to) {
        if (schedule.isSource[chunk]) {
            vector.load(from, to);
        }
    }

    private void store(int chunk, int from, int to) {
        if (schedule.isSink[chunk]) {
            vector.store(from, to);
        }
    }
}
