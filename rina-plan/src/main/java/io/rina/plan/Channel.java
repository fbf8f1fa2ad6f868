package io.rina.plan;

import java.util.List;

/**
 * A site and the ranks that meet there.
 *
 * @param id its index among the plan's channels
 * @param members whose index here is their member number in frames
 * @param exchanges those that run on it, in plan order
 */
public record Channel(int id, Site site, RankSet members, List<Exchange> exchanges) {
    public Channel {
        exchanges = List.copyOf(exchanges);
    }
}
