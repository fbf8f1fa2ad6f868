"""Turns: one contestant's all-reduces of one size, while all others wait."""

import time
from dataclasses import dataclass
from math import log2
from typing import Dict, List, Sequence

from emulation.errors import RunError

from . import usage
from .contestants import Contestant
from .crew import Crew

# Each all-reduce multiplies the data by the number of ranks: more of them would leave float32.
MOST_AT_A_TIME = 64
EXPONENT_RANGE = 192
# Before each turn: connections that were idle have forgotten their windows.
WARM_UP_BYTES = 1 << 20
WARM_UP_TIMES = 2
# Warm is who gains less than a twentieth in so many turns.
GAIN = 0.95
PATIENCE = 5


@dataclass(frozen=True)
class Turn:
    """Of an all-reduce: seconds at the slowest rank, and of the processors."""

    contestant: str
    bytes: int
    round: int
    seconds: float
    worker_cpu_seconds: float
    switch_cpu_seconds: float
    # Of the worker that had most in memory while all-reduces ran.
    peak_bytes: int
    all_reduces: int

    def cpu_seconds_a_gib(self) -> float:
        return self.worker_cpu_seconds * (1 << 30) / self.bytes

    def switch_cpu_seconds_a_gib(self) -> float:
        return self.switch_cpu_seconds * (1 << 30) / self.bytes


@dataclass(frozen=True)
class Amount:
    """Of all-reduces in a turn: so many times so many."""

    batches: int
    times: int


class Turns:
    """Gives contestants their turns."""

    def __init__(self, crews: Dict[str, Crew], seconds: float) -> None:
        self.crews = crews
        self.seconds = seconds
        self.amounts: Dict[object, Amount] = {}
        self.switches = {name: crew.helpers("switch") for name, crew in crews.items()}
        # Of those that had no turn meanwhile.
        self.idle_cpu_seconds = 0.0
        self.run_seconds = 0.0

    def warm_up(self, contestant: Contestant, size: int, most_seconds: float) -> None:
        """Once at least, and until it gets no faster: a JVM compiles what it runs by and by."""
        end = time.monotonic() + most_seconds
        best = float("inf")
        without_gain = 0
        while without_gain < PATIENCE and (best == float("inf") or time.monotonic() < end):
            took = self.take(contestant, size, 0).seconds
            without_gain = 0 if took < best * GAIN else without_gain + 1
            best = min(best, took)
            self.amounts[contestant, size] = self.amount(contestant, best)

    def amount(self, contestant: Contestant, each_seconds: float) -> Amount:
        most = most_at_a_time(self.crews[contestant.crew].ranks)
        wanted = max(1, round(self.seconds / each_seconds))
        batches = -(-wanted // most)
        return Amount(batches, -(-wanted // batches))

    def take(self, contestant: Contestant, size: int, number: int) -> Turn:
        crew = self.crews[contestant.crew]
        amount = self.amounts.setdefault((contestant, size), Amount(1, 1))
        self.run(crew, contestant, min(size, WARM_UP_BYTES), WARM_UP_TIMES)
        parts = [self.run(crew, contestant, size, amount.times) for _ in range(amount.batches)]
        count = amount.batches * amount.times
        return Turn(
            contestant.name,
            size,
            number,
            sum(part.seconds for part in parts) / count,
            sum(part.workers for part in parts) / count,
            sum(part.switches for part in parts) / count,
            max(part.peak for part in parts),
            count,
        )

    def run(self, crew: Crew, contestant: Contestant, size: int, times: int) -> "Part":
        workers = list(crew.pids.values())
        switches = self.switches[contestant.crew]
        idle = [pid for other in self.crews.values() if other is not crew for pid in pids_of(other)]
        first, last = factors(crew.ranks, times)
        crew.order(f"fill {size} {first!r}")
        usage.forget_peaks(workers)
        before = [usage.cpu_seconds(pids) for pids in (workers, switches, idle)]
        start = time.monotonic()
        took = crew.order(f"run {contestant.algorithm} {times}")
        self.run_seconds += time.monotonic() - start
        after = [usage.cpu_seconds(pids) for pids in (workers, switches, idle)]
        peak = usage.peak_bytes(workers)
        wrong = sum(map(int, crew.order(f"check {last!r}")))
        if wrong:
            raise RunError(
                f"{contestant.name}: {wrong} elements are wrong after {times} all-reduces of"
                f" {size} bytes"
            )
        self.idle_cpu_seconds += after[2] - before[2]
        seconds = max(map(int, took)) / 1e9
        return Part(seconds, after[0] - before[0], after[1] - before[1], peak)


@dataclass(frozen=True)
class Part:
    """All-reduces one after the other: seconds at the slowest rank, processor seconds, bytes."""

    seconds: float
    workers: float
    switches: float
    peak: int


def pids_of(crew: Crew) -> List[int]:
    return list(crew.pids.values()) + [process.pid for process in crew.processes]


def most_at_a_time(ranks: int) -> int:
    return min(MOST_AT_A_TIME, max(1, int(EXPONENT_RANGE / log2(max(2, ranks)))))


def factors(ranks: int, times: int) -> Sequence[float]:
    """Of the contributions, and of their sum after so many all-reduces; both far from the limits."""
    first = 2.0 ** -round(log2(ranks) * times / 2)
    return first, first * float(ranks) ** (times - 1)
