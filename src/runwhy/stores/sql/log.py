"""The log and the events of runs, in SQL: appended, numbered, never changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    bindparam,
    insert,
    select,
    update,
)

from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.run import Run, Status, is_terminal
from runwhy.ports import run_topic, session_topic
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import Prepared

_events, _parts, _runs = tables.events, tables.parts, tables.runs
_counters = tables.session_counters

_ADD_EVENT = Prepared(insert(_events))
_ADD_PART = Prepared(insert(_parts))
_PARTS_OF_RUN = Prepared(
    select(_parts).where(_parts.c.run_id == bindparam("of_run")).order_by(_parts.c.idx)
)
_after = bindparam("after", type_=BigInteger)
_most = bindparam("most", type_=BigInteger)
_EVENTS_OF_RUN = Prepared(
    select(_events)
    .where(_events.c.run_id == bindparam("of_run"), _events.c.seq > _after)
    .order_by(_events.c.seq)
    .limit(_most)
)
_LAST_EVENT = Prepared(
    select(_events)
    .where(_events.c.run_id == bindparam("of_run"))
    .order_by(_events.c.seq.desc())
    .limit(1)
)
_EVENTS_OF_SESSION = Prepared(
    select(_events)
    .where(_events.c.session_id == bindparam("of_session"), _events.c.session_seq > _after)
    .order_by(_events.c.session_seq)
    .limit(_most)
)
_COUNT_EVENTS = Prepared(
    update(_counters)
    .where(_counters.c.session_id == bindparam("of_session"))
    .values(last_event=_counters.c.last_event + bindparam("more", type_=BigInteger))
    .returning(_counters.c.last_event)
)


class Place(NamedTuple):
    """Where the next event of a run goes."""

    run_id: str
    session_id: str | None
    last_event: int  # the number of the last of those to be added


def add_events(tx: Tx, place: Place, events: Sequence[NewEvent], at: datetime) -> None:
    """Events whose numbers end at `place.last_event`; `write_events` writes them."""
    first = place.last_event - len(events) + 1
    for seq, event in enumerate(events, start=first):
        row: dict[str, object] = {
            "run_id": place.run_id,
            "seq": seq,
            "session_id": place.session_id,
            "session_seq": None,
            "type": event.type,
            "data": rows.to_json(event.data),
            "at": rows.to_ms(at),
        }
        tx.events.append(row)


def write_events(tx: Tx) -> None:
    """The last thing that a transaction does, so that no two of them wait for each other.

    Events of a session are numbered in the order of commits: the counter's row stays locked
    until then, and counters are taken in one order.
    """
    if not tx.events:
        return
    by_session: dict[str, list[dict[str, object]]] = {}
    for row in tx.events:
        tx.tell(run_topic(str(row["run_id"])))
        if row["session_id"] is not None:
            by_session.setdefault(str(row["session_id"]), []).append(row)
    for session_id in sorted(by_session):
        mine = by_session[session_id]
        for seq, row in enumerate(mine, start=_session_numbers(tx, session_id, len(mine))):
            row["session_seq"] = seq
        tx.tell(session_topic(session_id))
    _ADD_EVENT(tx.conn, tx.events)


def _session_numbers(tx: Tx, session_id: str, count: int) -> int:
    found = _COUNT_EVENTS(tx.conn, {"of_session": session_id, "more": count})
    last: int = found.scalar()
    return last - count + 1


def add_parts(tx: Tx, parts: Sequence[Part], last_index: int) -> Sequence[Part]:
    """Write parts whose indexes end at `last_index`; the parts as they now stand in the log."""
    if not parts:
        return ()
    first = last_index - len(parts) + 1
    values = [rows.part_row(part, index=first + i) for i, part in enumerate(parts)]
    _ADD_PART(tx.conn, values)
    return tuple(rows.part_of(value) for value in values)


def list_events(conn: Connection, run_id: str, *, after: int, limit: int) -> Sequence[Event]:
    """Events of a run behind a number."""
    found = _EVENTS_OF_RUN(conn, {"of_run": run_id, "after": after, "most": limit})
    return [rows.event_of(row) for row in found.mappings()]


def last_event(conn: Connection, run_id: str) -> Event | None:
    """The newest event of a run."""
    found = _LAST_EVENT(conn, {"of_run": run_id}).mappings()
    return rows.event_of(found[0]) if found else None


def list_session_events(
    conn: Connection, session_id: str, *, after: int, limit: int
) -> Sequence[tuple[int, Event]]:
    """Events of a session behind a number, each with its number in the session."""
    asked = {"of_session": session_id, "after": after, "most": limit}
    found = _EVENTS_OF_SESSION(conn, asked).mappings()
    return [(row["session_seq"], rows.event_of(row)) for row in found]


def last_session_event(conn: Connection, session_id: str) -> int:
    """The number of the newest event of a session."""
    query = select(_counters.c.last_event).where(_counters.c.session_id == session_id)
    return int(conn.execute(query).scalar() or 0)


def list_parts(conn: Connection, run_id: str) -> Sequence[Part]:
    """The log of a run."""
    return [rows.part_of(row) for row in _PARTS_OF_RUN(conn, {"of_run": run_id}).mappings()]


# What a run was told of itself, and no later one is told of it.
_OF_ITSELF = (_parts.c.role == "system") | _parts.c.kind.in_(
    [PartKind.ENVELOPE.value, PartKind.NOTE.value]
)


def list_turns(
    conn: Connection, session_id: str, *, before: int | None, whole: bool = True
) -> Sequence[Turn]:
    """The log of a session by runs, in the order accepted; those behind `before` are left out.

    Not `whole`, it is what later runs are told of: no system prompts, which may be long and are
    in every run, no envelopes, no notes.
    """
    mine = _runs.c.session_id == session_id
    earlier = mine if before is None else mine & (_runs.c.seq < before)
    query = (
        select(_parts)
        .join(_runs, _runs.c.id == _parts.c.run_id)
        .where(earlier if whole else earlier & ~_OF_ITSELF)
        .order_by(_runs.c.seq, _parts.c.idx)
    )
    by_run: dict[str, list[Part]] = {}
    for row in conn.execute(query).mappings():
        by_run.setdefault(row["run_id"], []).append(rows.part_of(row))
    columns = (_runs.c.id, _runs.c.trigger, _runs.c.rolled_back, _runs.c.status, _runs.c.tags)
    found = conn.execute(select(*columns).where(earlier).order_by(_runs.c.seq))
    return [
        Turn(
            run_id=row.id,
            trigger=row.trigger,
            parts=by_run.get(row.id, ()),
            rolled_back=bool(row.rolled_back),
            open=not is_terminal(Status(row.status)),
            tags=row.tags,
        )
        for row in found
    ]


def place_of(run: Run, last_event: int) -> Place:
    """Where the next events of a run go."""
    return Place(run.id, run.session_id, last_event)
