"""Where ranks run: in emulated racks, or all on one loopback. Both are made of namespaces."""

import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, List

from emulation import network
from emulation.layout import COORDINATOR_PORT, DATA_PORT, SWITCH_PORT, Job

ALLOWED = Path("/proc/sys/net/ipv4/tcp_allowed_congestion_control")
CONTROL = "/proc/sys/net/ipv4/tcp_congestion_control"


@contextmanager
def cubic(namespaces: List[str]) -> Iterator[None]:
    """TCP connections made there are Linux's own default, cubic, whatever the machine's is.

    A namespace takes only what the machine allows to everybody, for as long as this lasts.
    """
    before = ALLOWED.read_text().strip()
    if "cubic" not in before.split():
        ALLOWED.write_text(f"{before} cubic")
    try:
        for namespace in namespaces:
            with network.inside(namespace):
                Path(CONTROL).write_text("cubic")
        yield
    finally:
        ALLOWED.write_text(before)


class Racks:
    """Each rank in the namespace of its host."""

    # Of the links that carry what is measured.
    interface = "eth0"
    shares_memory = False

    def __init__(self, job: Job) -> None:
        self.job = job
        self.ranks = len(job.ranks)
        self.host = {rank: host for host, rank in job.ranks.items()}

    def describe(self) -> str:
        job = self.job
        aggregating = [*job.ina, *(["core"] if job.core_ina else [])]
        order = "in turn over the racks" if job.interleave else "rack by rack"
        return (
            f"{network.describe(job.layout)}; aggregating: {', '.join(aggregating) or 'none'};"
            f" ranks numbered {order}"
        )

    @contextmanager
    def made(self, keep: bool) -> Iterator[None]:
        layout = self.job.layout
        made = network.up(layout)
        try:
            hosts = [layout.namespace(node) for node in layout.nodes()]
            with cubic(hosts):
                yield
        finally:
            if made and not keep:
                network.down(layout)

    def inside(self, rank: int, command: List[str]) -> List[str]:
        space = self.job.layout.namespace(self.host[rank])
        return ["ip", "netns", "exec", space, *command]

    def launch(self, rina: List[str], cluster: Path, words: List[str]) -> List[str]:
        through = f"ip netns exec {self.job.layout.namespace('{}')}"
        return [*rina, "launch", "--cluster", str(cluster), "--through", through, *words]

    def cluster_file(self) -> str:
        return self.job.cluster_file().replace("racks:\n", "strategy: all\nracks:\n", 1)

    def mpirun(self, folder: Path) -> List[str]:
        """One node a host: what Open MPI itself says goes over the control network."""
        layout = self.job.layout
        file = folder / "hosts"
        lines = [f"{layout.control_address(self.host[rank])} slots=1" for rank in range(self.ranks)]
        file.write_text("\n".join(lines) + "\n")
        agent = folder / "at-host"
        agent.write_text(self.agent())
        agent.chmod(0o755)
        # Hosts share the cores here, which Open MPI cannot see: ranks that wait must yield.
        options = f"--leave-session-attached --map-by node --hostfile {file}"
        options += f" --mca plm_rsh_agent {agent} --mca plm_rsh_no_tree_spawn 1"
        options += " --mca oob_tcp_if_include ctl0 --mca mpi_yield_when_idle 1"
        return self.inside(0, ["mpirun", *options.split()])

    def agent(self) -> str:
        """A program that is told a host's address and what to run there.

        Open MPI tells nodes apart by their names.
        """
        layout = self.job.layout
        cases = [
            f"  {layout.control_address(host)}) host={host} space={layout.namespace(host)} ;;"
            for host in layout.all_hosts()
        ]
        return "\n".join(
            ["#!/bin/sh", 'case "$1" in', *cases, "esac", "shift"]
            + ['exec ip netns exec "$space" unshare -u sh -c "hostname $host; $*"', ""]
        )


class Loopback:
    """All ranks and switches on the loopback of one namespace, with the MTU of the racks."""

    interface = "lo"
    shares_memory = True

    def __init__(self, job: Job) -> None:
        self.job = job
        self.ranks = len(job.ranks)
        self.namespace = f"{job.layout.name}-loopback{os.getpid()}"

    def describe(self) -> str:
        return (
            f"loopback, MTU {self.job.layout.mtu}, {self.ranks} ranks; for Rina in racks of"
            f" {','.join(map(str, self.job.layout.sizes))},"
            f" aggregating: {', '.join(self.job.ina) or 'none'}"
        )

    @contextmanager
    def made(self, keep: bool) -> Iterator[None]:
        network.require_means()
        network.run(["ip", "netns", "add", self.namespace])
        try:
            mtu = str(self.job.layout.mtu)
            network.run(["ip", "-n", self.namespace, "link", "set", "lo", "mtu", mtu, "up"])
            with cubic([self.namespace]):
                yield
        finally:
            if not keep:
                network.run(["ip", "netns", "del", self.namespace])

    def inside(self, rank: int, command: List[str]) -> List[str]:
        return ["ip", "netns", "exec", self.namespace, *command]

    def launch(self, rina: List[str], cluster: Path, words: List[str]) -> List[str]:
        return self.inside(0, [*rina, "launch", "--cluster", str(cluster), *words])

    def mpirun(self, folder: Path) -> List[str]:
        return self.inside(0, ["mpirun", "--oversubscribe"])

    def cluster_file(self) -> str:
        """That of the racks, with all addresses the same and all ports different."""
        layout = self.job.layout
        text = Racks(self.job).cluster_file()
        text = text.replace(f"{layout.control_address('coordinator')}:", "127.0.0.1:")
        for number, rack in enumerate(["core", *layout.racks()]):
            old = f"{layout.address(rack)}:{SWITCH_PORT}"
            text = text.replace(old, f"127.0.0.1:{SWITCH_PORT + number}")
        for number, host in enumerate(layout.all_hosts()):
            old = f"{layout.address(host)}, port: {DATA_PORT},"
            text = text.replace(old, f"127.0.0.1, port: {DATA_PORT + 20 + number},")
        return text
