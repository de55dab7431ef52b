"""What commands print: tables and fields for people, JSON lines for programs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

# What a terminal would obey instead of show; tab and newline are escape_controls.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_WHOLE = re.compile(r"[a-z]{3}_[0-9a-z]{26}|[A-Z][a-z]{2} \d\d .{5}")  # an id, a time
# What makes text read in another order than it has, so that it can seem to say something else.
_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")
# In JSON these may stand as they are, and a terminal obeys them there too.
_NOT_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_GAP = "  "
MIDDLE = 40  # columns of a terminal that one in the middle of a table takes at most
HALF_A_YEAR = 182  # days; further off, the year says more than the minute
NARROWEST = 8  # a column that would have less is left out

Row = Sequence[str]


def echo_json(value: object) -> None:
    """One object, on one line, at once."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    click.echo(_NOT_IN_JSON.sub(_escaped, text))


def echo_text(text: str) -> None:
    """Somebody's text: byte for byte into a pipe, without its control codes on a terminal."""
    shown = escape_controls(text) if sys.stdout.isatty() else text
    click.echo(shown, nl=not shown.endswith("\n"))


def escape_controls(text: str) -> str:
    """Text that cannot command the terminal: control characters are made visible, and so are
    those that would have it read in another order."""
    return _REORDERING.sub(_escaped, _CONTROLS.sub(_visible, text))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _visible(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "\N{SYMBOL FOR DELETE}"


def one_line(text: str) -> str:
    """Text in one line, for a table."""
    return escape_controls(" ".join(text.split()))


def echo_table(head: Row, rows: Iterable[Row]) -> None:
    """Rows in columns: whole in a pipe; on a terminal, as much from the left as there is room for.

    The first column, which names the thing, is never cut: people copy it.
    """
    from rich.cells import cell_len, set_cell_size

    table = [list(head), *([one_line(cell) for cell in row] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    if sys.stdout.isatty():
        least = [_least(column) for column in zip(*table[1:], strict=True)] or widths
        widths = fit_columns(widths, least, room=get_terminal_size().columns)
    for number, row in enumerate(table):
        cells = [_cut(cell, width) for cell, width in zip(row, widths, strict=False)]
        padded = [set_cell_size(cell, w) for cell, w in zip(cells, widths, strict=False)]
        line = _GAP.join(padded).rstrip()
        click.echo(click.style(line, bold=True) if number == 0 else line)
    if len(table) == 1:
        click.echo(click.style("nothing found", dim=True), err=True)


def console() -> Console:
    """Where rich things are printed: as wide as need be, and without color, into a pipe."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console()
    return Console(width=100_000, no_color=True, soft_wrap=True)


def fit_columns(widths: Sequence[int], least: Sequence[int], *, room: int) -> list[int]:
    """How wide each column may be; those at the right that have no room are left out."""
    fitted, left = [widths[0]], room - widths[0]
    for place, (width, needed) in enumerate(zip(widths, least, strict=True)):
        if place == 0:
            continue
        most = width if place == len(widths) - 1 else min(width, max(MIDDLE, needed))
        given = min(most, left - len(_GAP))
        if given < min(width, needed):
            break
        fitted.append(given)
        left -= given + len(_GAP)
    return fitted


def _least(column: Sequence[str]) -> int:
    """The least width that is worth having: half an id, or half a time, is of no use to anybody."""
    return max((len(cell) for cell in column if _WHOLE.fullmatch(cell)), default=NARROWEST)


def _cut(text: str, width: int) -> str:
    from rich.cells import cell_len, set_cell_size

    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def echo_fields(fields: Mapping[str, str | None]) -> None:
    """Names and values, one below the other; what is empty is left out."""
    shown = {name: value for name, value in fields.items() if value}
    width = max((len(name) for name in shown), default=0)
    for name, value in shown.items():
        label = click.style(name.ljust(width), dim=True)
        below = "\n" + " " * (width + len(_GAP))
        click.echo(f"{label}{_GAP}{escape_controls(value).replace(chr(10), below)}")


def tags_text(tags: Mapping[str, str]) -> str:
    """Tags as they are typed."""
    return " ".join(f"{key}={value}" for key, value in tags.items())


def column_tags(tags: Mapping[str, str]) -> str:
    """Tags in a table, the shortest first: where it is cut, most of them are still read."""
    return " ".join(sorted((f"{key}={value}" for key, value in tags.items()), key=len))


def time_text(at: datetime | None) -> str:
    """A time as people here read it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S") if at is not None else ""


def moment_text(at: str | None) -> str:
    """A time that is to come, with its zone: a schedule may be meant for another one."""
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S %Z") if at else ""


def column_time(at: datetime | str | None) -> str:
    """A time in a table: short on a terminal, where room is dear; whole in a pipe."""
    at = datetime.fromisoformat(at) if isinstance(at, str) else at
    if at is None or not sys.stdout.isatty():
        return time_text(at)
    here = at.astimezone()
    days = abs(datetime.now().astimezone() - here).days
    return here.strftime("%b %d %H:%M" if days < HALF_A_YEAR else "%b %d  %Y")


def seconds_text(seconds: float) -> str:
    """A duration as people read it."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
