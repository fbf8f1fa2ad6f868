package io.rina.cli.reproduce;

import io.rina.cli.reproduce.Experiment.Part;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The experiments there are, each with the claims that it checks. */
final class Experiments {
    static final String STRATEGY = "strategy";
    static final String SWITCHES = "ina.switches";

    private static final String MODEL = "workload.model";
    private static final String OVERLAP = "workload.overlap";
    private static final String WORKERS = "jobs.workers";
    private static final String STRAGGLERS = "stragglers";
    private static final String HOSTS = "topology.hostsPerLeaf";
    private static final String BUFFERS = "buffers.bytes";

    /** Of 18 and of 12 switches: none, half, three quarters and all. */
    private static final List<String> FEW_OF_18 = List.of("0", "9", "14", "18");

    private static final List<String> FEW_OF_12 = List.of("0", "6", "9", "12");

    /** Packets are followed of a fraction of everything: here of a fourth. */
    private static final Map<String, String> FOURTH = Map.of("workload.shrink", "4");

    /**
     * Or of a sixteenth, in one bucket: in several, the filling and draining of each would count for
     * more than it does.
     */
    private static final Map<String, String> SIXTEENTH =
            Map.of("workload.shrink", "16", "workload.buckets", "0");

    private static final List<String> WITH_RING =
            List.of("ring", "rina", "rina-striped", "rina-hops");

    private Experiments() {}

    static List<Experiment> all() {
        return List.of(
                models("models-fat-tree", FEW_OF_18),
                models("models-dragonfly", FEW_OF_12),
                allReduce("all-reduce-fat-tree", FEW_OF_18),
                allReduce("all-reduce-dragonfly", FEW_OF_12),
                servers(),
                steps(),
                chain(),
                incast(),
                workers(),
                linkRate(),
                compute(),
                buckets(),
                fabrics(),
                stragglers(),
                jobs());
    }

    private static Experiment models(String name, List<String> few) {
        List<String> three = List.of(few.getFirst(), few.get(1), few.getLast());
        Map<String, List<String>> anchors =
                Map.of(MODEL, List.of("resnet50"), OVERLAP, List.of("false"), SWITCHES, three);
        return new Experiment(
                name,
                "Samples a second of all workers while ToRs are replaced one by one. Without"
                        + " overlap all sums wait for the end of the backward pass, so that every"
                        + " second of them counts; with overlap they hide behind it, and where"
                        + " computing takes longer no strategy gains anything: a gain of nothing"
                        + " is then the right answer. The times are those of mode links, the"
                        + " least that the busiest link and the longest chain allow.",
                Deployment.claims(List.of(OVERLAP, MODEL)),
                new Part(Map.of(), Map.of(SWITCHES, few)),
                new Part(FOURTH, anchors));
    }

    private static Experiment allReduce(String name, List<String> few) {
        return new Experiment(
                name,
                "The same with one all-reduce and nothing else, packet by packet, and beside it"
                        + " what the two models without packets make of it. The claims are judged"
                        + " by the packets.",
                onlyPackets(Deployment.claims(List.of())),
                new Part(
                        Map.of("workload.allReduce", "512KiB"),
                        Map.of(SWITCHES, few, "mode", List.of("packets", "links"))),
                null);
    }

    private static List<Claim> onlyPackets(List<Claim> claims) {
        return claims.stream()
                .map(claim -> new Claim(
                        claim.words(),
                        claim.measure(),
                        claim.cases(),
                        grid -> claim.criterion().apply(grid.where("mode", "packets"))))
                .toList();
    }

    private static Experiment servers() {
        List<Claim> claims = new ArrayList<>();
        for (String atp : List.of("atp:1", "atp:2", "atp:6", "atp:18", "atp")) {
            for (String rina : List.of("rina", "rina-hops")) {
                claims.add(Deployment.halfWay(rina, atp, List.of()));
            }
        }
        for (String ps : List.of("ps:1", "ps:2", "ps:6", "ps:18", "ps")) {
            claims.add(Comparisons.ahead("ring", ps, "0", "no ToR replaced", List.of()));
        }
        return new Experiment(
                "servers",
                "How many of 54 hosts have a parameter server decides on what ps and atp can do:"
                        + " one server's link takes what all others send. What could be had of the"
                        + " paper does not say how many it had.",
                claims,
                new Part(Map.of("workload.allReduce", "256KiB"), Map.of()),
                null);
    }

    private static Experiment steps() {
        return new Experiment(
                "steps",
                "Where a step takes long, the chain of steps decides and not the bytes, and every"
                        + " ToR that is replaced takes steps away. Here a message takes 30 us at"
                        + " each host's link, as it does in implementations whose threads, copies"
                        + " and kernels come between two steps. The claims are judged by the"
                        + " packets.",
                onlyPackets(Deployment.claims(List.of("workload.allReduce"))),
                new Part(
                        Map.of(),
                        Map.of(
                                "workload.allReduce",
                                List.of("64KiB", "1MiB"),
                                SWITCHES,
                                List.of("0", "9", "15", "18"))),
                null);
    }

    private static Experiment chain() {
        return new Experiment(
                "chain",
                "The time of an all-reduce of 16 KiB, which is little but the chain of steps.",
                List.of(
                        Comparisons.growsWithSteps("ring", WORKERS),
                        Comparisons.shorterChain("rina", "ring", WORKERS),
                        Comparisons.shorterChain("rina-hops", "ring", WORKERS),
                        Comparisons.shorterChain("switchml", "ring", WORKERS)),
                new Part(Map.of(), Map.of(WORKERS, List.of("6", "30", "54"))),
                null);
    }

    private static Experiment incast() {
        List<String> cases = List.of(BUFFERS);
        return new Experiment(
                "incast",
                "Many senders that meet at one receiver fill the buffer before it; what does not"
                        + " fit is lost, and is sent again after a time-out of 20 ms or more;"
                        + " windows do not shrink, so losses are worse than with congestion"
                        + " control. With ps:1 one host has the only server, with ps every host"
                        + " has one.",
                List.of(
                        Comparisons.suffersIncast("ps:1", "ring", cases),
                        Comparisons.suffersIncast("ps", "ring", cases),
                        Comparisons.sparesQueues("rina", "ps", cases),
                        Comparisons.sparesQueues("rina-hops", "ps", cases),
                        Comparisons.sparesQueues("switchml", "ps", cases)),
                new Part(Map.of("workload.allReduce", "256KiB"), Map.of()),
                null);
    }

    private static Experiment workers() {
        List<String> cases = List.of(SWITCHES);
        List<Claim> claims = new ArrayList<>();
        claims.add(Comparisons.stopsScaling("ps:1", WORKERS, cases));
        for (String rina : Deployment.RINAS) {
            claims.add(Comparisons.keepsLead(rina, "ring", WORKERS, "with more workers", cases));
        }
        return new Experiment(
                "workers",
                "More and more workers, rack after rack. Every second ToR is replaced, or all.",
                claims,
                new Part(Map.of(), Map.of(WORKERS, List.of("6", "30", "54"))),
                new Part(
                        SIXTEENTH,
                        Map.of(
                                STRATEGY,
                                List.of("ps:1", "ring", "rina", "rina-striped", "rina-hops"),
                                WORKERS,
                                List.of("6", "54"))));
    }

    private static Experiment linkRate() {
        return new Experiment(
                "link-rate",
                "Slow links make the sum the longer part of an iteration, fast ones the shorter.",
                aheadOfRing("9", "18", List.of(OVERLAP, "links.hostRate")),
                Part.ALL,
                halfAndAll("links.hostRate", "1G"));
    }

    private static Experiment compute() {
        return new Experiment(
                "compute",
                "Where workers compute long, a faster sum is worth little without overlap and"
                        + " nothing with it. 292 ms is what the model's source measured.",
                aheadOfRing("9", "18", List.of(OVERLAP, "workload.computeTime")),
                Part.ALL,
                halfAndAll("workload.computeTime", "0ms"));
    }

    /** Anchors without overlap where {@code key} has {@code value}, half and all ToRs replaced. */
    private static Part halfAndAll(String key, String value) {
        return new Part(
                SIXTEENTH,
                Map.of(
                        STRATEGY,
                        WITH_RING,
                        OVERLAP,
                        List.of("false"),
                        key,
                        List.of(value),
                        SWITCHES,
                        List.of("9", "18")));
    }

    private static Experiment buckets() {
        return new Experiment(
                "buckets",
                "The smaller a bucket, the more its time is the chain of steps. With buckets of 1"
                        + " byte every layer is summed by itself. How near links is to packets"
                        + " where the chain decides, the experiment steps shows.",
                aheadOfRing("9", "18", List.of("links.hostDelay", MODEL, "workload.buckets")),
                Part.ALL,
                null);
    }

    private static Experiment fabrics() {
        List<Claim> claims = new ArrayList<>();
        List<String> cases = List.of("topology", "links.coreRate");
        for (String rina : Deployment.RINAS) {
            for (String other : List.of("ring", "h-ar", "ps", "atp", "switchml")) {
                claims.add(Comparisons.ahead(rina, other, "all", "all ToRs replaced", cases));
            }
        }
        return new Experiment(
                "fabrics",
                "One all-reduce on other fabrics, packet by packet. No switch in the core"
                        + " aggregates, so that switchml's tree has its root at a ToR, whose"
                        + " links to the core carry the whole of each other rack's sum.",
                claims,
                new Part(
                        Map.of("workload.allReduce", "256KiB"),
                        Map.of("links.coreRate", List.of("10G", "100G"))),
                null);
    }

    private static Experiment stragglers() {
        List<Claim> claims = new ArrayList<>();
        for (String rina : Deployment.RINAS) {
            claims.add(Comparisons.ahead(
                    rina, "ring", "4", "all ToRs replaced and late workers", List.of(STRAGGLERS)));
        }
        for (String rina : Deployment.RINAS) {
            claims.add(Comparisons.losesLess(rina, "ring", STRAGGLERS, "none", List.of(SWITCHES)));
        }
        return new Experiment(
                "stragglers",
                "All sums wait for the latest worker, whatever the strategy: what late workers"
                        + " cost is much the same for all.",
                claims,
                new Part(
                        Map.of("workload.iterations", "1"),
                        Map.of(
                                SWITCHES, List.of("4"),
                                STRAGGLERS, List.of("none", "uniform:1"))),
                null);
    }

    private static Experiment jobs() {
        List<Claim> claims = new ArrayList<>();
        for (String rina : Deployment.RINAS) {
            claims.add(Comparisons.keepsLead(
                    rina,
                    "ring",
                    HOSTS,
                    "as jobs join that share the switches",
                    List.of(SWITCHES)));
        }
        return new Experiment(
                "jobs",
                "One to four jobs of 16 workers, each with four hosts under each of four switches"
                        + " and a share of their slots.",
                claims,
                new Part(Map.of(), Map.of(SWITCHES, List.of("4"), HOSTS, List.of("4", "8"))),
                null);
    }

    private static List<Claim> aheadOfRing(String half, String all, List<String> cases) {
        List<Claim> claims = new ArrayList<>();
        for (String rina : Deployment.RINAS) {
            claims.add(Comparisons.ahead(rina, "ring", half, "half of the ToRs replaced", cases));
            claims.add(Comparisons.ahead(rina, "ring", all, "all ToRs replaced", cases));
        }
        return claims;
    }
}
