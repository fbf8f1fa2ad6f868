package io.rina.sim.kernel;

import java.util.Arrays;

/**
 * The events to come, earliest first; those of one time in the order in which they were added, so
 * that a run depends on nothing but its inputs. Time is a count of whatever unit the caller uses.
 *
 * <p>A binary heap of (time, sequence, event) in three primitive arrays: no object an event, and no
 * allocation once the arrays have grown. An event is an int whose meaning is the caller's: usually
 * an index into a table of its own.
 */
public final class EventQueue {
    private long[] time;
    private long[] sequence;
    private int[] event;
    private int size;
    private long nextSequence;
    private long now;

    /** Grows beyond {@code initialCapacity} as needed. */
    public EventQueue(int initialCapacity) {
        int capacity = Math.max(1, initialCapacity);
        time = new long[capacity];
        sequence = new long[capacity];
        event = new int[capacity];
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    /** The time of the event that {@link #remove} returned last; 0 before the first. */
    public long now() {
        return now;
    }

    /** When the next event is due; {@code Long.MAX_VALUE} when there is none. */
    public long nextTime() {
        return size == 0 ? Long.MAX_VALUE : time[0];
    }

    /** Adds an event; throws IllegalArgumentException when {@code due} is past. */
    public void add(long due, int newEvent) {
        if (due < now) {
            throw new IllegalArgumentException(
                    "event " + newEvent + " at " + due + " is before now, " + now);
        }
        if (size == event.length) {
            grow();
        }
        siftUp(size++, due, nextSequence++, newEvent);
    }

    /**
     * Removes and returns the next event, and makes its time now; throws IllegalStateException when
     * there is none.
     */
    public int remove() {
        if (size == 0) {
            throw new IllegalStateException("no event left at " + now);
        }
        int first = event[0];
        now = time[0];
        size--;
        if (size > 0) {
            siftDown(time[size], sequence[size], event[size]);
        }
        return first;
    }

    private void grow() {
        int capacity = Math.multiplyExact(event.length, 2);
        time = Arrays.copyOf(time, capacity);
        sequence = Arrays.copyOf(sequence, capacity);
        event = Arrays.copyOf(event, capacity);
    }

    /**
     * Moves the hole at {@code hole} up until the entry fits. Nothing in the heap has a later
     * sequence than it.
     */
    private void siftUp(int hole, long due, long order, int newEvent) {
        int at = hole;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (time[parent] <= due) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, due, order, newEvent);
    }

    /** Moves a hole at the root down until the entry fits. */
    private void siftDown(long due, long order, int moved) {
        int at = 0;
        for (int child; (child = 2 * at + 1) < size; at = child) {
            if (child + 1 < size && isBefore(child + 1, time[child], sequence[child])) {
                child++;
            }
            if (!isBefore(child, due, order)) {
                break;
            }
            move(child, at);
        }
        put(at, due, order, moved);
    }

    private boolean isBefore(int entry, long otherTime, long otherSequence) {
        return time[entry] < otherTime
                || (time[entry] == otherTime && sequence[entry] < otherSequence);
    }

    private void move(int from, int to) {
        put(to, time[from], sequence[from], event[from]);
    }

    private void put(int at, long due, long order, int newEvent) {
        time[at] = due;
        sequence[at] = order;
        event[at] = newEvent;
    }
}
