package io.rina.runtime.port;

import io.rina.wire.Frame;

/** Takes the frames that a port has received. */
@FunctionalInterface
public interface FrameSink {
    /**
     * Takes one datagram. Nothing about its bytes was checked, and it may be empty; the view is
     * valid only during the call.
     */
    void onFrame(Frame frame);
}
