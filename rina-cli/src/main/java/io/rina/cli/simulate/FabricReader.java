package io.rina.cli.simulate;

import io.rina.cli.input.Rates;
import io.rina.cli.input.Times;
import io.rina.sim.format.HtsimTopology;
import io.rina.sim.format.Ns3Topology;
import io.rina.sim.net.Fabric;
import io.rina.sim.net.Fabrics;
import io.rina.sim.net.LinkSpeed;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/** Reads {@code topology:} and {@code links:}. */
final class FabricReader {
    private static final int MOST = 1 << 16;
    private static final Map<String, Function<Request, Fabric>> KINDS = Map.of(
            "leaf-spine", FabricReader::leafSpine,
            "fat-tree", FabricReader::fatTree,
            "dragonfly", FabricReader::dragonfly,
            "ns3", FabricReader::ns3,
            "htsim", FabricReader::htsim);

    private final Path file;

    FabricReader(Path file) {
        this.file = file;
    }

    /** The two maps, and the file that they are in. */
    private record Request(Section topology, Section links, Path file) {
        int number(String key, int example) {
            return topology.required(key, key + ": " + example, Words.number(1, MOST));
        }

        LinkSpeed speed(String name, String rate, String delay) {
            double bits = links.value(name + "Rate", Rates.parse(rate), Rates::parse);
            long delayPs = links.value(name + "Delay", Times.parsePs(delay), Times::parsePs);
            return links.check(name + "Rate", () -> new LinkSpeed(Math.round(bits), delayPs));
        }

        LinkSpeed host() {
            return speed("host", "10G", "1us");
        }

        LinkSpeed core() {
            return speed("core", rate(host()), "1us");
        }
    }

    private static String rate(LinkSpeed speed) {
        return Rates.format((double) speed.rateBitsPerSec());
    }

    Fabric read(Section root) {
        Section topology = root.section("topology");
        Function<Request, Fabric> kind =
                topology.required("kind", "topology: {kind: leaf-spine, ...}", Words.oneOf(KINDS));
        Request request = new Request(topology, root.section("links"), file);
        return topology.whole(() -> kind.apply(request));
    }

    private static Fabric leafSpine(Request request) {
        request.topology.only("kind", "leaves", "hostsPerLeaf", "spines");
        request.links.only("hostRate", "hostDelay", "coreRate", "coreDelay");
        return Fabrics.leafSpine(
                request.number("leaves", 4),
                request.number("hostsPerLeaf", 4),
                request.number("spines", 1),
                request.host(),
                request.core());
    }

    private static Fabric fatTree(Request request) {
        request.topology.only("kind", "k");
        request.links.only("hostRate", "hostDelay", "coreRate", "coreDelay");
        return Fabrics.fatTree(request.number("k", 4), request.host(), request.core());
    }

    private static Fabric dragonfly(Request request) {
        request.topology.only("kind", "p", "a", "h");
        request.links.only(
                "hostRate", "hostDelay", "coreRate", "coreDelay", "globalRate", "globalDelay");
        return Fabrics.dragonfly(
                request.number("p", 2),
                request.number("a", 4),
                request.number("h", 2),
                request.host(),
                request.core(),
                request.speed("global", rate(request.core()), "1us"));
    }

    private static Fabric ns3(Request request) {
        Ns3Topology read = read(request, Ns3Topology::read);
        if (!read.isLossless()) {
            throw request.topology.wrong(
                    "file",
                    "has links that lose packets at random, which are"
                            + " not simulated; set their error rates to 0");
        }
        return read.fabric();
    }

    private static Fabric htsim(Request request) {
        return read(request, HtsimTopology::read);
    }

    /** The rates are in the file. */
    private static <T> T read(Request request, FormatFile.Format<T> format) {
        request.topology.only("kind", "file");
        request.links.only();
        return request.topology.required(
                "file",
                "file: and a path",
                name -> FormatFile.read(request.file.resolveSibling(name), format));
    }
}
