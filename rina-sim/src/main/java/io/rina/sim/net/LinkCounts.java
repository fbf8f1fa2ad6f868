package io.rina.sim.net;

/**
 * What a directed link has carried so far.
 *
 * @param packets that joined its queue
 * @param bytes of them, as on the wire
 * @param dropped that found the queue full
 * @param marked that found more waiting than the mark
 * @param peakPs the longest that a packet took to leave
 */
public record LinkCounts(long packets, long bytes, long dropped, long marked, long peakPs) {}
