"""Makes and removes the namespaces, bridges, links and limits of a layout."""

import ctypes
import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Dict, Iterable, Iterator, List, Optional, Tuple

from .errors import RunError, UsageError
from .layout import Layout, Link

STATES = Path("/run/rina-racks")
NAMESPACES = Path("/run/netns")
CLONE_NEWNET = 0x40000000


def run(command: List[str], lines: Iterable[str] = ()) -> str:
    """Runs a command, with these lines as its input; RunError says what it complained of."""
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise RunError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


@contextmanager
def inside(namespace: str) -> Iterator[None]:
    """This thread is in the namespace for as long as the block lasts."""
    libc = ctypes.CDLL(None, use_errno=True)

    def enter(descriptor: int) -> None:
        if libc.setns(descriptor, CLONE_NEWNET) != 0:
            raise RunError(f"cannot enter {namespace}: {os.strerror(ctypes.get_errno())}")

    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    try:
        there = os.open(NAMESPACES / namespace, os.O_RDONLY)
        try:
            enter(there)
            try:
                yield
            finally:
                enter(home)
        finally:
            os.close(there)
    finally:
        os.close(home)


def require_means() -> None:
    """UsageError says what is missing on this machine."""
    for tool in ("ip", "tc"):
        if shutil.which(tool) is None:
            raise UsageError(f"there is no '{tool}' here: install iproute2")
    if os.geteuid() != 0:
        raise UsageError("network namespaces need root: run this with sudo")


def check() -> None:
    """Tries all that is needed on two namespaces of its own, and removes them."""
    require_means()
    trial = Layout(name=f"rina-check{os.getpid()}", sizes=(1,), rate="100mbit")
    try:
        up(trial)
    finally:
        down(trial)


def state_file(name: str) -> Path:
    return STATES / f"{name}.json"


def current(name: str) -> Optional[Layout]:
    """The layout that is up, or None."""
    try:
        state = json.loads(state_file(name).read_text())
    except FileNotFoundError:
        return None
    state["sizes"] = tuple(state["sizes"])
    return Layout(**state)


def up(layout: Layout) -> bool:
    """Makes the racks; False where they are up already. They are up whole or not at all."""
    require_means()
    there = current(layout.name)
    if there == layout:
        return False
    if there is not None:
        raise UsageError(
            f"racks named {layout.name} are up with another layout, {describe(there)}: take them"
            f" down first (testbed/racks down --name {layout.name}), or choose another --name"
        )
    STATES.mkdir(mode=0o755, exist_ok=True)
    state_file(layout.name).write_text(json.dumps(asdict(layout)))
    try:
        make(layout)
    except BaseException:
        down(layout)
        raise
    return True


def make(layout: Layout) -> None:
    spaces = [layout.namespace(node) for node in layout.nodes()]
    run(["ip", "-batch", "-"], [f"netns add {space}" for space in spaces])
    for space in spaces:
        silence(space)
    commands: Dict[str, List[str]] = {node: ["link set lo up"] for node in layout.nodes()}
    limits: Dict[str, List[str]] = {node: [] for node in layout.nodes()}
    pairs: List[str] = []
    for bridge in ["core", *layout.racks()]:
        add_bridge(commands[bridge], "br0", layout.address(bridge))
    for link in layout.links():
        ends = (link.lower, link.lower_interface, link.upper, link.upper_interface)
        pairs.append(pair(layout, *ends))
        commands[link.upper].append(f"link set {link.upper_interface} master br0 up")
        if link.upper == "core":
            commands[link.lower].append(f"link set {link.lower_interface} master br0 up")
        else:
            commands[link.lower].append(f"addr add {layout.address(link.lower)}/16 dev eth0")
            commands[link.lower].append("link set eth0 up")
        queue = layout.queue if link.upper == "core" else layout.host_queue
        limits[link.lower] += limit(layout, link.lower_interface, link.rate, queue)
        limits[link.upper] += limit(layout, link.upper_interface, link.rate, layout.queue)
    add_control_network(layout, commands, pairs)
    run(["ip", "-batch", "-"], pairs)
    for node in layout.nodes():
        run(["ip", "-n", layout.namespace(node), "-batch", "-"], commands[node])
        if limits[node]:
            run(["tc", "-n", layout.namespace(node), "-batch", "-"], limits[node])
    set_segments(layout, layout.segments)


def silence(namespace: str) -> None:
    """Nothing but what is asked for: no IPv6 chatter, no packet filter behind the bridges."""
    with inside(namespace):
        for key in (
            "ipv6/conf/all/disable_ipv6",
            "ipv6/conf/default/disable_ipv6",
        ):
            write(f"/proc/sys/net/{key}", "1")
        for table in ("iptables", "ip6tables", "arptables"):
            write(f"/proc/sys/net/bridge/bridge-nf-call-{table}", "0")


def write(path: str, value: str) -> None:
    """Where the kernel has no such setting, there is nothing to set."""
    if os.path.exists(path):
        Path(path).write_text(value)


def pair(layout: Layout, lower: str, lower_interface: str, upper: str, upper_interface: str) -> str:
    return (
        f"link add {lower_interface} netns {layout.namespace(lower)} mtu {layout.mtu} type veth"
        f" peer name {upper_interface} netns {layout.namespace(upper)} mtu {layout.mtu}"
    )


def add_bridge(commands: List[str], bridge: str, address: str) -> None:
    commands.append(f"link add {bridge} type bridge stp_state 0 mcast_snooping 0")
    commands.append(f"addr add {address}/16 dev {bridge}")
    commands.append(f"link set {bridge} up")


def add_control_network(
    layout: Layout, commands: Dict[str, List[str]], pairs: List[str]
) -> None:
    add_bridge(commands["coordinator"], "ctl0", layout.control_address("coordinator"))
    for number, node in enumerate(node for node in layout.nodes() if node != "coordinator"):
        pairs.append(pair(layout, node, "ctl0", "coordinator", f"node{number}"))
        commands["coordinator"].append(f"link set node{number} master ctl0 up")
        commands[node].append(f"addr add {layout.control_address(node)}/16 dev ctl0")
        commands[node].append("link set ctl0 up")


def limit(layout: Layout, interface: str, rate: str, queue: str) -> List[str]:
    """Of what leaves by the interface; both ends of a link have one, so both ways are limited."""
    if rate == "0":
        return []
    return [f"qdisc add dev {interface} root tbf rate {rate} burst {layout.burst} limit {queue}"]


def set_segments(layout: Layout, most: int) -> None:
    """The longest super-packets that cross links whole; 1: none, all are cut before they leave."""
    commands: Dict[str, List[str]] = {}
    for link in layout.links():
        for node, interface in (
            (link.lower, link.lower_interface),
            (link.upper, link.upper_interface),
        ):
            line = f"link set dev {interface} gso_max_segs {most}"
            commands.setdefault(node, []).append(line)
    for node, lines in commands.items():
        run(["ip", "-n", layout.namespace(node), "-batch", "-"], lines)


def down(layout: Layout) -> None:
    """Removes what is there of the racks."""
    require_means()
    for node in layout.nodes():
        space = layout.namespace(node)
        if (NAMESPACES / space).exists():
            run(["ip", "netns", "del", space])
    state_file(layout.name).unlink(missing_ok=True)


def processes(layout: Layout) -> Dict[str, List[int]]:
    """Those that run in the racks, by node."""
    found = {}
    for node in layout.nodes():
        if (NAMESPACES / layout.namespace(node)).exists():
            ids = run(["ip", "netns", "pids", layout.namespace(node)]).split()
            if ids:
                found[node] = [int(each) for each in ids]
    return found


def drops(layout: Layout) -> Dict[Tuple[Link, str], int]:
    """What the limits have dropped since the racks are up, by link and way."""
    ends = {
        (link, way): (node, interface)
        for link in layout.links()
        for way, node, interface in (
            ("up", link.lower, link.lower_interface),
            ("down", link.upper, link.upper_interface),
        )
    }
    by_node = {node: dropped(layout.namespace(node)) for node, _ in ends.values()}
    return {key: by_node[node].get(interface, 0) for key, (node, interface) in ends.items()}


def dropped(namespace: str) -> Dict[str, int]:
    """Packets by interface."""
    shown = run(["tc", "-n", namespace, "-s", "-j", "qdisc", "show"])
    found: Dict[str, int] = {}
    for queue in json.loads(shown or "[]"):
        found[queue["dev"]] = found.get(queue["dev"], 0) + queue.get("drops", 0)
    return found


def describe(layout: Layout) -> str:
    sizes = ",".join(map(str, layout.sizes))
    limits = [
        f"{what} {rate if rate != '0' else 'not limited'}"
        for what, rate in (("host links", layout.rate), ("uplinks", layout.uplink))
    ]
    return f"racks of {sizes}, {', '.join(limits)}, MTU {layout.mtu}"
