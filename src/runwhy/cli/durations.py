"""Options that are durations: one format, one help text and one error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from runwhy.core.durations import DURATION_RULE, EXAMPLES, parse_duration, parse_seconds

SHORTEST, LONGEST = "0s", "36500d"

F = TypeVar("F", bound=Callable[..., Any])


class Duration(click.ParamType):  # type: ignore[type-arg]  # not generic in Click 8.2
    """A duration in seconds, from text such as `90`, `90s`, `15m`, `2h` or `30d`."""

    name = "duration"

    def __init__(self, least: str, most: str, *, needs_unit: bool) -> None:
        self._least, self._most, self._needs_unit = least, most, needs_unit

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds, as an integer if they are whole. Raises: BadParameter."""
        seconds = read_seconds(value)
        if self._needs_unit and parse_duration(value) is None:
            self.fail(f"{value!r} has no unit; use {EXAMPLES}", param, ctx)
        if seconds < read_seconds(self._least):
            self.fail(f"{value} is too short; the minimum is {self._least}", param, ctx)
        if seconds > read_seconds(self._most):
            self.fail(f"{value} is too long; the maximum is {self._most}", param, ctx)
        return int(seconds) if seconds.is_integer() else seconds


def read_seconds(text: str) -> float:
    """Return the seconds of a duration. Raises: BadParameter."""
    seconds = parse_seconds(text)
    if seconds is None:
        raise click.BadParameter(f"{text!r} is not a duration; use {DURATION_RULE}")
    return seconds


def duration_option(
    *names: str,
    help: str,
    least: str = SHORTEST,
    most: str = LONGEST,
    needs_unit: bool = False,
    default_text: str = "",
    **attributes: Any,
) -> Callable[[F], F]:
    """Return an option that is a duration. Examples, limits and default are added to its help."""
    limits = f" At least {least}." if least != SHORTEST else ""
    limits += f" At most {most}." if most != LONGEST else ""
    limits += f" Default: {default_text}." if default_text else ""
    return click.option(
        *names,
        type=Duration(least, most, needs_unit=needs_unit),
        help=f"{help}, such as {EXAMPLES if needs_unit else DURATION_RULE}.{limits}",
        **attributes,
    )
