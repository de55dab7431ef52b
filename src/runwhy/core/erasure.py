"""Erasure: deletion of runs or their content, retention rules, and receipts."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.json import JsonObject
from runwhy.core.layers import part_of
from runwhy.core.queries import (
    All,
    Compare,
    Field,
    Moment,
    Op,
    Query,
    QuerySubject,
    TagTerm,
    Term,
    Text,
    may_match,
    parse,
    parse_field,
    terms,
)
from runwhy.core.queries.times import render_moment
from runwhy.core.runs.delivery import Delivery, DeliveryStatus
from runwhy.core.runs.events import TERMINAL
from runwhy.core.runs.origin import Actor, Fact
from runwhy.core.runs.run import Run, Status
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.trigger import Trigger
from runwhy.errors import InvalidInput, Problem

MAX_NAME = 100
LONG = timedelta(milliseconds=200)  # the longest that other writers should wait for a batch
MIN_AGE, MAX_AGE = timedelta(hours=1), timedelta(days=7300)
ERASED = "erased"  # replaces text where a value is required
NOTHING = f"{0:064x}"
KEPT_EVENTS = TERMINAL | {"queued", "started"}

_KEPT_SPEC = (
    *("agent_id", "agent_version", "model_id", "executor", "reasoning_level", "budgets"),
    *("visible_tags", "pool", "priority"),
)
_WORDS = frozenset({"trigger_reason"})  # facts with free text
_KEPT_DATA = (
    *("subtype", "ok", "tokens", "turns", "model", "metadata"),
    *("code", "errorClass", "retryable", "finishReason", "apiStatus", "apiCode"),
)
_OF_TRIGGERS = frozenset({Field.TRIGGER, Field.TRIGGER_ID, Field.TRIGGER_NAME})
_OF_SESSIONS = frozenset({Field.SESSION, Field.AGENT, Field.MODEL, Field.EXECUTOR, Field.CREATED})


class EraseMode(StrEnum):
    """How much to delete: only the content (`content`), or the runs as well (`all`)."""

    CONTENT = "content"
    ALL = "all"


class Phase(StrEnum):
    """Phase of an erasure: runs, then sessions without runs, then leftovers in indexes."""

    RUNS = "runs"
    SESSIONS = "sessions"
    INDEXES = "indexes"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """An erasure: its progress, and the receipt once it is finished.

    `digest` covers the ids of the erased runs and sessions; see `add_digest`. With `hide_query`,
    the query is deleted at the end.
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
    total: int = 0  # runs that matched at the start
    phase: Phase = Phase.RUNS
    place: int | None = None  # everything before this position in the phase's list is done
    counts: Mapping[str, int] = field(default_factory=dict)
    digest: str = NOTHING
    finished_at: datetime | None = None

    @property
    def parsed_query(self) -> Query:
        """The query, with relative times resolved at the time of the request."""
        return parse(self.query, now=self.created_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRule:
    """Erases matching runs automatically once they reach an age."""

    id: str
    workspace: int
    name: str
    query: str
    age: timedelta
    mode: EraseMode
    created_by: str
    created_at: datetime
    applied_at: datetime | None = None


def parse_narrow(text: str, *, now: datetime, at: str = "/query") -> Query:
    """Parse a query that must exclude something. Raises: InvalidInput."""
    query = parse_field(text, now=now, at=at)
    if isinstance(query, All):
        rule = "must select runs; to erase all until a date, use `created<` and the date"
        raise InvalidInput([Problem(at, rule)])
    return query


def due_query(rule: RetentionRule, *, now: datetime) -> str:
    """Return the query for the runs that a rule erases now, as text."""
    before = render_moment(Moment(at=now - rule.age), Op.LT)
    return f"({rule.query}) created<{before}" if rule.query.strip() else f"created<{before}"


def rule_problems(rule: RetentionRule, *, now: datetime) -> None:
    """Check a retention rule. Raises: InvalidInput."""
    if not MIN_AGE <= rule.age <= MAX_AGE:
        least, most = (round(age.total_seconds()) for age in (MIN_AGE, MAX_AGE))
        problem = f"must be from {least} to {most} seconds"
        raise InvalidInput([Problem("/olderThanSeconds", problem)])
    parse_field(rule.query, now=now, at="/query")
    due = due_query(rule, now=now)  # slightly longer, so it has its own limit
    parse_field(due, now=now, at="/query")


def is_about_sessions(query: Query) -> bool:
    """Whether the query uses only fields of sessions, so that it can match one without runs."""
    found = (term for term in terms(query) if not isinstance(term, TagTerm | Text))
    return all(term.field in _OF_SESSIONS for term in found)


def creates_more(query: Query, trigger: Trigger, tags: Tags, *, now: datetime) -> bool:
    """Whether new runs of a trigger, with these tags, may match the query of an erasure.

    The query must be about tags or triggers. Terms about the run itself, such as its status, are
    not known yet.
    """
    if not any(_is_about_triggers(term) for term in terms(query)):
        return False
    subject = QuerySubject(
        tags=tags,
        status=Status.QUEUED.value,
        created=now,
        trigger=trigger.kind.value,
        trigger_id=trigger.id,
        trigger_name=trigger.name,
    )
    return may_match(query, subject, _is_known) is not False


def _is_about_triggers(term: Term) -> bool:
    return isinstance(term, TagTerm) or (not isinstance(term, Text) and term.field in _OF_TRIGGERS)


def _is_known(term: Term) -> bool:
    is_created = isinstance(term, Compare) and term.field is Field.CREATED
    return is_created or _is_about_triggers(term)


def next_batch(size: int, *, took: timedelta, most: int) -> int:
    """Return the size of the next batch.

    Other writers wait for a batch, so it must be short, but large enough to make progress on a slow
    machine.
    """
    if took > LONG:
        return max(1, most // 4, size // 2)
    return min(2 * size, most) if took < LONG / 4 else size


def add_digest(digest: str, ids: Iterable[str]) -> str:
    """Add ids to a digest: the sum of their SHA-256 hashes modulo 2^256, in hex.

    The order of the ids does not matter, so anyone who has the list can verify it.
    """
    total = int(digest, 16)
    for id in ids:
        total += int.from_bytes(hashlib.sha256(id.encode()).digest(), "big")
    return f"{total % (1 << 256):064x}"


def add_counts(counts: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Add two sets of counts, without zeros."""
    return dict(Counter(counts) + Counter(more))


def kept_spec(spec: AgentSpec) -> AgentSpec:
    """Return the part of a spec that describes how a run executed, without any content."""
    return part_of(spec, _KEPT_SPEC)


def kept_run(run: Run) -> Run:
    """Return a run without any content: no free text, and no names of omitted values.

    A reply that was not sent is skipped.
    """
    original, failure, envelope = run.origin.original, run.failure, run.envelope
    return replace(
        run,
        spec=kept_spec(run.spec),
        origin=replace(
            run.origin,
            facts=_kept_facts(run.origin.facts),
            claimed={},
            original=original and replace(original, facts=_kept_facts(original.facts)),
        ),
        task="",
        failure=failure and replace(failure, message=ERASED, partial_text=None),
        delivery=run.delivery and _kept_delivery(run.delivery),
        envelope=envelope and replace(envelope, dropped=()),
    )


def _kept_facts(facts: Mapping[str, Fact]) -> Mapping[str, Fact]:
    return {name: fact for name, fact in facts.items() if name not in _WORDS}


def _kept_delivery(delivery: Delivery) -> Delivery:
    is_open = delivery.status is DeliveryStatus.PENDING
    return replace(
        delivery, status=DeliveryStatus.SKIPPED if is_open else delivery.status, error=None
    )


def kept_data(data: JsonObject) -> JsonObject:
    """Return the data of a run's last event without free text."""
    kept = {name: data[name] for name in _KEPT_DATA if name in data}
    words = {name: "" for name in ("text", "error", "reason") if name in data}
    return {**words, **kept}
