package io.rina.engine;

import io.rina.plan.Channel;
import io.rina.wire.Frame;
import io.rina.wire.FrameType;
import io.rina.wire.Outbox;

import java.util.List;

/**
 * A site in software: feeds a {@link SwitchPipeline} and sends what it decides. It unrolls credits
 * that speak for several positions (hardware would recirculate them) and joins the receipts of a
 * batch into spans, so that acknowledging costs little.
 */
public final class Aggregator {
    private final Job job;
    private final Limits limits;
    private final SwitchPipeline pipeline;
    private final Emissions emissions;
    private final int reserve;

    /**
     * Receipts not sent yet, by first receipt of the channel + member: the first position and how
     * many follow.
     */
    private final int[] firstReceipt;

    private final long[] receiptPosition;
    private final int[] receiptSpan;
    private final int[] receiptChannel;
    private final int[] dirty;
    private int dirtyCount;
    private long emitted;

    public Aggregator(Job job, List<Channel> channels, Limits limits, SwitchPipeline pipeline) {
        this.job = job;
        this.limits = limits;
        this.pipeline = pipeline;
        // Each position completes once, and its slot is not reused before that outcome was sent to
        // all.
        reserve = channels.size() * 2 * limits.pool();
        // Answers to repetitions may be lost, so they get what is left; a repetition comes again.
        emissions = new Emissions(reserve + 4 * limits.pool());
        firstReceipt = new int[channels.stream().mapToInt(Channel::id).max().orElse(-1) + 1];
        int receipts = 0;
        for (Channel channel : channels) {
            firstReceipt[channel.id()] = receipts;
            receipts += channel.members().size();
        }
        receiptPosition = new long[receipts];
        receiptSpan = new int[receipts];
        receiptChannel = new int[receipts];
        dirty = new int[receipts];
    }

    /**
     * Takes a DATA or CREDIT frame whose form has been checked. A credit's header is rewritten for
     * each position that it speaks for; when this returns, the frame is as it was.
     */
    public void onFrame(long nowNs, Frame frame) {
        int span = frame.span();
        if (span == 1) {
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
            case REPLY -> {
                if (emissions.room() > reserve) {
                    emissions.add(frame.channel(), frame.position(), 1L << frame.member(), true);
                }
            }
            case MULTICAST -> {
                // Full only if members break the window rule. Whoever keeps it repeats, and gets a
                // reply.
                if (emissions.room() > 0) {
                    long all = (1L << pipeline.members(frame.channel())) - 1;
                    emissions.add(frame.channel(), frame.position(), all, false);
                }
            }
        }
    }

    /** As {@link Endpoint#poll}. */
    public int poll(Outbox out) {
        long before = emitted;
        while (!emissions.isEmpty() && serveHead(out)) {
            emissions.remove();
        }
        if (emissions.isEmpty()) {
            flushReceipts(out);
        }
        return (int) (emitted - before);
    }

    /**
     * Serves the members of the head entry; false when the outbox is full before all are served.
     */
    private boolean serveHead(Outbox out) {
        while (emissions.members() != 0) {
            int member = Long.numberOfTrailingZeros(emissions.members());
            int lanes = pipeline.outcomeLanes(emissions.channel(), emissions.position(), member);
            boolean isServed = true;
            if (lanes > 0) {
                isServed = sendResult(member, lanes, out);
            } else if (lanes == 0) {
                isServed = addReceipt(emissions.channel(), emissions.position(), member, out);
            }
            if (!isServed) {
                return false;
            }
            emissions.served(member);
        }
        return true;
    }

    private boolean sendResult(int member, int lanes, Outbox out) {
        int node = pipeline.memberNode(emissions.channel(), member);
        Frame frame = out.claim(node, Frame.HEADER_BYTES + lanes * Integer.BYTES);
        if (frame == null) {
            return false;
        }
        pipeline.encodeResult(
                emissions.channel(), emissions.position(), member, emissions.isRepeated(), frame);
        out.commit();
        emitted++;
        return true;
    }

    /**
     * Appends to the member's pending span, or sends that first; false when it could not be sent.
     */
    private boolean addReceipt(int channel, long position, int member, Outbox out) {
        int receipt = firstReceipt[channel] + member;
        int span = receiptSpan[receipt];
        if (span > 0
                && (span == limits.creditSpan() || receiptPosition[receipt] + span != position)) {
            if (!sendReceipt(receipt, out)) {
                return false;
            }
            span = 0;
        } else if (span == 0) {
            dirty[dirtyCount++] = receipt;
        }
        if (span == 0) {
            receiptPosition[receipt] = position;
            receiptChannel[receipt] = channel;
        }
        receiptSpan[receipt] = span + 1;
        return true;
    }

    private void flushReceipts(Outbox out) {
        while (dirtyCount > 0 && sendReceipt(dirty[dirtyCount - 1], out)) {
            receiptSpan[dirty[--dirtyCount]] = 0;
        }
    }

    private boolean sendReceipt(int receipt, Outbox out) {
        int channel = receiptChannel[receipt];
        int member = receipt - firstReceipt[channel];
        Frame frame = out.claim(pipeline.memberNode(channel, member), Frame.HEADER_BYTES);
        if (frame == null) {
            return false;
        }
        frame.header(
                        FrameType.RECEIPT,
                        job.key(),
                        job.epoch(),
                        channel,
                        member,
                        receiptPosition[receipt])
                .span(receiptSpan[receipt]);
        out.commit();
        emitted++;
        return true;
    }
}
