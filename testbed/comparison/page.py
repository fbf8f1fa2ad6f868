"""A comparison as one page that loads nothing from anywhere, in the style of Rina's other reports."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, List, Sequence

from .figures import Figure
from .sizes import bytes_text, time_text

if TYPE_CHECKING:
    from .report import Comparison

HOME = Path(__file__).resolve().parent.parent.parent
STYLE = HOME / "rina-cli/src/main/resources/io/rina/cli/report/report.css"
BAR_STYLE = """
.bars text { font-size: 13px; fill: var(--ink); dominant-baseline: central; }
.bars .time { fill: var(--muted); }
.bars .peer { fill: var(--s11); } .bars .own { fill: var(--s0); }
.bars .range { stroke: var(--ink); stroke-width: 1.5; }
"""
WIDTH, ROW, LEFT, RIGHT = 1080, 24, 190, 230


def of(comparison: "Comparison") -> str:
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>Rina beside its peers</title><style>{STYLE.read_text()}{BAR_STYLE}</style></head>",
        '<body><main><header><p class="brand">Rina · comparison with other libraries</p>',
        "<h1>Rina beside Gloo and Open MPI</h1>",
        f'<p class="sub">{escape(comparison.title)}.</p></header>',
    ]
    for size in sorted({figure.bytes for figure in comparison.figures}):
        rows = [figure for figure in comparison.figures if figure.bytes == size]
        parts.append(f'<figure class="card"><figcaption>{bytes_text(size)}</figcaption>')
        parts.append(bars(rows) + "</figure>")
    parts.append(numbers(comparison))
    parts.append(again(comparison))
    parts.append("</main></body></html>\n")
    return "\n".join(parts)


def bars(rows: Sequence[Figure]) -> str:
    """The median as a bar, least to most as a line over it; 0 is at the left."""
    scale = (WIDTH - LEFT - RIGHT) / max(row.seconds.most for row in rows)
    height = ROW * len(rows) + 4
    parts = [f'<svg class="bars" viewBox="0 0 {WIDTH} {height}" role="img">']
    for number, row in enumerate(rows):
        middle = ROW * number + ROW / 2 + 2
        kind = "peer" if row.contestant.is_peer else "own"
        end = LEFT + row.seconds.median * scale
        least, most = (LEFT + each * scale for each in (row.seconds.least, row.seconds.most))
        ratio = f", {row.of_best_peer.median:.2f} x best peer" if row.of_best_peer else ""
        parts += [
            f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end">{row.contestant.name}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{middle - 8}" width="{end - LEFT:.1f}"'
            ' height="16" rx="2"/>',
            f'<line class="range" x1="{least:.1f}" x2="{most:.1f}" y1="{middle}" y2="{middle}"/>',
            f'<text class="time" x="{most + 8:.1f}" y="{middle}">'
            f"{time_text(row.seconds.median)}{ratio}</text>",
        ]
    return "".join(parts) + "</svg>"


def numbers(comparison: "Comparison") -> str:
    from .report import HEAD, row

    lines: List[str] = ['<section class="card"><h2>Numbers</h2><div class="wide"><table><tr>']
    lines += [f"<th>{escape(cell)}</th>" for cell in HEAD]
    lines.append("</tr>")
    for figure in comparison.figures:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in row(figure))
        lines.append(f"<tr>{cells}</tr>")
    lines.append("</table></div>")
    lines += [f"<p>{escape(note)}</p>" for note in comparison.notes()]
    return "\n".join(lines) + "</section>"


def again(comparison: "Comparison") -> str:
    entries = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
        for name, value in comparison.environment.items()
    )
    return (
        '<section class="pair"><div class="card"><h2>Run it again</h2>'
        f"<pre>{escape(comparison.command)}</pre><p>All turns are in compare.csv beside this page,"
        " their medians in compare.json.</p></div>"
        f'<div class="card"><h2>Environment</h2><dl>{entries}</dl></div></section>'
    )
