package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what is sent, and has room for as many frames as the test says. */
final class FakeOutbox implements Outbox {
    record Sent(int to, Frame frame) {
        @Override
        public String toString() {
            return "to " + to + ": " + frame;
        }
    }

    final List<Sent> sent = new ArrayList<>();
    private int room;
    private int to;
    private @Nullable Frame claimed;

    FakeOutbox() {
        this(Integer.MAX_VALUE);
    }

    FakeOutbox(int room) {
        this.room = room;
    }

    void room(int frames) {
        room = frames;
    }

    @Override
    public @Nullable Frame claim(int node, int lengthBytes) {
        if (room == 0) {
            return null;
        }
        to = node;
        claimed = Frames.empty((lengthBytes - Frame.HEADER_BYTES) / Integer.BYTES);
        return claimed;
    }

    @Override
    public void commit() {
        Frame frame = claimed;
        if (frame == null) {
            throw new IllegalStateException("commit without a claim");
        }
        claimed = null;
        room--;
        sent.add(new Sent(to, frame));
    }

    List<Sent> drain() {
        List<Sent> all = List.copyOf(sent);
        sent.clear();
        return all;
    }
}
