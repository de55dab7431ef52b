"""Times in queries."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from runwhy.core.durations import parse_duration
from runwhy.core.queries.ast import Moment, Op

_STAMP = re.compile(
    r"\d{4}-\d\d-\d\d"
    r"(?P<time>T(?:[01]\d|2[0-3]):\d\d(?P<seconds>:\d\d(?:\.(?P<fraction>\d{1,9}))?)?"
    r"(?:Z|[+-]\d\d:\d\d)?)?",
    re.ASCII | re.IGNORECASE,
)
_TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Span:
    """The time span that a written time covers: a day, minute, second, or one moment (no `end`)."""

    start: Moment
    end: Moment | None = None


def parse_time(text: str, *, now: datetime) -> Span | None:
    """Parse `2026-11-01`, an RFC 3339 time or `-24h`; None for any other text.

    A time without a zone is in UTC. Its precision decides its length; six digits of a second are
    one moment.
    """
    try:
        return _relative(text, now) if text.startswith("-") else _absolute(text)
    except (ValueError, OverflowError):  # no such day, before 1970, or after 9999
        return None


def render_moment(moment: Moment, op: Op) -> str:
    """Render a moment so that, after `op`, it is read as the same moment and not as a span."""
    if moment.relative:
        return moment.relative
    at = moment.at.replace(tzinfo=None)
    if op not in (Op.GE, Op.LT):
        return f"{at.isoformat(timespec='microseconds')}Z"
    if at.time() == datetime.min.time():
        return at.date().isoformat()
    return f"{at.isoformat()}Z"


def _relative(text: str, now: datetime) -> Span | None:
    ago = parse_duration(text[1:])
    return None if ago is None else Span(Moment(now - ago, text))


def _absolute(text: str) -> Span | None:
    written = _STAMP.fullmatch(text)
    if written is None:
        return None
    at = datetime.fromisoformat(text.upper())
    start = Moment(at if at.tzinfo else at.replace(tzinfo=UTC))
    lasts = _precision(written)
    return Span(start, Moment(start.at + lasts) if lasts else None)


def _precision(written: re.Match[str]) -> timedelta:
    if not written["time"]:
        return timedelta(days=1)
    if not written["seconds"]:
        return timedelta(minutes=1)
    digits = len(written["fraction"] or "")
    return 10 ** (6 - digits) * _TICK if digits < 6 else timedelta()
