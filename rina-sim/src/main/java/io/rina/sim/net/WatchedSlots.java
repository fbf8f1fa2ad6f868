package io.rina.sim.net;

import io.rina.engine.ForwardingPipeline;
import io.rina.engine.SwitchPipeline;
import io.rina.plan.Channel;
import io.rina.wire.Frame;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A switch's table, and how many of its slots hold a position for which not all members have
 * arrived. It is read from the frames that come and what they call for: the first frame of a
 * position opens it, and it is complete when every member gets the outcome.
 */
final class WatchedSlots extends ForwardingPipeline {
    /** Told that one more slot is in use, or with -1 that one is no longer. */
    interface Listener {
        void onChange(int by);
    }

    private static final long NONE = -1;

    private final int slotsOfChannel;
    private final Listener listener;
    /** By channel id. */
    private final Map<Integer, Slots> slots = new HashMap<>();
    /** By the id of a channel at the parent: that of the branch here. */
    private final Map<Integer, Integer> branch = new HashMap<>();

    /** Of a channel, by slot: the newest position that was opened, and the newest complete one. */
    private static final class Slots {
        private final long[] opened;
        private final long[] complete;

        Slots(int count) {
            opened = new long[count];
            complete = new long[count];
            Arrays.fill(opened, NONE);
            Arrays.fill(complete, NONE);
        }
    }

    /**
     * @param sited the channels at this switch
     * @param slotsOfChannel two generations of the pool
     */
    WatchedSlots(SwitchPipeline table, List<Channel> sited, int slotsOfChannel, Listener listener) {
        super(table);
        this.slotsOfChannel = slotsOfChannel;
        this.listener = listener;
        for (Channel channel : sited) {
            slots.put(channel.id(), new Slots(slotsOfChannel));
            if (!channel.isRoot()) {
                branch.put(channel.parent(), channel.id());
            }
        }
    }

    @Override
    public Verdict process(long nowNs, Frame frame) {
        Integer id = frame.type().isForSite()
                ? Integer.valueOf(frame.channel())
                : branch.get(frame.channel());
        long position = frame.position();
        Verdict verdict = super.process(nowNs, frame);
        Slots of = slots.get(id);
        if (of != null) {
            note(of, position, verdict);
        }
        return verdict;
    }

    private void note(Slots of, long position, Verdict verdict) {
        int slot = (int) (position % slotsOfChannel);
        if (position > of.opened[slot]) {
            of.opened[slot] = position;
            listener.onChange(1);
        }
        if (verdict == Verdict.MULTICAST && position > of.complete[slot]) {
            of.complete[slot] = position;
            listener.onChange(-1);
        }
    }
}
