"""What commands print: tables and fields for people, JSON lines for programs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

# What a terminal would obey instead of show; tab and newline are harmless.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_GAP = "  "

Row = Sequence[str]


def echo_json(value: object) -> None:
    """One object, on one line, at once."""
    click.echo(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def echo_text(text: str) -> None:
    """Somebody's text: byte for byte into a pipe, without its control codes on a terminal."""
    shown = harmless(text) if sys.stdout.isatty() else text
    click.echo(shown, nl=not shown.endswith("\n"))


def harmless(text: str) -> str:
    """Text that cannot command the terminal: control characters are made visible."""
    return _CONTROLS.sub(_visible, text)


def _visible(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "\N{SYMBOL FOR DELETE}"


def one_line(text: str) -> str:
    """Text in one line, for a table."""
    return harmless(" ".join(text.split()))


def echo_table(head: Row, rows: Iterable[Row]) -> None:
    """Rows in columns: cut to the terminal's width there, whole in a pipe."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in head:
        table.add_column(name, no_wrap=True, overflow="ellipsis")
    for row in rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    console().print(table)


def console() -> Console:
    """Where rich things are printed: as wide as need be, and without color, into a pipe."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console()
    return Console(width=100_000, no_color=True, soft_wrap=True)


def echo_fields(fields: Mapping[str, str | None]) -> None:
    """Names and values, one below the other; what is empty is left out."""
    shown = {name: value for name, value in fields.items() if value}
    width = max((len(name) for name in shown), default=0)
    for name, value in shown.items():
        label = click.style(name.ljust(width), dim=True)
        click.echo(f"{label}{_GAP}{harmless(value)}")


def tags_text(tags: Mapping[str, str]) -> str:
    """Tags as they are typed."""
    return " ".join(f"{key}={value}" for key, value in tags.items())


def time_text(at: datetime | None) -> str:
    """A time as people here read it."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S") if at is not None else ""


def seconds_text(seconds: float) -> str:
    """A duration as people read it."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
