"""Log and events of runs in SQL: append-only and numbered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
    or_,
    select,
    update,
)

from runwhy.core.context.compaction import end_of_history
from runwhy.core.queries import MAX_NUMBER
from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.run import Outcome, Run, Status, is_terminal
from runwhy.core.runs.usage import Usage, usage_of
from runwhy.ports import ERASED_TOPIC, run_topic, session_topic
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.decoded_parts import DecodedParts
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_log = structlog.get_logger("runwhy.store")
MAX_REPORTED = 10_000  # damaged parts; bounds the memory for reporting each one once
_events, _parts, _runs = tables.events, tables.parts, tables.runs
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


def _decode_part(row: Any) -> Part:
    return read_part(row._asdict())


SEEN_PARTS = DecodedParts(_decode_part)  # every later run of a session reads the same parts


def forget_parts(tx: Tx, run_ids: Collection[str] | None = None) -> None:
    """Drop the decoded parts of erased runs, or all; other servers do so after the commit."""
    SEEN_PARTS.forget(run_ids)
    tx.notify(ERASED_TOPIC)


# Parts about the run itself, which later runs do not see.
_ABOUT_THE_RUN = or_(
    _parts.c.role == "system",
    *(
        _parts.c.kind == kind.value  # prepared statements have no lists
        for kind in (PartKind.ENVELOPE, PartKind.NOTE, PartKind.FAILED_CALL)
    ),
)


# The runs of a session from the number `first` to before the number `before`.
_OF_SESSION = (
    (_runs.c.session_id == bindparam("of_session"))
    & (_runs.c.seq >= bindparam("first", type_=BigInteger))
    & (_runs.c.seq < bindparam("before", type_=BigInteger))
)
_TURNS = PreparedStatement(
    select(_runs.c.id, _runs.c.trigger, _runs.c.rolled_back, _runs.c.status, _runs.c.tags)
    .where(_OF_SESSION)
    .order_by(_runs.c.seq)
)
_PARTS_OF_TURNS, _SEEN_PARTS_OF_TURNS = (
    PreparedStatement(
        select(_parts)
        .join(_runs, _runs.c.id == _parts.c.run_id)
        .where(_OF_SESSION, *excluded)
        .order_by(_runs.c.seq, _parts.c.idx)
    )
    for excluded in ((), (~_ABOUT_THE_RUN,))
)
_SUMMARIES = PreparedStatement(
    select(_parts)
    .join(_runs, _runs.c.id == _parts.c.run_id)
    .where(_OF_SESSION, ~_runs.c.rolled_back, _parts.c.kind == PartKind.SUMMARY.value)
    .order_by(_runs.c.seq.desc(), _parts.c.idx.desc())
)
_NUMBER = PreparedStatement(
    select(_runs.c.seq).where(_OF_SESSION, _runs.c.id == bindparam("of_run"))
)


def list_turns(
    conn: Connection,
    session_id: str,
    *,
    before: int | None = None,
    whole: bool = True,
    summarized: bool = True,
) -> Sequence[Turn]:
    """Return the log of a session by run, in the order accepted, up to the run `before`.

    Without `whole`, the parts that later runs do not see are excluded: envelopes, notes, and system
    prompts, which may be long and are in every run. Without `summarized`, so are the runs that the
    newest summary of the history replaces.
    """
    last = MAX_NUMBER if before is None else before
    values = {"of_session": session_id, "first": 0, "before": last}
    if not summarized:
        values["first"] = _first_after_summary(conn, values) or 0
    by_run: dict[str, list[Part]] = {}
    read = _decode_part if whole else SEEN_PARTS.read
    for row in (_PARTS_OF_TURNS if whole else _SEEN_PARTS_OF_TURNS)(conn, values).all():
        by_run.setdefault(row.run_id, []).append(read(row))
    found = map(rows.decode_tags, _TURNS(conn, values).mappings())
    return [
        Turn(
            run_id=row["id"],
            trigger=row["trigger"],
            parts=by_run.get(row["id"], ()),
            rolled_back=bool(row["rolled_back"]),
            open=not is_terminal(Status(row["status"])),
            tags=row["tags"],
        )
        for row in found
    ]


def _first_after_summary(conn: Connection, values: Mapping[str, Any]) -> int | None:
    """Return the number of the run in which the newest summary of the history ends."""
    found = map(read_part, _SUMMARIES(conn, values).mappings())
    through = next(filter(None, map(end_of_history, found)), None)
    if through is None:
        return None
    number: int | None = _NUMBER(conn, {**values, "of_run": through}).scalar()
    return number


def event_position(run: Run, last_event: int) -> EventPosition:
    """Return the position of a run's events."""
    return EventPosition(run.id, run.session_id, last_event)
