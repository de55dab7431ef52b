"""Output of commands: tables, fields and progress for people, JSON lines for programs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from runwhy.core.display_text import escape_controls as escape_controls
from runwhy.core.display_text import one_line as one_line

if TYPE_CHECKING:
    from rich.console import Console

    from runwhy import Tokens

_UNCUTTABLE = re.compile(r"[a-z]{3}_[0-9a-z]{26}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")  # an id, a time
# Characters that JSON does not escape, but that a terminal would execute.
_NOT_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_GAP = "  "
STATUS_COLORS = {
    "queued": "blue",
    "running": "cyan",
    "waiting": "yellow",
    "succeeded": "green",
    "failed": "red",
    "cancelled": "bright_black",
    "skipped": "yellow",
    "active": "green",
    "ended": "bright_black",
    "ok": "green",
    "late": "yellow",
    "paused": "yellow",
    "failing": "red",
}
MAX_MIDDLE_WIDTH = 40  # of columns between the first and the last
MAX_COMMAND = 60  # characters of a command that goes with a message
MIN_WIDTH = 8  # narrower columns are omitted

Row = Sequence[str]
ProgressCallback = Callable[[int, int], None]  # done, total
Paint = Callable[[str, str], str]  # the title of a column, and a cell: the cell with colors


def echo_json(value: object) -> None:
    """Print one JSON object on one line, and flush."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    click.echo(_NOT_IN_JSON.sub(_escape, text))


def echo_text(text: str) -> None:
    """Print text: unchanged into a pipe, with escaped control characters on a terminal."""
    shown = escape_controls(text) if sys.stdout.isatty() else text
    click.echo(shown, nl=not shown.endswith("\n"))


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def echo_table(head: Row, rows: Iterable[Row], paint: Paint | None = None) -> None:
    """Print a table: complete into a pipe, fitted to the width of a terminal.

    The first column is never cut, so that ids can be copied. `paint` colors the cells of a column,
    by default those with a status.
    """
    from rich.cells import cell_len, set_cell_size

    table = [list(head), *([one_line(cell) for cell in row] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    if sys.stdout.isatty():
        least = [_min_width(column) for column in zip(*table[1:], strict=True)] or widths
        widths = fit_columns(widths, least, room=get_terminal_size().columns)
    for number, row in enumerate(table):
        cells = [_cut(cell, width) for cell, width in zip(row, widths, strict=False)]
        padded = [set_cell_size(cell, w) for cell, w in zip(cells, widths, strict=False)]
        if number == 0:
            click.echo(click.style(_GAP.join(padded).rstrip(), bold=True))
            continue
        padded[-1] = padded[-1].rstrip()
        painted = [(paint or paint_status)(head[i], cell) for i, cell in enumerate(padded)]
        click.echo(_GAP.join(painted).rstrip())
    if len(table) == 1:
        click.echo(click.style("no results", dim=True), err=True)


def paint_status(title: str, cell: str) -> str:
    """Color a status or state; `title` is that of its column or field."""
    word = re.split(r"\W", cell, maxsplit=1)[0]
    if title.upper() not in ("STATUS", "STATE") or word not in STATUS_COLORS:
        return cell
    return cell.replace(word, click.style(word, fg=STATUS_COLORS[word]), 1)


@contextmanager
def progress(label: str, *, quiet: bool) -> Iterator[ProgressCallback]:
    """Show a progress bar on stderr if it is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    bar: Any
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def update(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(min(done, bar.length) - bar.pos)

        yield update


def console() -> Console:
    """Return a rich console; without color and line breaks for a pipe."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console()
    return Console(width=100_000, no_color=True, soft_wrap=True)


def fit_columns(widths: Sequence[int], least: Sequence[int], *, room: int) -> list[int]:
    """Return the width of each column. Columns on the right that do not fit are omitted."""
    fitted, left = [widths[0]], room - widths[0]
    for index, (width, needed) in enumerate(zip(widths, least, strict=True)):
        if index == 0:
            continue
        is_last = index == len(widths) - 1
        wanted = width if is_last else min(width, max(MAX_MIDDLE_WIDTH, needed))
        available = min(wanted, left - len(_GAP))
        if available < min(width, needed):
            break
        fitted.append(available)
        left -= available + len(_GAP)
    return fitted


def _min_width(column: Sequence[str]) -> int:
    """Return the minimum useful width. Ids and times are not cut."""
    return max((len(cell) for cell in column if _UNCUTTABLE.fullmatch(cell)), default=MIN_WIDTH)


def _cut(text: str, width: int) -> str:
    from rich.cells import cell_len, set_cell_size

    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def echo_fields(fields: Mapping[str, str | None]) -> None:
    """Print names and values, one per line, without empty values."""
    shown = {name: value for name, value in fields.items() if value}
    width = max((len(name) for name in shown), default=0)
    for name, value in shown.items():
        label = click.style(name.ljust(width), dim=True)
        below = "\n" + " " * (width + len(_GAP))
        text = paint_status(name, escape_controls(value).replace(chr(10), below))
        click.echo(f"{label}{_GAP}{text}")


def tags_text(tags: Mapping[str, str]) -> str:
    """Format tags as they are typed."""
    return " ".join(f"{key}={value}" for key, value in tags.items())


def column_tags(tags: Mapping[str, str]) -> str:
    """Format tags for a table, shortest first, so that a cut hides as few as possible."""
    return " ".join(sorted((f"{key}={value}" for key, value in tags.items()), key=len))


def attached_text(commands: Iterable[Mapping[str, Any]], *, earlier: int = 0) -> str:
    """Name the commands that go with a message, such as `sent along: make (exit 2)`."""
    shown = [_command_text(one) for one in commands]
    more = [f"{earlier} earlier"] if earlier else []
    return f"sent along: {', '.join([*shown, *more])}"


def _command_text(command: Mapping[str, Any]) -> str:
    line, code = one_line(str(command["cmd"])), command["exitCode"]
    shown = line if len(line) <= MAX_COMMAND else line[: MAX_COMMAND - 1] + "…"
    return shown if code is None else f"{shown} (exit {code})"


def actor_name(actor: Mapping[str, Any]) -> str:
    """Return the most readable name of an actor."""
    return str(actor["name"] or actor["id"] or actor["kind"])


def time_text(at: datetime | None) -> str:
    """Format a time in the local zone."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S") if at is not None else ""


def moment_text(at: str | None) -> str:
    """Format a future time with its zone, because a schedule can use another one."""
    if not at:
        return ""
    local = datetime.fromisoformat(at).astimezone()
    return f"{time_text(local)} {local.strftime('%Z')}"


def column_time(at: datetime | str | None) -> str:
    """Format a time of a table, which can be in the form of the API."""
    return time_text(datetime.fromisoformat(at) if isinstance(at, str) else at)


def cost_text(cost: str | None, unpriced: int | None, *, exact: bool = False) -> str:
    """Format a cost in USD, with the number of unpriced calls; empty without model calls.

    Unless it is `exact`, it is rounded to cents, or to hundredths of a cent below one dollar.
    """
    if cost is None:
        return f"unknown ({unpriced} unpriced)" if unpriced else ""
    known = f"${cost}" if exact else _rounded(Decimal(cost))
    return f"{known} + {unpriced} unpriced" if unpriced else known


def _rounded(cost: Decimal) -> str:
    least = Decimal("0.0001")
    if 0 < cost < least:
        return f"<${least}"
    return f"${cost:,.2f}" if cost >= 1 else f"${cost.quantize(least).normalize():f}"


def tokens_text(used: Tokens) -> str | None:
    """Format token counts; None if there are none."""
    kinds = {"in": used.input, "out": used.output}
    more = {"cached": used.cached, "written to cache": used.cache_write}
    more |= {"reasoning": used.reasoning}
    shown = [f"{count} {kind}" for kind, count in kinds.items()]
    shown += [f"{count} {kind}" for kind, count in more.items() if count]
    return ", ".join(shown) if used.input or used.output else None


def seconds_text(seconds: float) -> str:
    """Format a duration."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, rest_minutes = divmod(minutes, 60)
    if not hours:
        return f"{minutes} min {rest} s"
    return f"{hours} h {rest_minutes} min" if hours < 48 else f"{hours // 24} d {hours % 24} h"
