package io.rina.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the channels of exchanges: those of one site, the root first, then those of the next. */
final class ChannelList {
    private final Topology topology;
    private final List<Channel> channels = new ArrayList<>();
    /** The id of the next channel. */
    private int next;

    private ChannelList(Topology topology) {
        this.topology = topology;
    }

    static List<Channel> of(Topology topology, List<Exchange> exchanges) {
        Map<Exchange.Meeting, List<Exchange>> meetings = new LinkedHashMap<>();
        for (Exchange exchange : exchanges) {
            meetings.computeIfAbsent(exchange.meeting(), key -> new ArrayList<>())
                    .add(exchange);
        }
        ChannelList list = new ChannelList(topology);
        meetings.forEach(list::add);
        return list.channels;
    }

    private void add(Exchange.Meeting meeting, List<Exchange> exchanges) {
        if (meeting.site().branches().isEmpty()) {
            channels.add(new Channel(
                    next++,
                    meeting.site().root(),
                    meeting.members(),
                    meeting.members(),
                    List.of(),
                    Channel.NO_PARENT,
                    0,
                    relays(meeting),
                    exchanges));
            return;
        }
        Map<Site, List<Integer>> placed = new LinkedHashMap<>();
        Set<Site> nodes = new HashSet<>();
        collect(meeting.site(), nodes);
        for (int rank : meeting.members().toArray()) {
            placed.computeIfAbsent(
                            place(rank, meeting.site().root(), nodes), at -> new ArrayList<>())
                    .add(rank);
        }
        add(meeting.site(), placed, Channel.NO_PARENT, 0, exchanges, new ArrayList<>());
    }

    /** A relay with a single rank under it would combine nothing. */
    private List<Channel.Relay> relays(Exchange.Meeting meeting) {
        List<Channel.Relay> relays = new ArrayList<>();
        if (meeting.site() instanceof Site.Relayed relayed) {
            for (Site.Tor tor : relayed.relays()) {
                RankSet under = meeting.members()
                        .where(rank -> rank != relayed.server().rank()
                                && topology.rackOf(rank) == tor.rack());
                if (under.size() > 1) {
                    relays.add(new Channel.Relay(tor, under));
                }
            }
        }
        return relays;
    }

    private static void collect(Site site, Set<Site> nodes) {
        nodes.add(site.root());
        site.branches().forEach(branch -> collect(branch, nodes));
    }

    /** The node of the tree at which {@code rank} meets the others. */
    private Site place(int rank, Site root, Set<Site> nodes) {
        Site own = new Site.Tor(topology.rackOf(rank));
        return nodes.contains(own) && !root.equals(new Site.Host(rank)) ? own : root;
    }

    /** {@code met}: the ranks at the nodes that have been walked, to which those from here are added. */
    private void add(
            Site site,
            Map<Site, List<Integer>> placed,
            int parent,
            int memberAtParent,
            List<Exchange> exchanges,
            List<Integer> met) {
        int id = next++;
        int at = channels.size();
        int metBefore = met.size();
        List<Integer> members = placed.getOrDefault(site.root(), List.of());
        met.addAll(members);
        List<Integer> branches = new ArrayList<>();
        for (Site branch : site.branches()) {
            int member = members.size() + branches.size();
            branches.add(next);
            add(branch, placed, id, member, exchanges, met);
        }
        // In front of its branches, which had to be walked to know who is below.
        channels.add(
                at,
                new Channel(
                        id,
                        site.root(),
                        ranks(members),
                        ranks(met.subList(metBefore, met.size())),
                        branches,
                        parent,
                        memberAtParent,
                        List.of(),
                        exchanges));
    }

    private static RankSet ranks(List<Integer> ranks) {
        return RankSet.of(ranks.stream().mapToInt(Integer::intValue).toArray());
    }
}
