"""What has crossed the links beside what the plan says."""

from typing import Any, Dict, List, Tuple

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
                    "interfaceBytes": count.bytes,
                }
            )
        return rows

    def failures(self) -> List[Dict[str, Any]]:
        return [row for row in self.rows() if not self.agrees(row)]

    def summary(self) -> List[str]:
        """Strategy, directions, the worst difference, frames, the busiest direction's bytes."""
        rows = self.rows()
        off = [
            abs(row["bytes"] - row["predictedBytes"]) / row["predictedBytes"]
            for row in rows
            if row["predictedBytes"]
        ]
        frames = sum(abs(row["frames"] - row["predictedFrames"]) for row in rows)
        busiest = max(rows, key=lambda row: row["predictedBytes"])
        return [
            self.result["strategy"],
            str(len(rows)),
            f"{100 * max(off, default=0):.2f}",
            f"{frames:,}",
            f"{busiest['link']} {busiest['way']}",
            f"{busiest['predictedBytes']:,}",
            f"{busiest['bytes']:,}",
            "yes" if not self.failures() else "NO",
        ]

    def agrees(self, row: Dict[str, Any]) -> bool:
        """A link that shall carry nothing may carry nothing."""
        off = abs(row["bytes"] - row["predictedBytes"])
        return off * 100 <= self.tolerance_percent * row["predictedBytes"]

    def table(self) -> str:
        lines = [
            ["link", "way", "plan", "counted", "off %", "frames off"]
            + ["control", "again", "ARP", "all, off %"]
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
                    f"{row['otherPackets']}",
                    percent(row["interfaceBytes"], row["predictedBytes"])
                    + ("" if self.agrees(row) else "  <-- not as planned"),
                ]
            )
        return f"\n{self.result['strategy']}\n" + table(lines, left=2)


SUMMARY_HEAD = [
    "strategy",
    "directions",
    "off % at most",
    "frames off",
    "busiest",
    "plan",
    "counted",
    "as planned",
]


def percent(measured: int, predicted: int) -> str:
    if predicted == 0:
        return "-" if measured == 0 else "more"
    return f"{100 * (measured - predicted) / predicted:+.2f}"
