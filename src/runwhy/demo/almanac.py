"""When made-up runs happen: by day rather than by night, on weekdays rather than on Sundays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from random import Random

from runwhy.core.ids import RANDOM_BITS, Kind, make_id
from runwhy.demo.stories import Teller, hours
from runwhy.demo.story import Story, Talk
from runwhy.demo.talks import tell_talk
from runwhy.demo.triggers import NIGHTLY_CUSTOMERS

_BY_HOUR = (2, 1, 1, 1, 1, 2, 4, 8, 14, 18, 19, 17, 15, 17, 19, 18, 15, 11, 8, 6, 5, 4, 3, 2)
_BY_WEEKDAY = (10, 11, 11, 11, 9, 3, 2)
PER_DAY = {"pushed": 8, "by_hand": 5, "queued": 14, "talks": 11}


class DemoIds:
    """Ids of the time at which a thing was made up to have happened."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, kind: Kind, at: datetime) -> str:
        ms = round(at.timestamp() * 1000)
        return make_id(kind, ms=ms, random=self._rng.getrandbits(RANDOM_BITS))


def tell(
    rng: Random, *, runs: int, days: int, now: datetime
) -> tuple[Sequence[Talk], Sequence[Story]]:
    """Weeks of a small company: its sessions, and its runs outside of them."""
    first = now - timedelta(days=days)
    teller, ids = Teller(rng, first), DemoIds(rng)
    moments = Moments(rng, first, now)
    talks = [
        tell_talk(teller, at, now, lambda at: ids("ses", at))
        for at in moments.some(PER_DAY["talks"] * days)
    ]
    stories = [
        *_each(teller.ticked, hours(first, now)),
        *(teller.nightly(at, who) for at in _nights(first, now) for who in NIGHTLY_CUSTOMERS),
        *_each(teller.pushed, moments.some(PER_DAY["pushed"] * days)),
        *_each(teller.by_hand, moments.some(PER_DAY["by_hand"] * days)),
        *_each(teller.queued, moments.some(PER_DAY["queued"] * days)),
    ]
    told = len(stories) + sum(len(talk.stories) for talk in talks)
    stories += _each(teller.from_the_product, moments.some(max(0, runs - told)))
    return talks, stories


class Moments:
    """Moments of business: more of them when people work."""

    def __init__(self, rng: Random, first: datetime, last: datetime) -> None:
        self._rng = rng
        self._hours = hours(first - timedelta(hours=1), last)
        self._weights = [_BY_HOUR[at.hour] * _BY_WEEKDAY[at.weekday()] for at in self._hours]
        self._last = last

    def some(self, count: int) -> Sequence[datetime]:
        """So many of them, none in the future."""
        found = self._rng.choices(self._hours, self._weights, k=count)
        spread = (at + timedelta(milliseconds=self._rng.randrange(3_600_000)) for at in found)
        return [min(at, self._last - timedelta(minutes=2)) for at in spread]


def _nights(first: datetime, last: datetime) -> Sequence[datetime]:
    return [at for at in hours(first, last) if at.hour == 2]


def _each(make: Callable[[datetime], Story], moments: Iterable[datetime]) -> list[Story]:
    return [make(at) for at in moments]
