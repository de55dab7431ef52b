"""Usage of models: the facts about each call, and their sums over a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta

from runwhy.core.json import JsonObject
from runwhy.core.runs.cost import NO_COST, UNPRICED, Cost
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.prices import Price, price_json, read_price
from runwhy.core.runs.run import Outcome, Run, Tokens

CALL = "call"  # in the data of a part
UNLOGGED = "otherCalls"  # calls before it that have no part, such as pieces of a summary
LOGGING_EXECUTORS = frozenset({"builtin", "langgraph"})  # those with a part for each model call
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_COUNTS = tuple(count.name for count in fields(Tokens))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFacts:
    """When a model call began, how long it took, what it cost, and the price that was used.

    A summary in several pieces has the facts of all of its calls.
    """

    started_at: datetime
    duration_ms: int
    first_token_ms: int | None = None
    cost: Cost = UNPRICED
    price: Price | None = None

    def __add__(self, later: CallFacts) -> CallFacts:
        return replace(
            self,
            duration_ms=self.duration_ms + later.duration_ms,
            cost=self.cost + later.cost,
            price=later.price or self.price,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens and cost of model calls, and the time to the first token of the first one."""

    tokens: Tokens = field(default_factory=Tokens)
    cost: Cost = NO_COST
    first_token_ms: int | None = None

    def __add__(self, later: Usage) -> Usage:
        return replace(self, tokens=self.tokens + later.tokens, cost=self.cost + later.cost)


def total_usage(usages: Iterable[Usage]) -> Usage:
    """Return the sum of usages, in the order of the calls."""
    first, *later = [*usages] or [Usage()]
    return sum(later, first)


def call_usage(tokens: Tokens, call: CallFacts | None) -> Usage:
    """Return the usage of one call; without facts, its cost is unknown if it used tokens."""
    if call is None:
        return Usage(tokens=tokens, cost=NO_COST if tokens == Tokens() else UNPRICED)
    return Usage(tokens=tokens, cost=call.cost, first_token_ms=call.first_token_ms)


def usages_of(parts: Iterable[Part]) -> list[Usage]:
    """Return the usage of each call that is recorded in a log, in order."""
    return [usage for part in parts for usage in _usages(part)]


def usage_of(outcome: Outcome) -> Usage:
    """Return the usage of a run."""
    return Usage(tokens=outcome.tokens, cost=outcome.cost, first_token_ms=outcome.first_token_ms)


def used(outcome: Outcome, usage: Usage) -> Outcome:
    """Return the outcome with this usage."""
    return replace(
        outcome, tokens=usage.tokens, cost=usage.cost, first_token_ms=usage.first_token_ms
    )


def stopped(run: Run, outcome: Outcome, parts: Sequence[Part]) -> Outcome:
    """Return the outcome of a run that was stopped, with the usage of the calls in its log.

    The calls of a coding agent are not in the log, so their cost is unknown once it has started.
    """
    turns = sum(part.kind is PartKind.REPLY for part in parts)
    usage = total_usage(usages_of(parts))
    has_started = any(part.kind is PartKind.ENVELOPE for part in parts)
    if run.executor not in LOGGING_EXECUTORS and has_started:
        usage += Usage(cost=UNPRICED)
    return used(replace(outcome, turns=turns), usage)


def _usages(part: Part) -> Iterator[Usage]:
    if part.kind not in (PartKind.REPLY, PartKind.SUMMARY, PartKind.FAILED_CALL):
        return
    others = part.data.get(UNLOGGED)
    for data in others if isinstance(others, list) else ():
        if isinstance(data, Mapping):
            yield _usage(data)
    yield _usage(part.data)


def _usage(data: Mapping[str, object]) -> Usage:
    tokens, call = read_tokens(data.get("tokens")), data.get(CALL)
    if not isinstance(call, Mapping):
        return call_usage(tokens, None)
    first_token = _integer(call.get("firstTokenMs"))
    return Usage(tokens=tokens, cost=_read_cost(call), first_token_ms=first_token)


def read_tokens(data: object) -> Tokens:
    """Read stored token counts; a missing count is zero."""
    if not isinstance(data, Mapping):
        return Tokens()
    return Tokens(**{name: count for name in _COUNTS if isinstance(count := data.get(name), int)})


def call_json(call: CallFacts) -> JsonObject:
    """Return the facts about a call as stored with its part."""
    data: dict[str, object] = {
        "startedAt": round((call.started_at - _EPOCH) / timedelta(milliseconds=1)),
        "firstTokenMs": call.first_token_ms,
        "durationMs": call.duration_ms,
        "cost": call.cost.picos,
        "price": price_json(call.price),
    }
    unpriced = call.cost.unpriced_calls
    return data if unpriced == int(call.cost.picos is None) else data | {"unpricedCalls": unpriced}


def read_call(data: object) -> CallFacts | None:
    """Read a call written by `call_json`; None if there is nothing."""
    if not isinstance(data, Mapping):
        return None
    started = _integer(data.get("startedAt")) or 0
    return CallFacts(
        started_at=_EPOCH + timedelta(milliseconds=started),
        duration_ms=_integer(data.get("durationMs")) or 0,
        first_token_ms=_integer(data.get("firstTokenMs")),
        cost=_read_cost(data),
        price=read_price(data.get("price")),
    )


def _read_cost(data: Mapping[str, object]) -> Cost:
    picos, unpriced = data.get("cost"), data.get("unpricedCalls")
    return Cost(
        picos=_integer(picos),
        unpriced_calls=int(picos is None) if unpriced is None else _integer(unpriced) or 0,
    )


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
