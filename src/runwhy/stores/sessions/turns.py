"""Turns of sessions in SQL: the logs of their runs, in the order accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, Connection, bindparam, or_, select, update

from runwhy.core.context.compaction import end_of_history
from runwhy.core.queries import MAX_NUMBER
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.run import Run, Status, is_terminal
from runwhy.ports import ERASED_TOPIC
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.known_turns import TURN_BYTES, Known, part_size
from runwhy.stores.sql.log import read_part
from runwhy.stores.sql.prepared_statements import PreparedStatement

_parts, _runs, _counters = tables.parts, tables.runs, tables.session_counters

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
_OF_COUNTERS = _counters.c.session_id == bindparam("of_session")
_ERASURES = PreparedStatement(select(_counters.c.erasures).where(_OF_COUNTERS))
_COUNT_ERASURE = PreparedStatement(
    update(_counters).where(_OF_COUNTERS).values(erasures=_counters.c.erasures + 1)
)


def list_turns(
    conn: Connection, session_id: str, *, before: int | None = None, whole: bool = True
) -> Sequence[Turn]:
    """Return the log of a session by run, in the order accepted, up to the run `before`.

    Without `whole`, the parts that later runs do not see are excluded: envelopes, notes, and system
    prompts, which may be long and are in every run.
    """
    last = MAX_NUMBER if before is None else before
    return _read(conn, {"of_session": session_id, "first": 0, "before": last}, whole=whole)[0]


def list_earlier_turns(tx: Tx, run: Run, *, summarized: bool = True) -> Sequence[Turn]:
    """Return the turns before a run that is executed, without the parts that it does not see.

    Without `summarized`, those that the newest summary of the history replaces are excluded. Turns
    that the store has in memory are not read again, unless anything in the session was erased.
    """
    assert run.session_id is not None
    key, forgotten = (run.session_id, summarized), tx.known_turns.forgotten
    known = tx.known_turns.get(key)
    values = {"of_session": run.session_id, "first": 0, "before": run.seq}
    # Read before the turns: if anything is erased in between, the next run notices it.
    erasures = _ERASURES(tx.conn, values)
    if known is None or (found := _read_new(tx.conn, values, erasures, known, run)) is None:
        if not summarized:
            values["first"] = _first_after_summary(tx.conn, values) or 0
        found = _read(tx.conn, values, whole=False)
    turns, size = found
    if not any(turn.open for turn in turns):
        now_known = Known(turns, erasures.scalar(), run.id, run.seq, size)
        tx.known_turns.put(key, now_known, forgotten=forgotten)
    return turns


def _read_new(
    conn: Connection, values: Mapping[str, Any], erasures: Any, known: Known, run: Run
) -> tuple[Sequence[Turn], int] | None:
    """Return the known turns and those since; None if the known ones are outdated.

    The run that the known turns were read for is the first one after them. It has another id if the
    database was set back to an earlier state.
    """
    new, size = _read(conn, {**values, "first": known.number}, whole=False)
    next_id = new[0].run_id if new else run.id
    if erasures.scalar() != known.erasures or next_id != known.run_id:
        return None
    if any(end_of_history(part) for turn in new for part in turn.parts):
        return None  # it may replace some of the known turns
    return [*known.turns, *new], known.size + size


def forget_turns(tx: Tx, run_ids: Sequence[str]) -> None:
    """Let all servers read the sessions of these runs again, because the runs are being erased.

    Other servers drop their copies in memory after the commit.
    """
    tx.known_turns.forget()
    tx.notify(ERASED_TOPIC)
    theirs = select(_runs.c.session_id).where(_runs.c.id.in_(run_ids)).distinct()
    sessions = sorted(filter(None, tx.conn.execute(theirs).scalars()))

    def count(tx: Tx) -> None:
        _COUNT_ERASURE(tx.conn, [{"of_session": id} for id in sessions])

    if sessions:
        tx.last_steps.append(count)  # the rows of counters are always locked last


def _read(
    conn: Connection, values: Mapping[str, Any], *, whole: bool
) -> tuple[Sequence[Turn], int]:
    """Return turns, and an estimate of their size in memory."""
    # The log of a run that has ended is complete, so the status is read before the parts.
    found = _TURNS(conn, values)
    parts = (_PARTS_OF_TURNS if whole else _SEEN_PARTS_OF_TURNS)(conn, values)
    by_run: dict[str, list[Part]] = {}
    size = 0
    for row in parts.mappings():
        by_run.setdefault(row["run_id"], []).append(read_part(row))
        size += part_size(row["text"], row["extra"])
    turns = [
        Turn(
            run_id=row["id"],
            trigger=row["trigger"],
            parts=by_run.get(row["id"], ()),
            rolled_back=bool(row["rolled_back"]),
            open=not is_terminal(Status(row["status"])),
            tags=row["tags"],
        )
        for row in map(rows.decode_tags, found.mappings())
    ]
    return turns, size + TURN_BYTES * len(turns)


def _first_after_summary(conn: Connection, values: Mapping[str, Any]) -> int | None:
    """Return the number of the run in which the newest summary of the history ends."""
    found = map(read_part, _SUMMARIES(conn, values).mappings())
    through = next(filter(None, map(end_of_history, found)), None)
    if through is None:
        return None
    number: int | None = _NUMBER(conn, {**values, "of_run": through}).scalar()
    return number
