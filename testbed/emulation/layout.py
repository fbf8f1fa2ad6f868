"""Who is where: racks, hosts, namespaces, addresses and ranks.

Every host, every top-of-rack switch (ToR), the core and the coordinator is a network namespace:

    rack0-host0 eth0 --- host0 \\
                                br0 rack0 uplink --- rack0 \\
    rack0-host1 eth0 --- host1 /                            br0 core
                                    rack1 uplink --- rack1 /

A ToR and the core are bridges with an address of their own, so that a software switch can run
there.
A second network, ctl0 everywhere, joins all of them with the coordinator's namespace. Only the
control plane uses it, so that nothing but frames crosses the links that are counted.
"""

import os
import re
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Tuple

from .errors import UsageError

DATA_PORT = 7420
SWITCH_PORT = 7410
COORDINATOR_PORT = 7400
MAX_HOSTS = 200
MAX_RACKS = 200
UNITS = {"k": 1e3, "m": 1e6, "g": 1e9}


def bits_per_second(rate: str) -> Optional[float]:
    """None for a link without limit."""
    if rate == "0":
        return None
    number, unit = re.fullmatch(r"([\d.]+)([kmg])bit", rate).groups()
    return float(number) * UNITS[unit]


@dataclass(frozen=True)
class Link:
    """A link and its two ends, of which the lower one is farther from the core."""

    lower: str
    lower_interface: str
    upper: str
    upper_interface: str
    rate: str


@dataclass(frozen=True)
class Layout:
    """Racks of these sizes. A rate is as tc writes it, "200mbit"; "0" sets no limit."""

    name: str = "rina"
    sizes: Tuple[int, ...] = (2, 2)
    rate: str = "0"
    uplink: str = "0"
    burst: str = "16kb"
    queue: str = "256kb"
    host_queue: str = "1500kb"
    mtu: int = 1500
    # A super-packet must stay under the burst, or the limit cuts it up.
    segments: int = 8

    def __post_init__(self) -> None:
        if not self.sizes or len(self.sizes) > MAX_RACKS:
            raise UsageError(f"{len(self.sizes)} racks: there can be 1 to {MAX_RACKS}")
        if not 1 <= self.segments <= 65535:
            raise UsageError(f"--segments {self.segments}: there can be 1 to 65535")
        for size in self.sizes:
            if not 1 <= size <= MAX_HOSTS:
                raise UsageError(f"a rack of {size} hosts: there can be 1 to {MAX_HOSTS}")

    def namespace(self, node: str) -> str:
        return f"{self.name}-{node}"

    def racks(self) -> List[str]:
        return [f"rack{i}" for i in range(len(self.sizes))]

    def hosts(self, rack: int) -> List[str]:
        return [f"rack{rack}-host{i}" for i in range(self.sizes[rack])]

    def all_hosts(self) -> List[str]:
        return [host for rack in range(len(self.sizes)) for host in self.hosts(rack)]

    def nodes(self) -> List[str]:
        return ["coordinator", "core", *self.racks(), *self.all_hosts()]

    def suffix(self, node: str) -> str:
        """The last two numbers of the node's addresses."""
        if node == "coordinator":
            return "255.253"
        if node == "core":
            return "255.254"
        rack, _, host = node.partition("-host")
        return f"{rack[len('rack'):]}.{int(host) + 1 if host else 254}"

    def address(self, node: str) -> str:
        """Where frames go."""
        return f"10.77.{self.suffix(node)}"

    def control_address(self, node: str) -> str:
        return f"10.78.{self.suffix(node)}"

    def full_payload_bytes(self) -> int:
        """Of a frame: as many blocks as fit, as docs/cluster-file.md says of the MTU."""
        block = 352 * 4
        return (self.mtu - 40 - 8 - 40) // block * block

    def links(self) -> Iterator[Link]:
        """Rack by rack: the links of its hosts, then its uplink."""
        for number, rack in enumerate(self.racks()):
            for i, host in enumerate(self.hosts(number)):
                yield Link(host, "eth0", rack, f"host{i}", self.rate)
            yield Link(rack, "uplink", "core", rack, self.uplink)


@dataclass(frozen=True)
class Job:
    """Ranks on the hosts of a layout, and which switches aggregate."""

    layout: Layout
    ina: Tuple[str, ...]
    core_ina: bool = False
    interleave: bool = False
    pool: int = 32
    join_timeout: str = "300s"
    operation_timeout: str = "120s"
    ranks: Dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        unknown = [rack for rack in self.ina if rack not in self.layout.racks()]
        if unknown:
            raise UsageError(
                f"--ina {','.join(self.ina)}: there is no {', '.join(unknown)}; write none, all, or"
                f" some of {','.join(self.layout.racks())}"
            )
        order = self.interleaved() if self.interleave else self.layout.all_hosts()
        object.__setattr__(self, "ranks", {host: rank for rank, host in enumerate(order)})

    def interleaved(self) -> List[str]:
        """The first host of each rack, then the second of each: neighbours are in other racks."""
        layout = self.layout
        return [
            host
            for i in range(max(layout.sizes))
            for rack in range(len(layout.sizes))
            for host in layout.hosts(rack)[i : i + 1]
        ]

    def link_name(self, link: Link) -> str:
        """As `rina plan show` names it."""
        if link.upper == "core":
            return f"ToR {link.lower} - core"
        return f"rank {self.ranks[link.lower]} - ToR {link.upper}"

    def costs(self) -> List[str]:
        """What times are predicted from: the limits, and that all nodes are on this machine."""
        lines = ["costs:", f"  sharedCores: {os.cpu_count()}"]
        for key, rate in (("hostRate", self.layout.rate), ("uplinkRate", self.layout.uplink)):
            bits = bits_per_second(rate)
            if bits:
                lines.append(f"  {key}: {bits / 1e6:g}M")
        return lines

    def cluster_file(self) -> str:
        layout = self.layout
        lines = [
            f"name: {layout.name}",
            "jobKey: emulated-racks",
            f"coordinator: {layout.control_address('coordinator')}:{COORDINATOR_PORT}",
            f"mtu: {layout.mtu}",
            f"pool: {self.pool}",
            f"gsoSegments: {min(layout.segments, 64)}",
            f"timeouts: {{join: {self.join_timeout}, operation: {self.operation_timeout}}}",
        ]
        lines += self.costs()
        if self.core_ina:
            lines.append(f"core: {{ina: true, switch: {layout.address('core')}:{SWITCH_PORT}}}")
        lines.append("racks:")
        for number, rack in enumerate(layout.racks()):
            lines.append(f"  - name: {rack}")
            if rack in self.ina:
                lines.append("    ina: true")
                lines.append(f"    switch: {layout.address(rack)}:{SWITCH_PORT}")
            lines.append("    hosts:")
            for host in layout.hosts(number):
                lines.append(
                    f"      - {{name: {host}, address: {layout.address(host)}, port: {DATA_PORT},"
                    f" rank: {self.ranks[host]}}}"
                )
        return "\n".join(lines) + "\n"
