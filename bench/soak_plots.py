"""The plots of a soak as one SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from bench.soak_ledger import Fault, Ledger

WIDTH, HEIGHT, LEFT, RIGHT, TOP = 860, 150, 64, 16, 34
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #444 } .title { font-weight: 600 }
.axis { stroke: #999; stroke-width: 1 } .grid { stroke: #ddd; stroke-width: 1 }
polyline { fill: none; stroke-width: 1.4; stroke-linejoin: round }
.a { stroke: #1c7ed6 } .b { stroke: #e8590c } .fault { fill: #f03e3e; opacity: .16 }
.key-a { fill: #1c7ed6 } .key-b { fill: #e8590c }
@media (prefers-color-scheme: dark) {
text { fill: #c9d1d9 } .grid { stroke: #30363d } .a { stroke: #4dabf7 } .b { stroke: #ffa94d }
.key-a { fill: #4dabf7 } .key-b { fill: #ffa94d } .fault { opacity: .3 } }
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plot; None interrupts it."""

    name: str
    points: Sequence[tuple[float, float] | None]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot with its lines."""

    title: str
    lines: Sequence[Line]


def plots(ledger: Ledger, seconds: float) -> list[Plot]:
    """Return the plots: memory, open files, throughput and failures, and time to accept a run."""
    ok = [one for one in ledger.requests if one.outcome == "ok" and one.at <= seconds]
    bad = [one for one in ledger.requests if one.outcome != "ok" and one.at <= seconds]
    accepted = [(one.at, one.took * 1000) for one in ok if one.what in ("run", "webhook")]
    bin = max(5.0, seconds / 200)
    return [
        Plot("memory of the server's process, MB", [_memory(ledger, seconds)]),
        Plot("open files of the server's process", [_handles(ledger, seconds)]),
        Plot(
            "requests a second",
            [
                Line("answered", _rates([one.at for one in ok], bin, seconds)),
                Line("refused or no response", _rates([one.at for one in bad], bin, seconds)),
            ],
        ),
        Plot("time to accept a run, median ms", [Line("", _medians(accepted, bin, seconds))]),
    ]


def _points(ledger: Ledger, seconds: float, value: str) -> list[tuple[float, float] | None]:
    points: list[tuple[float, float] | None] = []
    pid = 0
    for sample in (one for one in ledger.samples if one.at <= seconds):
        points += [None] if sample.pid != pid else []
        pid = sample.pid
        points.append((sample.at, float(getattr(sample, value))))
    return points


def _memory(ledger: Ledger, seconds: float) -> Line:
    return Line("", _points(ledger, seconds, "memory"))


def _handles(ledger: Ledger, seconds: float) -> Line:
    return Line("", _points(ledger, seconds, "handles"))


def _rates(times: Sequence[float], bin: float, seconds: float) -> list[tuple[float, float]]:
    counts = [0] * (int(seconds / bin) + 1)
    for at in times:
        counts[min(int(at / bin), len(counts) - 1)] += 1
    return [((n + 0.5) * bin, count / bin) for n, count in enumerate(counts[:-1])]


def _medians(
    pairs: Sequence[tuple[float, float]], bin: float, seconds: float
) -> list[tuple[float, float]]:
    bins: dict[int, list[float]] = {}
    for at, took in pairs:
        bins.setdefault(int(at / bin), []).append(took)
    return [((n + 0.5) * bin, sorted(took)[len(took) // 2]) for n, took in sorted(bins.items())]


def svg(ledger: Ledger, seconds: float) -> str:
    """Draw all plots below each other, with the faults in the background."""
    drawn = plots(ledger, seconds)
    height = len(drawn) * (HEIGHT + TOP + 20) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>A soak of {seconds / 60:.0f} minutes</title><style>{STYLE}</style>",
    ]
    for number, plot in enumerate(drawn):
        parts += _plot(plot, ledger.faults, seconds, number * (HEIGHT + TOP + 20) + TOP)
    return "\n".join([*parts, "</svg>\n"])


def _plot(plot: Plot, faults: Sequence[Fault], seconds: float, top: int) -> list[str]:
    values = [point[1] for line in plot.lines for point in line.points if point]
    most = max(values, default=1.0) * 1.1 or 1.0
    wide = WIDTH - LEFT - RIGHT

    def x(at: float) -> float:
        return LEFT + wide * min(at, seconds) / seconds

    def y(value: float) -> float:
        return top + HEIGHT * (1 - value / most)

    parts = [f'<text class="title" x="{LEFT}" y="{top - 12}">{escape(plot.title)}</text>']
    for fault in faults:
        end = fault.ended if fault.ended is not None else seconds
        width = max(1.5, x(end) - x(fault.began))
        parts.append(
            f'<rect class="fault" x="{x(fault.began):.1f}" y="{top}" width="{width:.1f}" '
            f'height="{HEIGHT}"><title>{escape(fault.kind)}</title></rect>'
        )
    for share in (0, 0.5, 1):
        at, value = top + HEIGHT * (1 - share), most * share
        label = f"{value:,.0f}" if most >= 10 else f"{value:.1f}"
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4}" text-anchor="end">{label}</text>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        label = f"{seconds * share / 60:.0f} min" if seconds > 240 else f"{seconds * share:.0f} s"
        place = f'x="{x(seconds * share):.0f}" y="{top + HEIGHT + 15}" text-anchor="middle"'
        parts.append(f"<text {place}>{label}</text>")
    for number, line in enumerate(plot.lines):
        parts += _line(line, "ab"[number], number, top, x, y)
    return parts


def _line(line: Line, name: str, number: int, top: int, x: object, y: object) -> list[str]:
    assert callable(x)
    assert callable(y)
    parts: list[str] = []
    piece: list[str] = []
    for point in (*line.points, None):
        if point is not None:
            piece.append(f"{x(point[0]):.1f},{y(point[1]):.1f}")
        elif piece:
            parts.append(f'<polyline class="{name}" points="{" ".join(piece)}"/>')
            piece = []
    if line.name:
        place = f'x="{WIDTH - RIGHT - 330 + number * 140}" y="{top - 12}"'
        parts.append(f'<text class="key-{name}" {place}>{escape(line.name)}</text>')
    return parts
