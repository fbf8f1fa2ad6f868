package io.rina.cli.cluster;

import io.rina.cli.cluster.ClusterFile.ClusterRack;
import io.rina.cli.cluster.ClusterFile.Host;
import io.rina.cli.cluster.ClusterYaml.CoreYaml;
import io.rina.cli.cluster.ClusterYaml.HostYaml;
import io.rina.cli.cluster.ClusterYaml.RackYaml;
import io.rina.cli.input.HostPort;
import io.rina.cli.input.InputException;
import io.rina.cli.yaml.YamlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the racks of a cluster file, and what must not occur twice in them. */
final class RackReader {
    private final YamlText text;
    private final Map<String, String> rackNames = new HashMap<>();
    private final Map<String, String> hostNames = new HashMap<>();
    private final Map<HostPort, String> addresses = new HashMap<>();
    private final Ranks ranks;

    RackReader(YamlText text) {
        this.text = text;
        ranks = new Ranks(text);
    }

    List<ClusterRack> read(@Nullable List<@Nullable RackYaml> yaml) {
        if (yaml == null || yaml.isEmpty()) {
            throw text.wrong(
                    yaml == null ? "" : "racks",
                    "there are no racks; write racks: with at least one, and hosts in it; "
                            + ClusterReader.EXAMPLE);
        }
        ranks.expect(yaml);
        List<ClusterRack> racks = new ArrayList<>();
        for (int i = 0; i < yaml.size(); i++) {
            racks.add(rack("racks[" + i + "]", yaml.get(i)));
        }
        return racks;
    }

    private ClusterRack rack(String path, @Nullable RackYaml yaml) {
        if (yaml == null) {
            throw text.wrong(path, "is empty; give the rack a name and hosts, or take it away");
        }
        String name = name(path, yaml.name(), rackNames, hostNames);
        List<Host> hosts = hosts(path + ".hosts", name, yaml.hosts());
        boolean ina = yaml.ina() != null && isTrue(path + ".ina", yaml.ina());
        HostPort switchAddress = switchAddress(path + ".switch", yaml.switchAddress(), ina, hosts);
        return new ClusterRack(name, ina, switchAddress, hosts);
    }

    /** Where the core's software switch listens; null for a core that does not aggregate. */
    @Nullable
    HostPort core(@Nullable CoreYaml yaml, List<ClusterRack> racks) {
        if (yaml == null) {
            return null;
        }
        List<Host> hosts = racks.stream().flatMap(rack -> rack.hosts().stream()).toList();
        boolean ina = yaml.ina() != null && isTrue("core.ina", yaml.ina());
        String taken = ina ? rackNames.getOrDefault("core", hostNames.get("core")) : null;
        if (taken != null) {
            throw text.wrong(
                    taken + ".name",
                    "'core' is what the core switch goes by where it aggregates; write another");
        }
        return switchAddress("core.switch", yaml.switchAddress(), ina, hosts);
    }

    private boolean isTrue(String path, String given) {
        return switch (given) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw text.wrong(
                        path,
                        "'" + given + "' is not an answer; write true if the switch aggregates,"
                                + " or false");
        };
    }

    /** The address is checked but left out for a switch without INA: so one word turns INA off. */
    private @Nullable HostPort switchAddress(
            String path, @Nullable String given, boolean ina, List<Host> hosts) {
        if (given != null) {
            HostPort address = ClusterReader.value(text, path, given, HostPort::parse);
            claim(path, address);
            return ina ? address : null;
        }
        if (!ina) {
            return null;
        }
        if (!hosts.stream().allMatch(host -> host.address().isLoopback())) {
            throw text.wrong(
                    path,
                    "is missing beside ina: true; write switch: and the host:port of the software"
                            + " switch, or ina: false (only where all hosts below it have loopback"
                            + " addresses is it " + LocalCluster.ANY_PORT + " by itself)");
        }
        return LocalCluster.ANY_PORT;
    }

    private List<Host> hosts(String path, String rack, @Nullable List<@Nullable HostYaml> yaml) {
        if (yaml == null || yaml.isEmpty()) {
            throw text.wrong(
                    path,
                    "rack '" + rack + "' has no hosts; give it at least one, or take it away");
        }
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < yaml.size(); i++) {
            hosts.add(host(path + "[" + i + "]", yaml.get(i)));
        }
        return hosts;
    }

    private Host host(String path, @Nullable HostYaml yaml) {
        if (yaml == null) {
            throw text.wrong(path, "is empty; give the host a name and an address");
        }
        String name = name(path, yaml.name(), hostNames, rackNames);
        if (yaml.address() == null) {
            throw text.wrong(
                    path,
                    "host '" + name
                            + "' has no address; write address: and its name or IP address");
        }
        String host =
                ClusterReader.value(text, path + ".address", yaml.address(), HostPort::checkHost);
        int port = yaml.port() == null
                ? 0
                : ClusterReader.value(text, path + ".port", yaml.port(), HostPort::parsePort);
        HostPort address = new HostPort(host, port);
        claim(path + (yaml.port() == null ? ".address" : ".port"), address);
        return new Host(name, address, ranks.next(path, name, yaml.rank()));
    }

    private String name(
            String path,
            @Nullable String given,
            Map<String, String> taken,
            Map<String, String> otherKind) {
        if (given == null || given.isBlank()) {
            throw text.wrong(
                    path, "has no name; write name: and a word that no other of its kind has");
        }
        // A name with a comma could not be named in --ina.
        if (given.contains(",") || !given.equals(given.strip())) {
            throw text.wrong(
                    path + ".name",
                    "'" + given + "' has a comma, or a space at its edge; write a plain word");
        }
        if (given.startsWith("-") || given.chars().anyMatch(Character::isISOControl)) {
            throw text.wrong(
                    path + ".name",
                    "'" + given.replaceAll("\\p{Cntrl}", "?") + "' starts with a hyphen, as options"
                            + " do, or has a control character; write a plain word");
        }
        if (given.equals("coordinator")) {
            throw text.wrong(
                    path + ".name", "'coordinator' is what the coordinator goes by; write another");
        }
        checkKinds(path, given, otherKind);
        String before = taken.putIfAbsent(given, path);
        if (before != null) {
            throw text.wrong(
                    path + ".name",
                    "'" + given + "' is also the name of " + before + " on line "
                            + text.line(before + ".name") + "; give one of them another");
        }
        return given;
    }

    /** {@code --only} names a rack's switch and a host in the same way. */
    private void checkKinds(String path, String given, Map<String, String> otherKind) {
        String other = otherKind.get(given);
        if (other != null) {
            throw text.wrong(
                    path + ".name",
                    "'" + given + "' is also the name of " + other + " on line "
                            + text.line(other + ".name")
                            + "; a rack and a host must differ, too; give one of them another");
        }
    }

    private void claim(String path, HostPort address) {
        if (address.port() == 0) {
            return;
        }
        String before = addresses.putIfAbsent(address, path);
        if (before != null) {
            throw text.wrong(
                    path,
                    address + " is also at " + before + " on line " + text.line(before)
                            + "; give one of them another port, or 0 for any free one");
        }
    }

    /** Gives out ranks: those of the file, or, where it has none, one after the other. */
    private static final class Ranks {
        private final YamlText text;
        private final Map<Integer, String> taken = new HashMap<>();
        private int workers;
        private boolean given;

        Ranks(YamlText text) {
            this.text = text;
        }

        void expect(List<@Nullable RackYaml> racks) {
            for (RackYaml rack : racks) {
                if (rack == null || rack.hosts() == null) {
                    continue;
                }
                for (HostYaml host : rack.hosts()) {
                    workers++;
                    given |= host != null && host.rank() != null;
                }
            }
        }

        int next(String path, String host, @Nullable String rank) {
            if (!given) {
                taken.put(taken.size(), path);
                return taken.size() - 1;
            }
            if (rank == null) {
                throw text.wrong(
                        path,
                        "host '" + host + "' has no rank but others have; give every host a rank,"
                                + " or none, which numbers them in the order of the file");
            }
            return claim(path + ".rank", rank);
        }

        private int claim(String path, String given) {
            int rank = ClusterReader.value(text, path, given, this::parse);
            String before = taken.putIfAbsent(rank, path);
            if (before != null) {
                throw text.wrong(
                        path,
                        "'" + given + "' is also " + before + " on line " + text.line(before)
                                + "; " + workers + " workers have the ranks 0 to " + (workers - 1)
                                + ", each once");
            }
            return rank;
        }

        private int parse(String given) {
            try {
                return ClusterReader.number(given, 0, workers - 1);
            } catch (InputException e) {
                throw new InputException(
                        "'" + given + "' is not one of the ranks 0 to " + (workers - 1) + " that "
                                + workers + " workers have",
                        e);
            }
        }
    }
}
