"""The same all-reduces on the packet simulator: its times stand beside those of the racks."""

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Dict, List

from .errors import RunError
from .layout import Job, Link, bits_per_second

LINK_DELAY = "1us"


def topology(job: Job) -> str:
    """In ns-3's format: hosts have their ranks as numbers, then come the ToRs, then the core."""
    layout = job.layout
    hosts, racks = layout.all_hosts(), layout.racks()
    numbers = {**job.ranks, **{rack: len(hosts) + i for i, rack in enumerate(racks)}}
    numbers["core"] = len(numbers)
    links = list(layout.links())
    lines = [f"{len(numbers)} {len(racks) + 1} {len(links)}"]
    lines.append(" ".join(str(number) for number in range(len(hosts), len(numbers))))
    lines += [
        f"{numbers[link.lower]} {numbers[link.upper]} {rate(link)} {LINK_DELAY} 0" for link in links
    ]
    return "\n".join(lines) + "\n"


def rate(link: Link) -> str:
    bits = bits_per_second(link.rate)
    return f"{bits / 1e6:g}Mbps" if bits else "100Gbps"


def buffer_bytes(queue: str) -> int:
    """As tc reads a size: k and m are powers of 1,024, b stands for bytes."""
    match = re.fullmatch(r"(\d+)([km]?)b?", queue)
    if match is None:
        raise RunError(f"a queue of {queue}: the simulator reads sizes as in 256kb")
    return int(match[1]) * {"": 1, "k": 1 << 10, "m": 1 << 20}[match[2]]


def scenario(job: Job, strategies: List[str], elements: int) -> str:
    racks = [i for i, rack in enumerate(job.layout.racks()) if rack in job.ina]
    return f"""\
name: emulated racks
topology: {{kind: ns3, file: topology.txt}}
buffers: {{bytes: {buffer_bytes(job.layout.queue)}}}
ina: {{switches: {racks}, core: {str(job.core_ina).lower()}}}
transport: {{window: {job.pool}}}
workload: {{allReduce: {4 * elements}}}
sweep: {{strategy: [{", ".join(strategies)}]}}
"""


def simulated_ms(
    command: List[str], job: Job, strategies: List[str], elements: int
) -> Dict[str, float]:
    """Milliseconds of an all-reduce, by strategy."""
    with tempfile.TemporaryDirectory(prefix="rina-simulated-") as folder:
        Path(folder, "topology.txt").write_text(topology(job))
        file = Path(folder, "racks.yaml")
        file.write_text(scenario(job, strategies, elements))
        out = Path(folder, "out")
        run = subprocess.run(
            [*command, "simulate", str(file), "--out", str(out)],
            stdout=subprocess.DEVNULL,
            check=False,
        )
        written = out / "results.json"
        # Where a run comes to no end there are results, and this strategy has no time.
        if run.returncode != 0 and not written.exists():
            raise RunError(f"rina simulate ended with code {run.returncode}")
        results = json.loads(written.read_text())
    return {
        point["values"][0]: 1e3 * point["figures"]["iterationSeconds"]
        for point in results["points"]
        if point["done"]
    }
