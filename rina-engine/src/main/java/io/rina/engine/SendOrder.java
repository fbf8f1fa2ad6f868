package io.rina.engine;

/**
 * In which order a worker's channels may send when the way out is narrow.
 *
 * <p>Credits go first: they are short, and others can send nothing without them. Then the channel
 * that is least far in its chunk, so that the exchanges through which a chunk passes, each on
 * another channel, keep step, and way out and way in are busy all the time. If one of them ran
 * ahead, the others would be left for the end, and there have only one way to use.
 *
 * <p>Channels that are equally far take turns at being first, poll by poll; if the same one were
 * always first, as with a parameter server at every host, all workers would fall upon one site after
 * the other.
 */
final class SendOrder {
    /** Fragments that count as equally far: to change the channel for each would gain nothing. */
    private static final int STEP_FRAGMENTS = 4;

    private static final int CREDITS = -1;

    /** Local channels, the first to send first. */
    private final int[] channels;

    private final int[] keys;
    private int turn;

    SendOrder(int channels) {
        this.channels = new int[channels];
        keys = new int[channels];
    }

    /** Sorts the channels by how far each is in {@code progress}. */
    void arrange(Progress progress) {
        for (int i = 0; i < channels.length; i++) {
            int channel = (i + turn) % channels.length;
            int key = key(progress, channel);
            int place = i;
            for (; place > 0 && keys[place - 1] > key; place--) {
                keys[place] = keys[place - 1];
                channels[place] = channels[place - 1];
            }
            keys[place] = key;
            channels[place] = channel;
        }
        turn = turn + 1 & Short.MAX_VALUE;
    }

    private static int key(Progress progress, int channel) {
        int task = progress.task(channel);
        if (task < 0) {
            return Integer.MAX_VALUE;
        }
        return progress.schedule.gives[task]
                ? progress.fragment(channel) / STEP_FRAGMENTS
                : CREDITS;
    }

    /** The channel that is {@code place}th. */
    int channel(int place) {
        return channels[place];
    }
}
