"""Columns of text."""

from typing import List, Sequence


def table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """The first columns are flush left, the others flush right; the first row is the head."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines: List[str] = []
    for row in rows:
        cells = [
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
