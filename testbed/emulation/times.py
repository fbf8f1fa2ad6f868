"""Times of all-reduces beside simulated and predicted ones, and beside the least that the links allow."""

from typing import Any, Dict, Optional, Tuple

from .layout import Job, bits_per_second


class TimesTable:
    """Prints a line for each strategy as it comes."""

    HEAD = (
        "strategy", "median ms", "least", "most", "links allow", "of that %", "simulated", "off %",
        "predicted", "off %", "bound by",
    )  # fmt: skip

    def __init__(self, job: Job, explained: Dict[str, Any], simulated_ms: Dict[str, float]) -> None:
        self.job = job
        self.simulated_ms = simulated_ms
        self.predicted = {each["strategy"]: each for each in explained["strategies"]}
        self.begun = False

    def add(self, result: Dict[str, Any]) -> None:
        if not self.begun:
            self.begun = True
            self.print(*self.HEAD)
        predicted = self.predicted[result["strategy"]]
        predicted_ms = predicted["predictedUs"] / 1e3
        for row in result["rows"]:
            times = row["outOfPlace"]
            median = times["timeUs"] / 1e3
            bound = self.bound_ms(result)
            self.print(
                result["strategy"],
                f"{median:.1f}",
                f"{times['leastUs'] / 1e3:.1f}",
                f"{times['mostUs'] / 1e3:.1f}",
                f"{bound:.1f}" if bound else "-",
                f"{100 * bound / median:.1f}" if bound else "-",
                *beside(self.simulated_ms.get(result["strategy"]), median),
                *beside(predicted_ms, median),
                predicted["boundBy"],
            )

    @staticmethod
    def print(strategy: str, *cells: str) -> None:
        *numbers, last = cells
        columns = "".join(f" {cell:>11}" for cell in numbers)
        print(f"{strategy:16}{columns}  {last}", flush=True)

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


def beside(ms: Optional[float], measured_ms: float) -> Tuple[str, str]:
    """A time, and by how much of the measured one it is longer."""
    if ms is None:
        return "-", "-"
    return f"{ms:.1f}", f"{100 * (ms - measured_ms) / measured_ms:+.1f}"
