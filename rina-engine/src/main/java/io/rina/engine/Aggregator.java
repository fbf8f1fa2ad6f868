package io.rina.engine;

import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.Outbox;

import java.lang.foreign.MemorySegment;

/**
 * A site in software: feeds a {@link SwitchPipeline} and sends what it decides. It unrolls credits
 * and receipts that speak for several positions (hardware would recirculate them) and joins those
 * of a batch into spans, so that acknowledging costs little.
 */
public final class Aggregator {
    private final Job job;
    private final Limits limits;
    private final SitedChannels sited;
    private final SwitchPipeline pipeline;
    private final Emissions emissions;
    private final int reserve;
    private final ControlSpans spans;
    private final Frame control = new Frame()
            .wrap(MemorySegment.ofArray(new byte[Frame.HEADER_BYTES]), 0, Frame.HEADER_BYTES);
    private long emitted;

    Aggregator(Job job, SitedChannels sited, Limits limits, SwitchPipeline pipeline) {
        this.job = job;
        this.limits = limits;
        this.sited = sited;
        this.pipeline = pipeline;
        // Each position is passed on once and completes once after that, and its slot is not reused
        // before the outcome was sent to all.
        reserve = sited.count() * 2 * limits.pool();
        // Answers to repetitions may be lost, so they get what is left; a repetition comes again.
        emissions = new Emissions(reserve + 4 * limits.pool());
        spans = new ControlSpans(sited.links(), limits.creditSpan(), limits.heldReceipts());
    }

    /**
     * Takes a frame whose form has been checked. A span is rewritten for each position that it
     * speaks for; when this returns, the frame is as it was.
     */
    public void onFrame(long nowNs, Frame frame) {
        int span = frame.span();
        if (span == 1 || frame.payloadBytes() > 0) {
            process(nowNs, frame);
            return;
        }
        long first = frame.position();
        frame.span(1);
        for (int i = 0; i < Math.min(span, limits.pool()); i++) {
            process(nowNs, frame.position(first + i));
        }
        frame.position(first).span(span);
    }

    private void process(long nowNs, Frame frame) {
        switch (pipeline.process(nowNs, frame)) {
            case CONSUME -> {}
            case REPLY -> repeat(frame, sited.senders(sited.number(frame), frame));
            case FORWARD_AGAIN -> repeat(frame, SitedChannels.PARENT_BIT);
            case MULTICAST -> emit(frame, sited.members(sited.number(frame)));
            case FORWARD -> emit(frame, SitedChannels.PARENT_BIT);
        }
    }

    private void repeat(Frame frame, long members) {
        if (emissions.room() > reserve) {
            emissions.add(sited.number(frame), frame.position(), members, true);
        }
    }

    private void emit(Frame frame, long members) {
        // Full only if members break the window rule. Whoever keeps it repeats, and gets a reply.
        if (emissions.room() > 0) {
            emissions.add(sited.number(frame), frame.position(), members, false);
        }
    }

    /** As {@link Endpoint#poll}. */
    public int poll(Outbox out) {
        long before = emitted + spans.sent();
        while (!emissions.isEmpty() && serveHead(out)) {
            emissions.remove();
        }
        if (emissions.isEmpty()) {
            spans.flush(out);
        }
        return (int) (emitted + spans.sent() - before);
    }

    /**
     * Serves the members of the head entry; false when the outbox is full before all are served.
     */
    private boolean serveHead(Outbox out) {
        while (emissions.members() != 0) {
            int member = Long.numberOfTrailingZeros(emissions.members());
            int group = replicatedGroup(member);
            boolean isServed = group >= 0
                    ? sendToRelay(member, group, out)
                    : serve(emissions.channel(), member, out);
            if (!isServed) {
                return false;
            }
            emissions.served(
                    group < 0 ? 1L << member : sited.relays(emissions.channel()).bits(group));
        }
        return true;
    }

    /** The group of {@code member} if all of it takes the head entry's sum for the first time. */
    private int replicatedGroup(int member) {
        RelayGroups relays = sited.relays(emissions.channel());
        int group = member == SitedChannels.PARENT ? -1 : relays.group(member);
        if (group < 0
                || emissions.isRepeated()
                || (relays.bits(group) & ~emissions.members()) != 0) {
            return -1;
        }
        int id = sited.id(emissions.channel());
        for (int place = 0; place < relays.size(group); place++) {
            int other = relays.member(group, place);
            if (pipeline.outcomeLanes(id, emissions.position(), other) <= 0) {
                return -1;
            }
        }
        return group;
    }

    /** One result for all of a group, of which {@code member} is the first. */
    private boolean sendToRelay(int member, int group, Outbox out) {
        RelayGroups relays = sited.relays(emissions.channel());
        int id = sited.id(emissions.channel());
        int lanes = pipeline.outcomeLanes(id, emissions.position(), member);
        Frame frame = out.claim(relays.node(group), Frame.HEADER_BYTES + lanes * Integer.BYTES);
        if (frame == null) {
            return false;
        }
        encode(id, member, true, frame);
        frame.bitmap((1 << relays.size(group)) - 1);
        out.commit();
        emitted++;
        return true;
    }

    private boolean serve(int channel, int member, Outbox out) {
        int id = sited.id(channel);
        long position = emissions.position();
        boolean isParent = member == SitedChannels.PARENT;
        int lanes = isParent
                ? pipeline.forwardLanes(id, position)
                : pipeline.outcomeLanes(id, position, member);
        if (lanes < 0) {
            return true;
        }
        int node = sited.node(channel, member);
        if (lanes == 0 && !(isParent && emissions.isRepeated())) {
            encode(id, member, false, control);
            boolean mayWait = !isParent
                    && !emissions.isRepeated()
                    && pipeline.isFollowed(id, position, member);
            return spans.add(sited.link(channel, member), node, control, mayWait, out);
        }
        // A repeated credit does not wait for company, or the outcome might come meanwhile; but
        // the first one may still wait and has to go before it.
        if (lanes == 0 && !spans.release(sited.link(channel, member), out)) {
            return false;
        }
        Frame frame = out.claim(node, Frame.HEADER_BYTES + lanes * Integer.BYTES);
        if (frame == null) {
            return false;
        }
        encode(id, member, true, frame);
        out.commit();
        emitted++;
        return true;
    }

    private void encode(int id, int member, boolean isResult, Frame out) {
        long position = emissions.position();
        boolean isRepeated = emissions.isRepeated();
        if (member == SitedChannels.PARENT) {
            pipeline.encodeForward(id, position, isRepeated, out);
        } else if (isResult) {
            pipeline.encodeResult(id, position, member, isRepeated, out);
        } else {
            out.header(FrameType.RECEIPT, job.key(), job.epoch(), id, member, position)
                    .marked(pipeline.isMarked(id, position));
        }
    }
}
