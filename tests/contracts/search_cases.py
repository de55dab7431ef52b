"""Random runs and queries, from few values, so that queries often match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar

from sqlalchemy import insert
from tests.core.queries.strategies import AGO, KEYS, NOW, VALUES
from tests.support.builders import WORKSPACE, a_run, an_origin

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.ids import make_id
from runwhy.core.queries import (
    COMPARABLE,
    COUNTS,
    DURATIONS,
    STATUSES,
    TIMES,
    All,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Moment,
    Not,
    Op,
    Query,
    TagIs,
    TagPrefix,
    Term,
    Text,
    all_of,
    any_of,
)
from runwhy.core.queries.field_values import searched
from runwhy.core.runs.cost import NO_COST, Cost
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Run, Status, Tokens, is_terminal
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

T = TypeVar("T")

_TEXTUAL = [field for field in Field if field not in COMPARABLE and field is not Field.STATUS]
_TOKENS = (0, 1, 100, 1000, 2**40)
_PICOS = (0, 1, 250_000, 10**12, 2**40, 3 * 10**18)
_MS = (0, 1, 500, 999, 1000, 30_000, 60_000, 3_600_000)
_WORKSPACES = (WORKSPACE, WORKSPACE, WORKSPACE, WORKSPACE + 1)


def some_runs(chance: Random, number: int) -> Sequence[tuple[Run, str]]:
    """Return random runs with their prompts."""
    return [_run(chance, at) for at in range(number)]


def _run(chance: Random, at: int) -> tuple[Run, str]:
    status = chance.choice([*Status, Status.SUCCEEDED, Status.FAILED, Status.SUCCEEDED])
    created = _time(chance)
    started = _maybe(chance, created + timedelta(milliseconds=chance.choice(_MS)))
    ended = is_terminal(status)
    used = ModelUsed(id=chance.choice(VALUES), provider="p", vendor_model_id="v")
    actor = Actor(kind="key", id=_value(chance), name=_value(chance))
    run = a_run(
        id=make_id("run", ms=at, random=at),
        workspace=chance.choice(_WORKSPACES),
        origin=an_origin(
            trigger=chance.choice(VALUES[:6]),
            trigger_id=_value(chance),
            # No trigger is called like a kind, so `trigger:KIND` matches what the facet counts.
            trigger_name=_maybe(chance, chance.choice(VALUES[6:])),
            rerun_of=_value(chance),
            actor=actor,
        ),
        tags={key: chance.choice(VALUES) for key in chance.sample(KEYS, chance.randrange(6))},
        spec=AgentSpec(agent_id=_value(chance), model_id=_value(chance)),
        created_at=created,
        status=status,
        session_id=_value(chance),
        executor=chance.choice(VALUES),
        parent_run_id=_value(chance),
        started_at=started,
        finished_at=_after(chance, started or created) if ended else None,
        tokens=Tokens(
            input=chance.choice(_TOKENS),
            cached=chance.choice(_TOKENS),
            output=chance.choice(_TOKENS),
        ),
        cost=Cost(picos=_maybe(chance, chance.choice(_PICOS)), unpriced_calls=chance.randrange(2))
        if ended
        else NO_COST,
        first_token_ms=_maybe(chance, chance.choice(_MS)) if ended else None,
        model=_maybe(chance, used) if ended else None,
        failure=_failure(chance) if status is Status.FAILED else None,
        final_text=_maybe(chance, " ".join(chance.sample(VALUES, 3))) if ended else None,
    )
    return run, "\n".join(chance.sample(VALUES, chance.randrange(4)))


def _failure(chance: Random) -> Failure:
    return Failure(message="no", error_class=chance.choice([*ErrorClass]))


def _value(chance: Random) -> str | None:
    return _maybe(chance, chance.choice(VALUES))


def _maybe(chance: Random, value: T) -> T | None:
    return value if chance.random() < 0.6 else None


def _time(chance: Random) -> datetime:
    if chance.random() < 0.3:
        return NOW.replace(hour=0) - timedelta(days=chance.randrange(21))
    return NOW - timedelta(milliseconds=chance.randrange(21 * 86_400_000))


def _after(chance: Random, at: datetime) -> datetime:
    return at + timedelta(milliseconds=chance.choice(_MS))


def a_query(chance: Random, leaves: int = 6) -> Query:
    """Return a random query, relative to `NOW`."""
    if leaves <= 1:
        return All() if chance.random() < 0.05 else _term(chance)
    if chance.random() < 0.25:
        return Not(a_query(chance, leaves - 1))
    first = chance.randrange(1, leaves)
    parts = [a_query(chance, first), a_query(chance, leaves - first)]
    return all_of(parts) if chance.random() < 0.6 else any_of(parts)


def _term(chance: Random) -> Term:
    key, value = chance.choice(KEYS), chance.choice(VALUES)
    field, prefix = chance.choice(_TEXTUAL), value[:2] or "a"
    status = chance.choice(STATUSES)
    return chance.choice(
        [
            TagIs(key, value),
            TagIs(key, value),
            TagPrefix(key, prefix),
            HasTag(key),
            FieldIs(Field.STATUS, status),
            FieldPrefix(Field.STATUS, status[:2]),
            FieldIs(field, value),
            FieldPrefix(field, prefix),
            HasField(chance.choice([*Field])),
            FieldIs(Field.ERROR, chance.choice([*ErrorClass]).value),
            _comparison(chance),
            _comparison(chance),
            Text(prefix if chance.random() < 0.5 else value or "ß"),
        ]
    )


def _comparison(chance: Random) -> Compare:
    op = chance.choice([*Op])
    match chance.randrange(4):
        case 0:
            between = timedelta(microseconds=chance.choice([0, 0, 1, 500]))
            return Compare(chance.choice(sorted(TIMES)), op, Moment(_time(chance) + between))
        case 1:
            ago = chance.choice(sorted(AGO))
            op = op if op is not Op.EQ else Op.GE
            return Compare(chance.choice(sorted(TIMES)), op, Moment(NOW - AGO[ago], ago))
        case 2:
            micros = chance.choice(_MS) * 1000 + chance.choice([0, 0, 1])
            field = chance.choice(sorted(DURATIONS))
            return Compare(field, op, timedelta(microseconds=micros))
        case _:
            field = chance.choice(sorted(COUNTS))
            some = _PICOS if field is Field.COST else _TOKENS
            return Compare(field, op, chance.choice([*some, 2**63 - 1]))


def keep(tx: Tx, run: Run, prompt: str) -> int:
    """Insert a run in any state, and return its number."""
    row = {
        **rows.run_row(run),
        "model": rows.to_json(run.model) if run.model else None,
        "model_id": run.model.id if run.model else run.spec.model_id,
        "input_tokens": run.tokens.input,
        "cached_tokens": run.tokens.cached,
        "output_tokens": run.tokens.output,
        "cost": run.cost.picos,
        "unpriced_calls": run.cost.unpriced_calls,
        "first_token": run.first_token_ms,
        "final_text": run.final_text,
        "failure": rows.to_json(run.failure) if run.failure else None,
        "error": run.failure.error_class.value if run.failure else None,
        "started_at": rows.to_ms(run.started_at) if run.started_at else None,
        "finished_at": rows.to_ms(run.finished_at) if run.finished_at else None,
    }
    seq: int = tx.conn.execute(insert(tables.runs).returning(tables.runs.c.seq), row).scalar_one()
    tx.dialect.add_tags(tx.conn, tables.runs, seq, row)
    text = {"seq": seq, "text": searched(prompt, run.final_text)}
    tx.conn.execute(insert(tables.run_texts), text)
    return seq
