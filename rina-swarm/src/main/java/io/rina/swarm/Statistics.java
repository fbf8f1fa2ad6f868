package io.rina.swarm;

/**
 * What happened in one world or in many together.
 *
 * @param frames that the endpoints sent
 * @param dropped lost on the way for no reason
 * @param corrupted lost because their check sequence was wrong
 * @param garbage frames that no endpoint sent, or not to there, or not now
 * @param marked met a long queue on their way
 * @param overflowed lost at a paused node
 * @param operations completed, counted once for each rank
 * @param virtualNs time that passed in the worlds
 */
public record Statistics(
        long worlds,
        long events,
        long frames,
        long dropped,
        long duplicated,
        long reordered,
        long late,
        long corrupted,
        long garbage,
        long marked,
        long pauses,
        long overflowed,
        long operations,
        long virtualNs) {
    public static final Statistics NONE = new Statistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    public Statistics plus(Statistics that) {
        return new Statistics(
                worlds + that.worlds,
                events + that.events,
                frames + that.frames,
                dropped + that.dropped,
                duplicated + that.duplicated,
                reordered + that.reordered,
                late + that.late,
                corrupted + that.corrupted,
                garbage + that.garbage,
                marked + that.marked,
                pauses + that.pauses,
                overflowed + that.overflowed,
                operations + that.operations,
                virtualNs + that.virtualNs);
    }
}
