package io.rina.swarm;

/** What one world counts while it runs. */
final class Tally {
    long events;
    long frames;
    long dropped;
    long duplicated;
    long reordered;
    long late;
    long corrupted;
    long garbage;
    long marked;
    long pauses;
    long overflowed;
    long operations;
    long virtualNs;

    Statistics statistics() {
        return new Statistics(
                1,
                events,
                frames,
                dropped,
                duplicated,
                reordered,
                late,
                corrupted,
                garbage,
                marked,
                pauses,
                overflowed,
                operations,
                virtualNs);
    }
}
