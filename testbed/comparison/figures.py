"""What the turns come to: medians over the rounds, and ratios within them."""

import statistics
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence

from .contestants import Contestant
from .turns import Turn


@dataclass(frozen=True)
class Spread:
    """Of values of several rounds."""

    median: float
    least: float
    most: float

    @staticmethod
    def of(values: Sequence[float]) -> "Spread":
        return Spread(statistics.median(values), min(values), max(values))

    def percent(self) -> float:
        """From least to most, of the median."""
        return 100 * (self.most - self.least) / self.median if self.median else 0.0


@dataclass(frozen=True)
class Figure:
    """One contestant at one size."""

    contestant: Contestant
    bytes: int
    seconds: Spread
    # How many times as fast as the fastest peer, round by round; None without peers.
    of_best_peer: Optional[Spread]
    cpu_seconds_a_gib: float
    switch_cpu_seconds_a_gib: float
    peak_bytes: int
    all_reduces: int

    def bytes_a_second(self) -> float:
        return self.bytes / self.seconds.median


def best_peer(contestants: Sequence[Contestant], turns: Sequence[Turn]) -> Optional[str]:
    """The peer with the least median among turns of one size."""
    peers = {each.name for each in contestants if each.is_peer}
    times: Dict[str, List[float]] = {}
    for turn in turns:
        if turn.contestant in peers:
            times.setdefault(turn.contestant, []).append(turn.seconds)
    return min(times, key=lambda name: statistics.median(times[name]), default=None)


def figures(contestants: Sequence[Contestant], turns: Sequence[Turn]) -> List[Figure]:
    """Of all turns: size by size, the fastest first."""
    found: List[Figure] = []
    for size in sorted({turn.bytes for turn in turns}):
        of_size = [turn for turn in turns if turn.bytes == size]
        best = best_peer(contestants, of_size)
        rows = [figure(each, of_size, best) for each in contestants]
        found += sorted(rows, key=lambda row: row.seconds.median)
    return found


def figure(contestant: Contestant, turns: Sequence[Turn], best: Optional[str]) -> Figure:
    own = [turn for turn in turns if turn.contestant == contestant.name]
    best_by_round = {turn.round: turn.seconds for turn in turns if turn.contestant == best}
    ratios = [best_by_round[turn.round] / turn.seconds for turn in own if best]
    return Figure(
        contestant,
        own[0].bytes,
        Spread.of([turn.seconds for turn in own]),
        Spread.of(ratios) if ratios else None,
        statistics.median(turn.cpu_seconds_a_gib() for turn in own),
        statistics.median(turn.switch_cpu_seconds_a_gib() for turn in own),
        max(turn.peak_bytes for turn in own),
        sum(turn.all_reduces for turn in own),
    )
