"""A comparison as a table, as CSV, as JSON and as a page."""

import csv
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from emulation.table import table

from . import page
from .figures import Figure, Spread
from .sizes import bytes_text, time_text
from .turns import Turn

# Below this, what an order takes of the processors is more than what all-reduces do.
LEAST_FOR_CPU = 1 << 20

HEAD = [
    "size", "who", "median", "least", "most", "spread %", "x best peer", "least", "most",
    "CPU s/GiB", "switches", "peak MiB",
]  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """All that is known when the last turn is over."""

    title: str
    command: str
    rounds: int
    environment: Dict[str, str]
    figures: Sequence[Figure]
    turns: Sequence[Turn]
    # Of a core, by those that had no turn.
    idle_share: float

    def notes(self) -> List[str]:
        return [
            f"Medians over {self.rounds} rounds, in which all take turns; each begins with another."
            " A turn's time is that of an all-reduce at the slowest rank. All results were right.",
            "x best peer: how many times as fast as the fastest peer of that size, in the same round.",
            "CPU s/GiB: utime + stime of all workers while all-reduces ran, for each GiB of message;"
            " switches: the same of Rina's switches. peak MiB: of the largest worker meanwhile;"
            " Rina's holds the plans of all strategies.",
            f"Those that waited for their turns took {100 * self.idle_share:.1f} % of a core.",
        ]

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "compare.json").write_text(json.dumps(self.tree(), indent=2) + "\n")
        with (folder / "compare.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(asdict(self.turns[0])))
            writer.writeheader()
            writer.writerows(asdict(turn) for turn in self.turns)
        (folder / "compare.md").write_text(markdown(self.figures))
        (folder / "compare.html").write_text(page.of(self))

    def tree(self) -> Dict[str, Any]:
        return {
            "title": self.title,
            "command": self.command,
            "rounds": self.rounds,
            "environment": self.environment,
            "idleShareOfACore": self.idle_share,
            "figures": [tree(figure) for figure in self.figures],
        }


def text(figures: Sequence[Figure]) -> str:
    return table([HEAD, *map(row, figures)], left=2)


def markdown(figures: Sequence[Figure]) -> str:
    """The same table for a document."""
    rows = [HEAD, ["---"] * len(HEAD), *map(row, figures)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def row(figure: Figure) -> List[str]:
    has_cpu = figure.bytes >= LEAST_FOR_CPU
    return [
        bytes_text(figure.bytes),
        figure.contestant.name,
        time_text(figure.seconds.median),
        time_text(figure.seconds.least),
        time_text(figure.seconds.most),
        f"{figure.seconds.percent():.0f}",
        *ratio_texts(figure.of_best_peer),
        f"{figure.cpu_seconds_a_gib:.2f}" if has_cpu else "",
        f"{figure.switch_cpu_seconds_a_gib:.2f}" if has_cpu and not figure.contestant.is_peer else "",
        f"{figure.peak_bytes / (1 << 20):.0f}",
    ]


def ratio_texts(ratio: Optional[Spread]) -> List[str]:
    if ratio is None:
        return ["-"] * 3
    return [f"{value:.2f}" for value in (ratio.median, ratio.least, ratio.most)]


def tree(figure: Figure) -> Dict[str, Any]:
    return {
        "contestant": figure.contestant.name,
        "isPeer": figure.contestant.is_peer,
        "bytes": figure.bytes,
        "seconds": asdict(figure.seconds),
        "timesAsFastAsBestPeer": asdict(figure.of_best_peer) if figure.of_best_peer else None,
        "cpuSecondsAGib": figure.cpu_seconds_a_gib,
        "switchCpuSecondsAGib": figure.switch_cpu_seconds_a_gib,
        "peakBytes": figure.peak_bytes,
        "allReduces": figure.all_reduces,
    }
