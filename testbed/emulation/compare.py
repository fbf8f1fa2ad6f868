"""What has crossed the links beside what the plan says."""

from typing import Any, Callable, Dict, List, Tuple

from .counting import WAYS, Count
from .layout import Job, Link
from .table import table


class Comparison:
    """One run: the JSON of `rina bench`, and what was counted meanwhile.

    The plan speaks of frames with payload that are sent once. Credits and receipts, repetitions
    and ARP come on top of them and are listed apart.
    """

    def __init__(
        self,
        job: Job,
        result: Dict[str, Any],
        counted: Dict[Tuple[Link, str], Count],
        tolerance_percent: float,
    ) -> None:
        self.job = job
        self.result = result
        self.counted = counted
        self.tolerance_percent = tolerance_percent
        self.plan = {link["link"]: link for link in result["links"]}

    def rows(self) -> List[Dict[str, Any]]:
        rows = []
        for (link, way), count in self.counted.items():
            name = self.job.link_name(link)
            predicted = self.plan[name][way]
            rows.append(
                {
                    "link": name,
                    "way": way,
                    "predictedFrames": predicted["frames"],
                    "frames": count.frames["data"],
                    "predictedBytes": predicted["interfaceBytes"],
                    "bytes": count.data_bytes,
                    "controlBytes": count.control_bytes,
                    "againBytes": count.again_bytes,
                    "otherPackets": count.others,
                    "droppedPackets": count.dropped,
                    "interfaceBytes": count.bytes,
                }
            )
        return rows

    def failures(self) -> List[Dict[str, Any]]:
        return [row for row in self.rows() if not self.agrees(row)]

    def summary(self) -> List[str]:
        """A line for all links, and the busiest direction's bytes of one all-reduce."""
        rows = self.rows()
        busiest = max(rows, key=lambda row: row["predictedBytes"])
        operations = self.result["operations"]
        return [
            self.result["strategy"],
            ",".join(self.job.ina + (("core",) if self.job.core_ina else ())) or "none",
            str(len(rows)),
            f"{sum(abs(row['frames'] - row['predictedFrames']) for row in rows):,}",
            most(rows, lambda row: abs(row["bytes"] - row["predictedBytes"])),
            most(rows, lambda row: row["controlBytes"]),
            most(rows, lambda row: row["againBytes"]),
            f"{sum(row['droppedPackets'] for row in rows):,}",
            f"{busiest['link']} {busiest['way']}",
            f"{busiest['predictedBytes'] / operations:,.0f}",
            f"{busiest['bytes'] / operations:,.0f}",
            "yes" if not self.failures() else "NO",
        ]

    def agrees(self, row: Dict[str, Any]) -> bool:
        """A link that shall carry nothing may carry nothing."""
        off = abs(row["bytes"] - row["predictedBytes"])
        return off * 100 <= self.tolerance_percent * row["predictedBytes"]

    def table(self) -> str:
        lines = [
            ["link", "way", "plan", "counted", "off %", "frames off"]
            + ["control", "again", "dropped", "ARP", "all, off %"]
        ]
        for row in self.rows():
            lines.append(
                [
                    row["link"],
                    row["way"],
                    f"{row['predictedBytes']:,}",
                    f"{row['bytes']:,}",
                    percent(row["bytes"], row["predictedBytes"]),
                    f"{row['frames'] - row['predictedFrames']:+,}",
                    f"{row['controlBytes']:,}",
                    f"{row['againBytes']:,}",
                    f"{row['droppedPackets']:,}",
                    f"{row['otherPackets']}",
                    percent(row["interfaceBytes"], row["predictedBytes"])
                    + ("" if self.agrees(row) else "  <-- not as planned"),
                ]
            )
        return f"\n{self.result['strategy']}\n" + table(lines, left=2)


SUMMARY_HEAD = [
    "strategy",
    "aggregating",
    "directions",
    "frames off",
    "off % at most",
    "control %",
    "again %",
    "dropped",
    "busiest",
    "plan",
    "counted",
    "as planned",
]


def most(rows: List[Dict[str, Any]], size: Callable[[Dict[str, Any]], int]) -> str:
    """The greatest share of the plan's bytes that any direction has of something, in percent."""
    shares = [100 * size(row) / row["predictedBytes"] for row in rows if row["predictedBytes"]]
    return f"{max(shares, default=0):.2f}"


def percent(measured: int, predicted: int) -> str:
    if predicted == 0:
        return "-" if measured == 0 else "more"
    return f"{100 * (measured - predicted) / predicted:+.2f}"
