"""`runwhy runs stats`: measures of runs as a table, with small bars over time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

import runwhy
from runwhy.cli.arguments import pairs_argument, query_option
from runwhy.cli.commands import Result, result_command
from runwhy.cli.output import cost_text, echo_table, seconds_text

if TYPE_CHECKING:
    from runwhy.wire.aggregates import Measured, MeasuredValues, RunAggregate

MEASURES = ("count", "failed", "rate", "p50", "p95", "cost", "tokens")
INTERVALS = ("auto", "minute", "hour", "day", "week")
_BARS = " ▁▂▃▄▅▆▇█"
_LONGEST_BAR = 30  # characters
_MOST_POINTS = 60  # of a small chart; more intervals are added up


@click.command()
@pairs_argument
@query_option
@click.option("--by", multiple=True, metavar="KEY", help="Field or tag to group by; up to two.")
@click.option(
    "--measure",
    "measures",
    type=click.Choice(MEASURES),
    multiple=True,
    help="Measure to show; can be repeated. rate is the share of failed runs, p50 and p95 are "
    "durations, cost is in dollars.  [default: count]",
)
@click.option("--interval", type=click.Choice(INTERVALS), help="Show the measures over time.")
@click.option(
    "--timezone", metavar="ZONE", help="Time zone of days, such as Europe/Berlin. Default: UTC."
)
@click.option("--order-by", type=click.Choice(MEASURES), help="Measure to sort groups by.")
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, 100),
    default=10,
    show_default=True,
    help="Maximum number of groups.",
)
@result_command
def stats(client: runwhy.Client, tags: dict[str, str], query: str | None, **asked: Any) -> Result:
    """Show counts, failures, durations and cost of runs.

    \b
    runwhy runs stats --by customer --measure cost
    runwhy runs stats --query 'created>-7d' --measure count --measure rate --interval day
    runwhy runs stats env=prod --by model --by status --json
    """
    found = client.aggregate(
        query,
        metadata=tags,
        measure=asked["measures"] or ("count",),
        by=asked["by"],
        interval=asked["interval"],
        timezone=asked["timezone"],
        limit=asked["limit"],
        order_by=asked["order_by"],
    )
    return Result([found], lambda: _show(found))


def _show(found: RunAggregate) -> None:
    if found.by or not found.interval:
        _show_groups(found)
    else:
        _show_intervals(found)


def _show_groups(found: RunAggregate) -> None:
    """Print a row for each group, with a small chart of the first measure."""
    rows: list[tuple[Sequence[str], Measured]] = [
        ([text if text is not None else "(none)" for text in group.key], group)
        for group in found.groups
    ]
    blank = [""] * (len(found.by) - 1)
    if found.other is not None:
        rows.append((["(other)", *blank], found.other))
    rows.append((["(total)", *blank] if found.by else [], found.total))
    chart = ["OVER TIME"] if found.interval else []
    head = [*map(str.upper, found.by), *map(str.upper, found.measures), *chart]
    first = found.measures[0]
    echo_table(
        head,
        [
            [
                *key,
                *(_text(measured.values, measure) for measure in found.measures),
                *([_chart(measured.series, first)] if found.interval else []),
            ]
            for key, measured in rows
        ],
    )


def _show_intervals(found: RunAggregate) -> None:
    """Print a row for each interval, with a bar of the first measure."""
    first = found.measures[0]
    series, zone = found.total.series, ZoneInfo(found.timezone or "UTC")
    most = max((_number(values, first) for values in series), default=0)
    rows = [
        [
            _start(at.astimezone(zone), found.interval),
            *(_text(values, each) for each in found.measures),
            bar,
        ]
        for at, values in zip(found.buckets, series, strict=True)
        for bar in [_bar(_number(values, first), most)]
    ]
    total = [_text(found.total.values, each) for each in found.measures]
    echo_table(
        [(found.interval or "").upper(), *map(str.upper, found.measures), ""],
        [*rows, ["(total)", *total, ""]],
    )


def _start(at: datetime, interval: str | None) -> str:
    return at.strftime("%Y-%m-%d" if interval in ("day", "week") else "%Y-%m-%d %H:%M")


def _number(values: MeasuredValues, measure: str) -> float:
    return float(getattr(values, measure) or 0)


def _text(values: MeasuredValues, measure: str) -> str:
    value = getattr(values, measure)
    if measure == "cost":
        return cost_text(value, values.unpriced_calls or 0) or "–"
    if value is None:
        return "–"
    if measure == "rate":
        return f"{value:.1%}"
    return seconds_text(value / 1000) if measure in ("p50", "p95") else f"{value:,}"


def _bar(number: float, most: float) -> str:
    eighths = round(number / most * _LONGEST_BAR * 8) if most else 0
    blocks = " ▏▎▍▌▋▊▉"
    return "█" * (eighths // 8) + (blocks[eighths % 8] if eighths % 8 else "")


def _chart(series: Sequence[MeasuredValues], measure: str) -> str:
    """Return one character for each interval, or for several if there are many."""
    numbers = [_number(values, measure) for values in series]
    width = -(-len(numbers) // _MOST_POINTS) or 1
    points = [sum(numbers[at : at + width]) for at in range(0, len(numbers), width)]
    most = max(points, default=0)
    heights = [ceil(point / most * (len(_BARS) - 1)) if most else 0 for point in points]
    return "".join(map(_BARS.__getitem__, heights))
