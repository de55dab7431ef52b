"""Durations as text: `90s`, `15m` or `1h30m`, and plain numbers, which are seconds."""

from __future__ import annotations

import math
import re
from datetime import timedelta
from fractions import Fraction

MAX_DURATION = timedelta(days=36_500)
EXAMPLES = "90s, 15m, 2h or 30d"
DURATION_RULE = f"90 (seconds), {EXAMPLES}"  # of options and settings

_UNITS = {
    "w": timedelta(weeks=1),
    "d": timedelta(days=1),
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "s": timedelta(seconds=1),
    "ms": timedelta(milliseconds=1),
}
_DURATION = re.compile(
    "".join(rf"(?:(?P<{unit}>[0-9]+(?:\.[0-9]+)?){unit})?" for unit in _UNITS)  # largest first
)
_TICK = timedelta(microseconds=1)


def parse_duration(text: str) -> timedelta | None:
    """Parse `500ms`, `30s` or `1h30m` (units from largest to smallest), or return None."""
    found = _DURATION.fullmatch(text)
    if not text or found is None:
        return None
    amounts = found.groupdict()
    ticks = sum(Fraction(amounts[unit] or 0) * (_UNITS[unit] // _TICK) for unit in _UNITS)
    return None if ticks > MAX_DURATION // _TICK else int(ticks) * _TICK


def parse_seconds(text: str) -> float | None:
    """Parse the value of an option or a setting: a duration, or a number of seconds."""
    found = parse_duration(text.strip())
    if found is not None:
        return found.total_seconds()
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def render_duration(duration: timedelta) -> str:
    """Render a duration in the largest unit that holds it exactly."""
    for unit in ("h", "m", "s", "ms"):
        if not duration % _UNITS[unit]:
            return f"{duration // _UNITS[unit]}{unit}"
    seconds, rest = divmod(duration, _UNITS["s"])
    return f"{seconds}.{rest // _TICK:06d}s"
