package io.rina.engine;

/** A queue of outcomes to send: which position of which channel, to which members. */
final class Emissions {
    private final int[] channel;
    private final long[] position;
    private final long[] members;
    private final boolean[] repeated;
    private final int mask;
    private int head;
    private int size;

    /** Holds at least {@code atLeast} entries. */
    Emissions(int atLeast) {
        int capacity = Integer.highestOneBit(Math.max(2, atLeast - 1)) << 1;
        channel = new int[capacity];
        position = new long[capacity];
        members = new long[capacity];
        repeated = new boolean[capacity];
        mask = capacity - 1;
    }

    int room() {
        return channel.length - size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(int channel, long position, long members, boolean repeated) {
        if (size == this.channel.length) {
            throw new IllegalStateException("more outcomes are queued than slots exist: " + size);
        }
        int tail = head + size & mask;
        this.channel[tail] = channel;
        this.position[tail] = position;
        this.members[tail] = members;
        this.repeated[tail] = repeated;
        size++;
    }

    int channel() {
        return channel[head];
    }

    long position() {
        return position[head];
    }

    /** The members of the head entry that are still to be served. */
    long members() {
        return members[head];
    }

    boolean isRepeated() {
        return repeated[head];
    }

    void served(long some) {
        members[head] &= ~some;
    }

    void remove() {
        head = head + 1 & mask;
        size--;
    }
}
