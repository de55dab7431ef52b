"""Options that are times: in the format that commands print, in your time zone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

import click

EXAMPLE = "2026-11-18 09:00:00"

F = TypeVar("F", bound=Callable[..., Any])


class Time(click.ParamType):  # type: ignore[type-arg]  # not generic in Click 8.2
    """A time with a zone, from text such as `2026-11-18 09:00:00`, `2026-11-18` or ISO 8601."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Return the time. Without a zone it is in yours. Raises: BadParameter."""
        try:
            return datetime.fromisoformat(value).astimezone()
        except (ValueError, OverflowError):
            rule = f"use a time such as '{EXAMPLE}', 2026-11-18 or 2026-11-18T08:00:00Z"
            self.fail(f"{value!r} is not a time; {rule}", param, ctx)


def time_option(*names: str, help: str, **attributes: Any) -> Callable[[F], F]:
    """Return an option that is a time. An example is added to its help."""
    text = f"{help}, in your time zone, such as '{EXAMPLE}'."
    return click.option(*names, type=Time(), metavar="TIME", help=text, **attributes)
