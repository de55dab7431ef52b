"""Limits: maximum numbers of active runs, and of starts in a period."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from runwhy.core.runs.tags import TAG_KEY, Tags

UNLIMITED = 2**62
MAX_RUNNING = 100_000
MAX_STARTS = 10_000
MAX_SHORT = 96  # bytes
PERIODS = {"s": 1, "sec": 1, "min": 60, "h": 3600, "hour": 3600, "d": 86_400, "day": 86_400}
EXECUTOR, MODEL, WORKSPACE = "executor:", "model:", "workspace"
_RATE = re.compile(r"(\d{1,9})\s*/\s*([a-z]+)")
_RULE = (
    'should be a number of runs such as 4, a rate such as "30/min", or both: [4, "30/min"]; '
    f"at most {MAX_RUNNING} runs, and {MAX_STARTS} starts per s, min, h or d"
)
NAME_RULE = (
    "should be `executor:NAME`, `model:ID`, `workspace`, a tag key, or `KEY=VALUE` for one value "
    "of a tag"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Maximum number of active runs, and of starts in a period of `seconds`."""

    running: int | None = None
    starts: int | None = None
    seconds: int = 60

    @property
    def rate(self) -> str:
        """The start rate as it is written in the settings."""
        names = {seconds: name for name, seconds in reversed(PERIODS.items())}
        return f"{self.starts}/{names[self.seconds]}"


def parse_limit(value: object) -> Limit:
    """Parse a limit of the settings. Raises: ValueError."""
    items = value if isinstance(value, list | tuple) else [value]
    running = [item for item in items if isinstance(item, int) and not isinstance(item, bool)]
    rates = [_RATE.fullmatch(item.strip()) for item in items if isinstance(item, str)]
    numbers = len(running) + len(rates)
    if not items or numbers != len(items) or len(running) > 1 or len(rates) > 1:
        raise ValueError(_RULE)
    if any(not 1 <= number <= MAX_RUNNING for number in running):
        raise ValueError(_RULE)
    if not rates:
        return Limit(running=running[0])
    rate = rates[0]
    if rate is None or rate[2] not in PERIODS or not 1 <= int(rate[1]) <= MAX_STARTS:
        raise ValueError(_RULE)
    most = running[0] if running else None
    return Limit(running=most, starts=int(rate[1]), seconds=PERIODS[rate[2]])


def check_name(name: str) -> str:
    """Return the name of a limit, if it is valid. Raises: ValueError."""
    for prefix in (EXECUTOR, MODEL):
        if name.startswith(prefix) and len(name) > len(prefix):
            return name
    key, equals, value = name.partition("=")
    if TAG_KEY.fullmatch(key) and bool(equals) == bool(value) and short(value) == value:
        return name
    raise ValueError(f"{name!r} {NAME_RULE}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of the settings, by name.

    The key of a limit is what it counts: `executor:claude`, or `1/customer=acme` for the runs of
    workspace 1 with this tag. Limits on tags count in each workspace separately.
    """

    by_name: Mapping[str, Limit] = field(default_factory=dict)

    def keys_of(self, *, workspace: int, tags: Tags, executor: str, model: str) -> tuple[str, ...]:
        """Return the keys of the limits that apply to a run, sorted."""
        if not self.by_name:
            return ()
        keys = [key for key in (EXECUTOR + executor, MODEL + model) if key in self.by_name]
        named = [
            f"{key}={short(value)}"
            for key, value in tags.items()
            if key != WORKSPACE and (key in self.by_name or f"{key}={value}" in self.by_name)
        ]
        if WORKSPACE in self.by_name:
            named.append(WORKSPACE)
        return tuple(sorted([*keys, *(f"{workspace}/{name}" for name in named)]))

    def limit_of(self, key: str) -> Limit | None:
        """Return the limit of a key; one for a value of a tag precedes that for the tag."""
        if key in self.by_name:
            return self.by_name[key]
        pair = shown(key)
        return self.by_name.get(pair) or self.by_name.get(pair.partition("=")[0])

    @property
    def longest(self) -> int:
        """The longest period of a start rate, in seconds; 0 without one."""
        periods = [limit.seconds for limit in self.by_name.values() if limit.starts is not None]
        return max(periods, default=0)


NO_LIMITS = Limits()


def short(value: str) -> str:
    """Return a value in a length that fits into an index; a long one ends with a hash."""
    if len(value.encode()) <= MAX_SHORT:
        return value
    return f"{value[:12]}…{hashlib.sha256(value.encode()).hexdigest()[:32]}"


def shown(key: str) -> str:
    """Return a key as people read it: without the number of its workspace."""
    number, slash, rest = key.partition("/")
    return rest if slash and number.isdigit() else key


@dataclass(slots=True, kw_only=True)
class Room:
    """How many more runs may start now under each limit."""

    free: dict[str, int] = field(default_factory=dict)

    def of(self, keys: Sequence[str], *, reserved: Iterable[str] = ()) -> int:
        """Return how many runs with these keys may start, apart from the reserved places."""
        held = frozenset(reserved)
        left = (self.free.get(key, UNLIMITED) - (key in held) for key in keys)
        return max(0, min(left, default=UNLIMITED))

    def take(self, keys: Sequence[str], count: int) -> None:
        """Count runs that start."""
        for key in keys:
            if key in self.free:
                self.free[key] -= count


def room_under(
    limits: Limits,
    *,
    running: Mapping[str, int],
    starts: Mapping[str, Sequence[int]],
    keys: Iterable[str],
    now: int,
) -> Room:
    """Return the room under limits. `starts` are times by key, in milliseconds."""
    free: dict[str, int] = {}
    for key in keys:
        limit = limits.limit_of(key)
        if limit is None:
            continue
        left = UNLIMITED
        if limit.running is not None:
            left = limit.running - running.get(key, 0)
        if limit.starts is not None:
            since = now - limit.seconds * 1000
            left = min(left, limit.starts - sum(at > since for at in starts.get(key, ())))
        free[key] = left
    return Room(free=free)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitUse:
    """Use of the limits at one time: active runs, and times of recent starts, by key."""

    limits: Limits = NO_LIMITS
    running: Mapping[str, int] = field(default_factory=dict)
    starts: Mapping[str, Sequence[int]] = field(default_factory=dict)  # in milliseconds
    now: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedLimit:
    """A limit that is used up."""

    key: str
    used: int
    most: int
    period: str = ""  # of a start rate
    seconds: float | None = None  # until the start rate allows another run

    @property
    def text(self) -> str:
        """The limit and its use, such as `customer=acme, 4 of 4 running`."""
        count = f"{self.used} of {self.most}"
        use = f"{count} starts per {self.period}" if self.period else f"{count} running"
        return f"{self.key}, {use}"


def find_reached(keys: Iterable[str], use: LimitUse) -> ReachedLimit | None:
    """Return the first limit of these keys that is used up."""
    for key in keys:
        limit = use.limits.limit_of(key)
        if limit is None:
            continue
        used = use.running.get(key, 0)
        if limit.running is not None and used >= limit.running:
            return ReachedLimit(key=shown(key), used=used, most=limit.running)
        if limit.starts is not None:
            mine = {key: use.starts.get(key, ())}
            wait = next_start(use.limits, mine, use.now)
            if wait is not None:
                period = limit.rate.partition("/")[2]
                most = limit.starts
                return ReachedLimit(
                    key=shown(key), used=most, most=most, period=period, seconds=wait
                )
    return None


def next_start(limits: Limits, starts: Mapping[str, Sequence[int]], now: int) -> float | None:
    """Return the seconds until the first exhausted start rate allows another run."""
    waits = []
    for key, times in starts.items():
        limit = limits.limit_of(key)
        if limit is None or limit.starts is None:
            continue
        since = now - limit.seconds * 1000
        recent = sorted(at for at in times if at > since)
        if len(recent) >= limit.starts:
            waits.append(recent[-limit.starts] + limit.seconds * 1000 - now)
    return max(min(waits), 1) / 1000 if waits else None
