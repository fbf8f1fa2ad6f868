package io.rina.engine;

import io.rina.wire.Frame;

/**
 * Stands around a site's pipeline and does what that does: for those that watch it, or are to do one
 * thing differently.
 */
public abstract class ForwardingPipeline implements SwitchPipeline {
    private final SwitchPipeline pipeline;

    protected ForwardingPipeline(SwitchPipeline pipeline) {
        this.pipeline = pipeline;
    }

    @Override
    public Verdict process(long nowNs, Frame frame) {
        return pipeline.process(nowNs, frame);
    }

    @Override
    public int outcomeLanes(int channel, long position, int member) {
        return pipeline.outcomeLanes(channel, position, member);
    }

    @Override
    public boolean isFollowed(int channel, long position, int member) {
        return pipeline.isFollowed(channel, position, member);
    }

    @Override
    public boolean isMarked(int channel, long position) {
        return pipeline.isMarked(channel, position);
    }

    @Override
    public void encodeResult(int channel, long position, int member, boolean resent, Frame out) {
        pipeline.encodeResult(channel, position, member, resent, out);
    }

    @Override
    public int forwardLanes(int channel, long position) {
        return pipeline.forwardLanes(channel, position);
    }

    @Override
    public void encodeForward(int channel, long position, boolean resent, Frame out) {
        pipeline.encodeForward(channel, position, resent, out);
    }
}
