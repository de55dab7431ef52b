"""The runs and queries of `bench.find`: the same for every run of the benchmark.

16 keys, about 10 of them on each run: 5,000 customers by Zipf, 50,000 users, unique trace ids,
a release that only old runs have, and a key that never occurs with `env:prod`.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import accumulate
from random import Random

DAYS = 90
END_MS = 1_794_700_800_000  # 2026-11-15
PAGE = 50

_ZIPF = list(accumulate(1 / rank**1.07 for rank in range(1, 5001)))
_REGIONS = ("eu", "us", "ap", "sa", "af", "me")
_PLANS = ("free", "pro", "enterprise")
_CHANNELS = ("web", "mail", "chat", "phone", "api", "app", "sms", "fax")
_TRIGGERS = ("cron", "api", "webhook", "telegram", "timer")
_TOPICS = ("refund", "invoice", "delivery", "password", "upgrade", "outage", "contract", "survey")


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRun:
    """A run, independent of any system's format."""

    number: int  # from 1, oldest first
    created: int  # ms
    lasted: int  # ms
    status: str
    trigger: str
    tokens: int
    prompt: str
    answer: str
    tags: Mapping[str, str]


def runs(total: int) -> Iterator[BenchRun]:
    """Yield all runs, oldest first."""
    chance = Random(7)
    step = DAYS * 86_400_000 / total
    for number in range(1, total + 1):
        tags = _tags(chance, number, total)
        topic = _TOPICS[int(chance.random() * 8)]
        yield BenchRun(
            number=number,
            created=int(END_MS - (total - number) * step),
            lasted=int(chance.expovariate(1 / 20_000)),
            status=_status(chance.random()),
            trigger=_TRIGGERS[int(chance.random() ** 2 * 5)],
            tokens=int(chance.expovariate(1 / 1_500)),
            prompt=f"A question about {topic} number {number}, please answer it in two sentences.",
            answer=f"Regarding your {topic}: all is well. Case {number} is closed.",
            tags=tags,
        )


def trace_of(number: int) -> str:
    """Return the unique trace id of a run."""
    return blake2b(number.to_bytes(8), digest_size=16).hexdigest()


def _status(drawn: float) -> str:
    if drawn < 0.9:
        return "succeeded"
    return "failed" if drawn < 0.96 else "cancelled"


def _tags(chance: Random, number: int, total: int) -> dict[str, str]:
    draw = chance.random
    customer = bisect(_ZIPF, draw() * _ZIPF[-1])
    env = "prod" if draw() < 0.6 else "staging" if draw() < 0.6 else "dev"
    tags = {"customer": f"c-{customer:04d}", "env": env, "trace_id": trace_of(number)}
    if number <= total // 10:
        tags["release"] = "v1"
    elif draw() < 0.5:
        tags["release"] = f"v{2 + number * 20 // total}"
    if env != "prod" and draw() < 0.8:
        tags["sandbox"] = "yes"
    rest: tuple[tuple[float, str, Callable[[], str]], ...] = (
        (0.9, "region", lambda: _REGIONS[int(draw() ** 2 * 6)]),
        (0.9, "plan", lambda: _PLANS[int(draw() * 3)]),
        (0.8, "team", lambda: f"team-{int(draw() * 40)}"),
        (0.7, "feature", lambda: f"feature-{int(draw() ** 2 * 200)}"),
        (0.9, "user", lambda: f"u{int(draw() * 50_000)}"),
        (0.7, "channel", lambda: _CHANNELS[int(draw() * 8)]),
        (0.6, "lang", lambda: f"l{int(draw() ** 2 * 20)}"),
        (0.05, "experiment", lambda: f"exp-{int(draw() * 50)}"),
        (0.1, "ticket", lambda: f"T-{int(draw() * 100_000)}"),
        (0.5, "priority", lambda: ("low", "mid", "high")[int(draw() * 3)]),
        (0.3, "source", lambda: f"src {int(draw() * 12)}"),
    )
    for share, key, value in rest:
        if draw() < share:
            tags[key] = value()
    return tags


Tags = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A query in the language of each system (None if it has no equivalent)."""

    name: str
    query: str
    matches_run: Callable[[BenchRun], bool]
    mlflow: str | None = None
    phoenix: str | None = None


def _has(**wanted: str) -> Callable[[BenchRun], bool]:
    return lambda run: all(run.tags.get(key) == value for key, value in wanted.items())


def _mlflow(**wanted: str) -> str:
    return " and ".join(f"tags.`{key}` = '{value}'" for key, value in wanted.items())


def _phoenix(**wanted: str) -> str:
    return " and ".join(f"metadata['{key}'] == '{value}'" for key, value in wanted.items())


def _exact(name: str, **wanted: str) -> Shape:
    return Shape(
        name=name,
        query=" ".join(f"{key}:{value}" for key, value in wanted.items()),
        matches_run=_has(**wanted),
        mlflow=_mlflow(**wanted),
        phoenix=_phoenix(**wanted),
    )


_EITHER = Shape(
    name="OR",
    query="customer:c-4000 OR customer:c-4001",
    matches_run=lambda run: run.tags["customer"] in ("c-4000", "c-4001"),
    phoenix="metadata['customer'] == 'c-4000' or metadata['customer'] == 'c-4001'",
)
_BEYOND_TAGS = [
    Shape(
        name="prefix",
        query="customer:c-49*",
        matches_run=lambda run: run.tags["customer"].startswith("c-49"),
        mlflow="tags.`customer` LIKE 'c-49%'",
        phoenix="'c-49' in metadata['customer']",
    ),
    Shape(
        name="exists",
        query="has:experiment",
        matches_run=lambda run: "experiment" in run.tags,
        mlflow="tags.`experiment` LIKE '%'",
        phoenix="metadata['experiment'] is not None",
    ),
    Shape(
        name="failed runs of a customer",
        query="customer:c-0000 status:failed",
        matches_run=lambda run: run.tags["customer"] == "c-0000" and run.status == "failed",
        mlflow="tags.`customer` = 'c-0000' and attributes.status = 'FAILED'",
        phoenix="metadata['customer'] == 'c-0000' and status_code == 'ERROR'",
    ),
    Shape(
        name="NOT and a duration",
        query="-env:prod duration>2m",
        matches_run=lambda run: run.tags["env"] != "prod" and run.lasted > 120_000,
        phoenix="not metadata['env'] == 'prod' and latency_ms > 120000",
    ),
]


def shapes(total: int) -> list[Shape]:
    """Return every kind of list query that is measured."""
    return [
        _exact("one unique value", trace_id=trace_of(total // 2)),
        _exact("selective", customer="c-4000"),
        _exact("medium", customer="c-0007"),
        _exact("broad", env="prod"),
        _exact("three keys", env="prod", customer="c-0001", plan="pro"),
        _EITHER,
        _exact("no match", env="nope"),
        _exact("all matches old", release="v1"),
        _exact("broad pair, disjoint", env="prod", sandbox="yes"),
        *_BEYOND_TAGS,
    ]


@dataclass(slots=True)
class Truth:
    """The correct answers, from a scan of all runs."""

    newest: dict[str, deque[str]] = field(default_factory=dict)  # trace ids, newest last
    matches: Counter[str] = field(default_factory=Counter)
    customers: Counter[str] = field(default_factory=Counter)
    customers_in_prod: Counter[str] = field(default_factory=Counter)

    def add(self, run: BenchRun, queries: Iterable[Shape]) -> None:
        """Add a run to the answers."""
        for shape in queries:
            if shape.matches_run(run):
                self.matches[shape.name] += 1
                newest = self.newest.setdefault(shape.name, deque(maxlen=PAGE))
                newest.append(run.tags["trace_id"])
        self.customers[run.tags["customer"]] += 1
        if run.tags["env"] == "prod":
            self.customers_in_prod[run.tags["customer"]] += 1

    def page(self, shape: Shape) -> list[str]:
        """Return the trace ids of the expected page, in order."""
        return list(self.newest.get(shape.name, ()))[::-1]
