"""Log and events of runs in SQL: append-only and numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    bindparam,
    func,
    insert,
    select,
    update,
)

from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.log import Part
from runwhy.core.runs.run import Outcome, Run
from runwhy.core.runs.usage import Usage, usage_of
from runwhy.ports import run_topic, session_topic
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_log = structlog.get_logger("runwhy.store")
MAX_REPORTED = 10_000  # damaged parts; bounds the memory for reporting each one once
_events, _parts = tables.events, tables.parts
_counters = tables.session_counters

_ADD_EVENT = PreparedStatement(insert(_events))
_ADD_PART = PreparedStatement(insert(_parts))
_PARTS_OF_RUN = PreparedStatement(
    select(_parts).where(_parts.c.run_id == bindparam("of_run")).order_by(_parts.c.idx)
)
_LAST_EVENT = PreparedStatement(
    select(_events)
    .where(_events.c.run_id == bindparam("of_run"))
    .order_by(_events.c.seq.desc())
    .limit(1)
)
_COUNT_EVENTS = PreparedStatement(
    update(_counters)
    .where(_counters.c.session_id == bindparam("of_session"))
    .values(last_event=_counters.c.last_event + bindparam("more", type_=BigInteger))
    .returning(_counters.c.last_event)
)


def _count_usage() -> PreparedStatement:
    """Return the statement that counts events, and adds the usage of runs that ended."""
    counts = ("input", "cached", "cache_write", "reasoning", "output")
    names = [*(f"{count}_tokens" for count in counts), "unpriced_calls"]
    added = {name: _counters.c[name] + bindparam(f"new_{name}", type_=BigInteger) for name in names}
    old, new = _counters.c.cost, bindparam("new_cost", type_=BigInteger)
    first = func.coalesce(_counters.c.first_token, bindparam("new_first", type_=BigInteger))
    return PreparedStatement(
        update(_counters)
        .where(_counters.c.session_id == bindparam("of_session"))
        .values(
            last_event=_counters.c.last_event + bindparam("more", type_=BigInteger),
            cost=func.coalesce(old + new, old, new),
            first_token=first,
            **added,
        )
        .returning(_counters.c.last_event)
    )


_COUNT_USAGE = _count_usage()


def _events_after(owner: Column[Any], number: Column[Any]) -> PreparedStatement:
    query = select(_events).where(
        owner == bindparam("of"), number > bindparam("after", type_=BigInteger)
    )
    return PreparedStatement(query.order_by(number).limit(bindparam("most", type_=BigInteger)))


_EVENTS_OF_RUN = _events_after(_events.c.run_id, _events.c.seq)
_EVENTS_OF_SESSION = _events_after(_events.c.session_id, _events.c.session_seq)


class EventPosition(NamedTuple):
    """Position of a run's newest event."""

    run_id: str
    session_id: str | None
    last_event: int  # number of the last event to be added


def add_events(tx: Tx, position: EventPosition, events: Sequence[NewEvent], at: datetime) -> None:
    """Queue events whose numbers end at `position.last_event`; `write_events` inserts them."""
    first = position.last_event - len(events) + 1
    for seq, event in enumerate(events, start=first):
        row: dict[str, object] = {
            "run_id": position.run_id,
            "seq": seq,
            "session_id": position.session_id,
            "session_seq": None,
            "type": event.type,
            "data": rows.to_json(event.data),
            "at": rows.to_ms(at),
        }
        tx.events.append(row)


def write_events(tx: Tx) -> None:
    """Insert the queued events, as the last statements of a transaction.

    Events of a session are numbered in commit order, because the counter's row stays locked until
    the commit. Counters are locked in sorted order to prevent deadlocks.
    """
    if not tx.events:
        return
    by_session: dict[str, list[dict[str, object]]] = {}
    for row in tx.events:
        tx.notify(run_topic(str(row["run_id"])))
        if row["session_id"] is not None:
            by_session.setdefault(str(row["session_id"]), []).append(row)
    for session_id in sorted(by_session):
        mine = by_session[session_id]
        for seq, row in enumerate(mine, start=_session_numbers(tx, session_id, len(mine))):
            row["session_seq"] = seq
        tx.notify(session_topic(session_id))
    _ADD_EVENT(tx.conn, tx.events)


def add_usage(tx: Tx, run: Run, outcome: Outcome) -> None:
    """Queue the usage of a run that ends, for the totals of its session."""
    usage = usage_of(outcome)
    if run.session_id is not None and usage != Usage():
        before = tx.usage.get(run.session_id)
        tx.usage[run.session_id] = before + usage if before else usage


def _session_numbers(tx: Tx, session_id: str, count: int) -> int:
    """Count events of a session; its row stays locked until the commit."""
    values: dict[str, object] = {"of_session": session_id, "more": count}
    usage = tx.usage.get(session_id)
    if usage is None:
        found = _COUNT_EVENTS(tx.conn, values)
    else:
        tokens = {f"new_{name}_tokens": count for name, count in asdict(usage.tokens).items()}
        values |= {"new_cost": usage.cost.picos, "new_first": usage.first_token_ms, **tokens}
        values["new_unpriced_calls"] = usage.cost.unpriced_calls
        found = _COUNT_USAGE(tx.conn, values)
    last: int = found.scalar()
    return last - count + 1


def add_parts(tx: Tx, parts: Sequence[Part], last_index: int) -> Sequence[rows.Row]:
    """Insert parts whose indexes end at `last_index`, and return their rows."""
    if not parts:
        return ()
    first = last_index - len(parts) + 1
    values = [rows.part_row(part, index=first + i) for i, part in enumerate(parts)]
    _ADD_PART(tx.conn, values)
    return values


def list_events(
    conn: Connection, run_id: str, *, after: int = 0, limit: int = 500
) -> Sequence[Event]:
    """Return events of a run after a number."""
    found = _EVENTS_OF_RUN(conn, {"of": run_id, "after": after, "most": limit})
    return [rows.event_of(row) for row in found.mappings()]


def last_event(conn: Connection, run_id: str) -> Event | None:
    """Return the newest event of a run."""
    found = _LAST_EVENT(conn, {"of_run": run_id}).mappings()
    return rows.event_of(found[0]) if found else None


def last_start(conn: Connection, run_id: str) -> datetime | None:
    """Return when the latest attempt of a run started."""
    started = (_events.c.run_id == run_id, _events.c.type == "started")
    query = select(_events.c.at).where(*started).order_by(_events.c.seq.desc()).limit(1)
    return rows.maybe_time(conn.execute(query).scalar())


def list_session_events(
    conn: Connection, session_id: str, *, after: int = 0, limit: int = 500
) -> Sequence[tuple[int, Event]]:
    """Return events of a session after a number, each with its number in the session."""
    values = {"of": session_id, "after": after, "most": limit}
    found = _EVENTS_OF_SESSION(conn, values).mappings()
    return [(row["session_seq"], rows.event_of(row)) for row in found]


def last_session_event(conn: Connection, session_id: str) -> int:
    """Return the number of a session's newest event."""
    query = select(_counters.c.last_event).where(_counters.c.session_id == session_id)
    return int(conn.execute(query).scalar() or 0)


def list_parts(conn: Connection, run_id: str) -> Sequence[Part]:
    """Return the log of a run."""
    return [read_part(row) for row in _PARTS_OF_RUN(conn, {"of_run": run_id}).mappings()]


_reported: set[tuple[str, int]] = set()


def read_part(row: rows.Row) -> Part:
    """Return the part in a row; a damaged one with its text only, and reported once."""
    try:
        return rows.part_of(row)
    except (msgspec.DecodeError, TypeError, ValueError, AttributeError) as error:
        place = (row["run_id"], row["idx"])
        if place not in _reported and len(_reported) < MAX_REPORTED:
            _reported.add(place)
            reason = type(error).__name__  # its message may contain text of the part
            _log.error("log.damaged_part", run=place[0], part=place[1], error=reason)
        return replace(rows.part_of({**row, "extra": "{}"}), damaged=True)


def event_position(run: Run, last_event: int) -> EventPosition:
    """Return the position of a run's events."""
    return EventPosition(run.id, run.session_id, last_event)
