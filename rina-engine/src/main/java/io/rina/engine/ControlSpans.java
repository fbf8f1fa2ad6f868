package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;

import java.lang.foreign.MemorySegment;

/**
 * Control frames (RECEIPT, CREDIT) that wait for company: those for consecutive positions, with the
 * same to say, go to their receiver as one frame. They wait until the end of the poll; a receipt
 * that another one is sure to follow, for some positions. A frame is marked where any of them was.
 */
final class ControlSpans {
    private final int limit;
    private final int patience;
    /** By link: a header, its receiver, and whether it waits to be sent. */
    private final Frame[] held;

    private final int[] node;
    private final boolean[] waits;
    /** By link: whether what waits may do so past the end of the poll. */
    private final boolean[] isPatient;

    /** The links to look at when flushing, each once. */
    private final int[] listed;

    private final boolean[] isListed;
    private int listedCount;
    private long sent;

    /**
     * For {@code links} receivers, at most {@code limit} positions a frame, of which fewer than
     * {@code patience} wait past the end of a poll.
     */
    ControlSpans(int links, int limit, int patience) {
        this.limit = limit;
        this.patience = patience;
        held = new Frame[links];
        MemorySegment headers = MemorySegment.ofArray(new byte[links * Frame.HEADER_BYTES]);
        for (int link = 0; link < links; link++) {
            held[link] =
                    new Frame().wrap(headers, (long) link * Frame.HEADER_BYTES, Frame.HEADER_BYTES);
        }
        node = new int[links];
        waits = new boolean[links];
        isPatient = new boolean[links];
        listed = new int[links];
        isListed = new boolean[links];
    }

    /** Frames sent since construction. */
    long sent() {
        return sent;
    }

    /**
     * Takes a control frame of span 1 for {@code to}, to which {@code link} leads, and sends what
     * waited there if it cannot be joined; false when that could not be sent. With {@code mayWait}
     * another one is sure to follow.
     */
    boolean add(int link, int to, Frame next, boolean mayWait, Outbox out) {
        if (waits[link] && joins(held[link], next)) {
            held[link].span(held[link].span() + 1).marked(next.marked());
            isPatient[link] = mayWait && held[link].span() < patience;
            return true;
        }
        if (!release(link, out)) {
            return false;
        }
        node[link] = to;
        copy(next, held[link]);
        waits[link] = true;
        isPatient[link] = mayWait && patience > 1;
        if (!isListed[link]) {
            isListed[link] = true;
            listed[listedCount++] = link;
        }
        return true;
    }

    private boolean joins(Frame first, Frame next) {
        return first.span() < limit
                && next.position() == first.position() + first.span()
                && (next.flags() | Frame.FLAG_MARKED) == (first.flags() | Frame.FLAG_MARKED)
                && next.contract() == first.contract();
    }

    /** Sends what waits for one receiver; false when that could not be sent. */
    boolean release(int link, Outbox out) {
        if (!waits[link]) {
            return true;
        }
        Frame frame = out.claim(node[link], Frame.HEADER_BYTES);
        if (frame == null) {
            return false;
        }
        copy(held[link], frame);
        out.commit();
        waits[link] = false;
        sent++;
        return true;
    }

    /** Sends what waits for the end of the poll, as far as there is room. */
    void flush(Outbox out) {
        for (int i = listedCount - 1; i >= 0; i--) {
            int link = listed[i];
            if (!waits[link] || (!isPatient[link] && release(link, out))) {
                isListed[link] = false;
                listed[i] = listed[--listedCount];
            }
        }
    }

    private static void copy(Frame from, Frame to) {
        MemorySegment.copy(
                from.segment(), from.offset(), to.segment(), to.offset(), Frame.HEADER_BYTES);
    }
}
