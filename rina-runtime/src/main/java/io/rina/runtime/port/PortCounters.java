package io.rina.runtime.port;

/**
 * What one port has done. Written by the port's thread only; a reader elsewhere sees values that
 * may lag.
 */
public final class PortCounters {
    private long framesSent;
    private long bytesSent;
    private long framesReceived;
    private long bytesReceived;
    private long sendCalls;
    private long receiveCalls;
    private long waitCalls;
    private long refused;
    private long truncated;
    private long receiveErrors;
    private long gsoFallbacks;

    PortCounters() {}

    /** Frames that the kernel took, which does not say that they arrived. */
    public long framesSent() {
        return framesSent;
    }

    /** Bytes of those frames, without the headers of UDP and IP. */
    public long bytesSent() {
        return bytesSent;
    }

    public long framesReceived() {
        return framesReceived;
    }

    public long bytesReceived() {
        return bytesReceived;
    }

    /** System calls to send, successful or not; so for the next two. */
    public long sendCalls() {
        return sendCalls;
    }

    public long receiveCalls() {
        return receiveCalls;
    }

    public long waitCalls() {
        return waitCalls;
    }

    /** Frames that the kernel would not send, and that were dropped. */
    public long refused() {
        return refused;
    }

    /** Datagrams longer than the longest frame, which were dropped. */
    public long truncated() {
        return truncated;
    }

    /** Calls to receive that failed, other than for want of datagrams. */
    public long receiveErrors() {
        return receiveErrors;
    }

    /** How often a node's frames had to go on singly, because its super-packet was refused. */
    public long gsoFallbacks() {
        return gsoFallbacks;
    }

    void onSent(int frames, long bytes) {
        framesSent += frames;
        bytesSent += bytes;
    }

    void onReceived(int bytes) {
        framesReceived++;
        bytesReceived += bytes;
    }

    void onSendCall() {
        sendCalls++;
    }

    void onReceiveCall() {
        receiveCalls++;
    }

    void onWaitCall() {
        waitCalls++;
    }

    void onRefused(int frames) {
        refused += frames;
    }

    void onTruncated() {
        truncated++;
    }

    void onReceiveError() {
        receiveErrors++;
    }

    void onGsoFallback() {
        gsoFallbacks++;
    }

    @Override
    public String toString() {
        return "sent " + framesSent + " frames (" + bytesSent + " bytes) in " + sendCalls
                + " calls, received " + framesReceived + " frames (" + bytesReceived + " bytes) in "
                + receiveCalls + " calls, waited " + waitCalls + " times, refused " + refused
                + ", truncated " + truncated + ", receive errors " + receiveErrors
                + ", GSO fallbacks " + gsoFallbacks;
    }
}
