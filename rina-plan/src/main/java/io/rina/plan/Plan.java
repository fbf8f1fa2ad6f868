package io.rina.plan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * An all-reduce as data: exchanges in order. Exchanges that touch the same chunk at a worker run in
 * plan order, fragment by fragment; there is no other dependency. A plan speaks of chunks, not of
 * bytes, so one plan serves operations of any size ({@link ChunkLayout} cuts them).
 *
 * @param strategy the name of what made it
 * @param groups the ring's members in ring order; empty where the strategy has no ring
 * @param chunks into how many chunks the elements are cut
 */
public record Plan(
        String strategy,
        Topology topology,
        List<Group> groups,
        int chunks,
        List<Exchange> exchanges) {
    public Plan {
        groups = List.copyOf(groups);
        exchanges = List.copyOf(exchanges);
    }

    /**
     * The channels: exchanges at one site among the same members share a channel, and their
     * fragments take consecutive positions on it, in plan order. The order of the list, and so each
     * channel's id, follows from the plan alone.
     */
    public List<Channel> channels() {
        Map<Key, List<Exchange>> byKey = new LinkedHashMap<>();
        for (Exchange exchange : exchanges) {
            byKey.computeIfAbsent(
                            new Key(exchange.site(), exchange.members()), key -> new ArrayList<>())
                    .add(exchange);
        }
        List<Channel> channels = new ArrayList<>();
        byKey.forEach((key, list) ->
                channels.add(new Channel(channels.size(), key.site, key.members, list)));
        return channels;
    }

    private record Key(Site site, RankSet members) {}

    /** A checksum of the exchanges, equal where two nodes have made the same plan. */
    public int digest() {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.wrap(
                (chunks + "|" + topology + "|" + exchanges).getBytes(StandardCharsets.UTF_8)));
        return (int) crc.getValue();
    }
}
