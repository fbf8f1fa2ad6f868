"""Times of all-reduces beside the least that the links allow."""

import re
from typing import Any, Dict, Optional

from .layout import Job

UNITS = {"k": 1e3, "m": 1e6, "g": 1e9}


def bits_per_second(rate: str) -> Optional[float]:
    """None for a link without limit."""
    if rate == "0":
        return None
    number, unit = re.fullmatch(r"([\d.]+)([kmg])bit", rate).groups()
    return float(number) * UNITS[unit]


class TimesTable:
    """Prints a line for each strategy as it comes."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.begun = False

    def add(self, result: Dict[str, Any]) -> None:
        if not self.begun:
            self.begun = True
            print(
                f"{'strategy':18} {'median ms':>10} {'least':>10} {'most':>10}"
                f" {'links allow':>12} {'of that %':>10}"
            )
        for row in result["rows"]:
            times = row["outOfPlace"]
            median = times["timeUs"] / 1e3
            bound = self.bound_ms(result)
            print(
                f"{result['strategy']:18} {median:10.1f} {times['leastUs'] / 1e3:10.1f}"
                f" {times['mostUs'] / 1e3:10.1f}"
                + (f" {bound:12.1f} {100 * bound / median:10.1f}" if bound else "")
            , flush=True)

    def bound_ms(self, result: Dict[str, Any]) -> Optional[float]:
        """The time in which the busiest link carries its bytes of one all-reduce."""
        plan = {link["link"]: link for link in result["links"]}
        bound = 0.0
        for link in self.job.layout.links():
            rate = bits_per_second(link.rate)
            if rate:
                loads = plan[self.job.link_name(link)]
                size = max(loads[way]["interfaceBytes"] for way in ("up", "down"))
                bound = max(bound, 8e3 * size / result["operations"] / rate)
        return bound or None
