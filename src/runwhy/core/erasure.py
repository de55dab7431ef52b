"""Erasing: what of a run goes, what is left of it where tags are to stay, and the receipt."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from runwhy.core.json import JsonObject
from runwhy.core.queries import (
    All,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    Moment,
    Op,
    Query,
    QueryError,
    parse,
    terms,
)
from runwhy.core.queries.times import render_moment
from runwhy.core.runs.events import TERMINAL
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.run import EnvelopeFacts, Failure
from runwhy.errors import InvalidInput, Problem

MAX_NAME = 100
LONG = timedelta(milliseconds=200)  # that others wait for a batch
MIN_AGE, MAX_AGE = timedelta(hours=1), timedelta(days=7300)
ERASED = "erased"  # what stands where words were, and something has to
NOTHING = f"{0:064x}"
KEPT_EVENTS = TERMINAL | {"queued", "started"}

_KEPT_SPEC = ("agentId", "modelId", "executor", "reasoningLevel", "budgets", "modelVisibleMetadata")
_WORDS = frozenset({"trigger_reason"})  # facts that somebody wrote
_KEPT_DATA = (
    *("subtype", "ok", "tokens", "turns", "model", "metadata"),
    *("code", "errorClass", "retryable", "finishReason", "apiStatus", "apiCode"),
)
_OF_SESSIONS = frozenset({Field.SESSION, Field.AGENT, Field.MODEL, Field.EXECUTOR, Field.CREATED})


class EraseMode(StrEnum):
    """How much goes: what was said and done (`content`), or the runs themselves too (`all`)."""

    CONTENT = "content"
    ALL = "all"


class Phase(StrEnum):
    """What an erasure is at: runs, then sessions without any, then what indexes still hold."""

    RUNS = "runs"
    SESSIONS = "sessions"
    INDEXES = "indexes"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """One erasing: how far it is, and once it is done the receipt of it.

    `digest` is over the ids of the runs and sessions, see `add_digest`. A query that is to be
    forgotten, too, is there only until the end.
    """

    id: str
    workspace: int
    query: str
    mode: EraseMode
    actor: Actor
    created_at: datetime
    seq: int = 0
    hide_query: bool = False
    rule_id: str | None = None
    total: int = 0  # runs that were found at the beginning
    phase: Phase = Phase.RUNS
    place: int | None = None  # what is behind it in the list of this phase is done
    counts: Mapping[str, int] = field(default_factory=dict)
    digest: str = NOTHING
    finished_at: datetime | None = None

    @property
    def parsed_query(self) -> Query:
        """The query, as it was meant when it was asked."""
        return parse(self.query, now=self.created_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRule:
    """What is erased by itself: the runs that a query finds, once they are so old."""

    id: str
    workspace: int
    name: str
    query: str
    age: timedelta
    mode: EraseMode
    created_by: str
    created_at: datetime
    applied_at: datetime | None = None


def parse_query(text: str, *, now: datetime, at: str = "/query") -> Query:
    """The query of an erasure. Raises: InvalidInput, which names the column."""
    try:
        return parse(text, now=now)
    except QueryError as error:
        problems = [Problem(at, each.problem, each.limit, each.actual) for each in error.problems]
        raise InvalidInput(problems) from None


def parse_narrow(text: str, *, now: datetime, at: str = "/query") -> Query:
    """The same, which must leave something out. Raises: InvalidInput."""
    query = parse_query(text, now=now, at=at)
    if isinstance(query, All):
        rule = "must say which runs; all up to now are `created<` and a date"
        raise InvalidInput([Problem(at, rule)])
    return query


def due_query(rule: RetentionRule, *, now: datetime) -> str:
    """The runs that a rule is about now, as text."""
    before = render_moment(Moment(at=now - rule.age), Op.LT)
    return f"({rule.query}) created<{before}" if rule.query.strip() else f"created<{before}"


def rule_problems(rule: RetentionRule, *, now: datetime) -> None:
    """Raises: InvalidInput."""
    if not MIN_AGE <= rule.age <= MAX_AGE:
        least, most = (round(age.total_seconds()) for age in (MIN_AGE, MAX_AGE))
        said = f"must be from {least} to {most} seconds"
        raise InvalidInput([Problem("/olderThanSeconds", said)])
    parse_query(rule.query, now=now)
    parse_query(due_query(rule, now=now), now=now)  # which is a little longer


def is_about_sessions(query: Query) -> bool:
    """Whether it asks only for what a session has as well: else it finds none that has no run."""
    asked = (FieldIs, FieldPrefix, HasField, Compare)
    return all(term.field in _OF_SESSIONS for term in terms(query) if isinstance(term, asked))


def next_batch(size: int, *, took: timedelta, most: int) -> int:
    """How many runs the next batch has: who wants to write waits for one, so it has to be short,
    and not so small that nothing gets done on a machine where everything takes long."""
    if took > LONG:
        return max(1, most // 4, size // 2)
    return min(2 * size, most) if took < LONG / 4 else size


def add_digest(digest: str, ids: Iterable[str]) -> str:
    """The digest with further ids: the sum of the SHA-256 of each, modulo 2^256, in hex.

    Whoever has the list of ids can check it, in whatever order they come.
    """
    total = int(digest, 16)
    for id in ids:
        total += int.from_bytes(hashlib.sha256(id.encode()).digest(), "big")
    return f"{total % (1 << 256):064x}"


def add_counts(counts: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Both together, without what is zero."""
    return dict(Counter(counts) + Counter(more))


def kept_spec(spec: JsonObject) -> JsonObject:
    """What of a spec says how something ran, and not what was said."""
    return {name: spec[name] for name in _KEPT_SPEC if name in spec}


def kept_origin(origin: Origin) -> Origin:
    """The origin of a run without free text."""
    facts = {name: fact for name, fact in origin.facts.items() if name not in _WORDS}
    return replace(origin, facts=facts, claimed={})


def kept_envelope(envelope: EnvelopeFacts) -> EnvelopeFacts:
    """Its size, and that something was left out, without the names that somebody gave it."""
    return replace(envelope, dropped=())


def kept_failure(failure: Failure) -> Failure:
    """The kind of a failure, without words of anybody."""
    return replace(failure, message=ERASED, partial_text=None)


def kept_data(data: JsonObject) -> JsonObject:
    """The last event of a run, without words of anybody."""
    kept = {name: data[name] for name in _KEPT_DATA if name in data}
    words = {name: "" for name in ("text", "error", "reason") if name in data}
    return {**words, **kept}
