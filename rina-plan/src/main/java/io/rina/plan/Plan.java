package io.rina.plan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A collective as data: exchanges in order. Exchanges that touch the same chunk at a worker run in
 * plan order, fragment by fragment; there is no other dependency. A plan speaks of chunks, not of
 * bytes, so one plan serves operations of any size ({@link ChunkLayout} cuts them).
 *
 * @param strategy the name of what made it
 * @param groups the ring's members in ring order; empty where the strategy has no ring
 * @param demand what it does: strategies make all-reduces
 * @param cuts into how many chunks each of the demand's segments is cut; chunks are numbered
 *     through all segments
 */
public record Plan(
        String strategy,
        Topology topology,
        List<Group> groups,
        Demand demand,
        List<Integer> cuts,
        List<Exchange> exchanges) {
    public Plan {
        groups = List.copyOf(groups);
        cuts = List.copyOf(cuts);
        exchanges = List.copyOf(exchanges);
    }

    /** An all-reduce. */
    public Plan(
            String strategy,
            Topology topology,
            List<Group> groups,
            int chunks,
            List<Exchange> exchanges) {
        this(strategy, topology, groups, new Demand.AllReduce(), List.of(chunks), exchanges);
    }

    /** Chunks in all. */
    public int chunks() {
        int chunks = 0;
        for (int cut : cuts) {
            chunks += cut;
        }
        return chunks;
    }

    /** The demand's segments, in order. */
    public List<Demand.Segment> segments() {
        return demand.segments(topology.workers());
    }

    /** By chunk: the segment that it is a part of. */
    public int[] segmentOfChunk() {
        int[] segments = new int[chunks()];
        int next = 0;
        for (int segment = 0; segment < cuts.size(); segment++) {
            Arrays.fill(segments, next, next + cuts.get(segment), segment);
            next += cuts.get(segment);
        }
        return segments;
    }

    /**
     * The plan that serves another demand, by the exchanges of this one as far as they matter to it
     * ({@link Pruning}); they keep their members, and so their channels. This must be a right plan
     * of an all-reduce.
     */
    public Plan serving(Demand other) {
        return other.equals(demand) ? this : DemandPlan.of(this, other);
    }

    /** By chunk: the indices of its exchanges, in plan order. */
    int[][] byChunk() {
        int[] counts = new int[chunks()];
        for (Exchange exchange : exchanges) {
            counts[exchange.chunk()]++;
        }
        int[][] indices = new int[counts.length][];
        for (int chunk = 0; chunk < indices.length; chunk++) {
            indices[chunk] = new int[counts[chunk]];
        }
        for (int i = exchanges.size() - 1; i >= 0; i--) {
            int chunk = exchanges.get(i).chunk();
            indices[chunk][--counts[chunk]] = i;
        }
        return indices;
    }

    /**
     * The channels: exchanges at one site among the same members share a channel, or the channels of
     * a tree, and their fragments take consecutive positions on it, in plan order. A tree's channels
     * follow one another, the root first, then each branch with its own branches. The order of the
     * list, and so each channel's id, follows from the plan alone.
     */
    public List<Channel> channels() {
        return ChannelList.of(topology, exchanges);
    }

    /** A checksum of the exchanges, equal where two nodes have made the same plan. */
    public int digest() {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.wrap(
                (chunks() + "|" + topology + "|" + exchanges).getBytes(StandardCharsets.UTF_8)));
        return (int) crc.getValue();
    }
}
