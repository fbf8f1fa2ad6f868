package io.rina.runtime.port;

import io.rina.wire.Outbox;

import java.net.InetSocketAddress;

/**
 * A UDP socket that speaks frames, made for a duty cycle: receive a batch, let the machines fill
 * the outbox, flush it, await.
 *
 * <p>A port belongs to one thread at a time, which also closes it: no other call may be under way
 * then. Only {@link #wakeup()} and the calls that tell something, from {@link #localAddress()} to
 * {@link #describe()}, may come from other threads. A port gives what UDP gives: frames may be
 * lost, repeated and overtaken, and whatever cannot be sent is counted and dropped, since the
 * protocol repeats what goes unanswered.
 *
 * <p>After {@link #close()} every other call throws {@link IllegalStateException}, except that
 * {@link #describe()} still tells what there was.
 */
public interface Port extends AutoCloseable {
    /**
     * Where to put frames for other nodes; always the same object. Each node has a queue of its
     * own, and a claim gives null while that node's queue is full. A claim that was not committed
     * ends with the next claim or flush.
     *
     * @throws IllegalArgumentException from a claim whose node or length is out of range
     * @throws IllegalStateException from a claim for a node that has no {@linkplain #peer address}
     */
    Outbox outbox();

    /**
     * Sends what the outbox holds and returns how many frames the kernel took. Frames for which it
     * has no room now stay queued, in order; frames that it will not take at all are counted as
     * {@linkplain PortCounters#refused() refused} and dropped.
     */
    int flush();

    /**
     * Hands what has arrived to {@code sink}, one batch at most, and returns the number of frames.
     * It does not wait. A datagram longer than {@link #maxFrameBytes()} is counted and dropped.
     */
    int receive(FrameSink sink);

    /**
     * Waits until a frame can be received, {@link #wakeup()} is called or the time is over. When
     * frames stayed queued in the outbox it also returns once the kernel has room for them. A
     * wakeup since the last wait ends this one at once. Zero or less looks without waiting;
     * {@code Long.MAX_VALUE} waits for as long as it takes.
     */
    void await(long timeoutNs);

    /** Ends the wait under way, or else the next one. */
    void wakeup();

    /** Where this port receives; its port number is the real one, also when 0 was asked for. */
    InetSocketAddress localAddress();

    /**
     * Sets where the frames for {@code node} go, those already queued included.
     *
     * @throws IllegalArgumentException for an address that this port's socket cannot send to
     */
    void peer(int node, InetSocketAddress address);

    PortCounters counters();

    /** The longest frame that can be claimed or received. */
    int maxFrameBytes();

    /** One line on the kind of port, its address, and what the kernel granted it. */
    String describe();

    /** Frees the socket and the memory; a second call does nothing. */
    @Override
    void close();
}
