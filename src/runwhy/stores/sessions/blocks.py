"""Blocks in SQL: stored while commands run, leased to a run, consumed when the model replies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, func, select, update

from runwhy.core.requests.plan import Plan, attach_commands
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.run import Run
from runwhy.core.terminal.blocks import (
    MAX_COMMANDS,
    PENDING_FOR,
    Block,
    BlockStatus,
    Pending,
    Place,
)
from runwhy.ports import session_topic
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.records import Records

_blocks, _settings, _events = tables.blocks, tables.command_settings, tables.events
_records = Records(_blocks, Block)


def save(tx: Tx, block: Block, event: NewEvent | None = None) -> Block:
    """Insert or update a block, and add an event to its session."""
    known = tx.conn.execute(select(_blocks.c.seq).where(_blocks.c.id == block.id)).scalar()
    if known is None:
        _records.insert(tx, block)
    else:
        changed = update(_blocks).where(_blocks.c.id == block.id)
        tx.conn.execute(changed.values(_records.row(block)))
    if event is not None:
        last = select(func.coalesce(func.max(_events.c.seq), 0)).where(_events.c.run_id == block.id)
        number = 1 if known is None else tx.conn.execute(last).scalar_one() + 1
        position = log.EventPosition(block.id, block.session_id, number)
        log.add_events(tx, position, [event], block.ended_at or block.started_at)
    return get(tx, block.workspace, block.id) or block


def get(tx: Tx, workspace: int, id: str) -> Block | None:
    """Return the block with this id."""
    mine = (_blocks.c.id == id) & (_blocks.c.workspace == workspace)
    return _records.first(tx.conn, _records.select(mine))


def list_blocks(
    tx: Tx, session_id: str, *, terminal_id: str | None = None, after: int = 0, limit: int = 50
) -> Sequence[Block]:
    """Return blocks of a session, or of one of its terminals, oldest first."""
    query = _records.select(_blocks.c.session_id == session_id, _blocks.c.seq > after)
    if terminal_id is not None:
        query = query.where(_blocks.c.terminal_id == terminal_id)
    return _records.all(tx.conn, query.order_by(_blocks.c.seq).limit(limit))


def pending(tx: Tx, session_id: str, *, at: datetime, limit: int) -> Pending:
    """Return the newest pending blocks, and the number of all pending blocks."""
    since = rows.to_ms(at - PENDING_FOR)
    mine = _is_pending(session_id) & (_blocks.c.ended_at >= since)
    total = tx.conn.execute(select(func.count()).select_from(_blocks).where(mine)).scalar_one()
    newest = (_blocks.c.ended_at.desc(), _blocks.c.seq.desc())
    found = _records.all(tx.conn, _records.select(mine).order_by(*newest).limit(limit))
    return Pending(blocks=tuple(reversed(found)), total=total, attach=attaches(tx, session_id))


def remove_pending(tx: Tx, session_id: str, id: str) -> bool:
    """Exclude a block from the next message; return whether it was pending."""
    query = update(_blocks).where(_is_pending(session_id), _blocks.c.id == id)
    kept = query.values(place=Place.KEPT.value).returning(_blocks.c.workspace)
    workspace = tx.conn.execute(kept).scalar()
    if workspace is None:
        return False
    audit.record(tx, "command.kept_back", workspace, id, after={"session_id": session_id})
    tx.notify(session_topic(session_id))
    return True


def attaches(tx: Tx, session_id: str) -> bool:
    """Return whether messages of a session include commands, which is the default."""
    query = select(_settings.c.attach).where(_settings.c.session_id == session_id)
    return tx.conn.execute(query).scalar() is not False


def set_attach(tx: Tx, session_id: str, attach: bool) -> None:
    """Set whether messages of a session include commands."""
    before = {"attach": attaches(tx, session_id)}
    new = tx.dialect.insert_or_ignore(_settings).values(session_id=session_id, attach=attach)
    tx.conn.execute(new)
    mine = _settings.c.session_id == session_id
    tx.conn.execute(update(_settings).where(mine).values(attach=attach))
    of = select(tables.sessions.c.workspace).where(tables.sessions.c.id == session_id)
    workspace, after = tx.conn.execute(of).scalar_one(), {"attach": attach}
    audit.record(tx, "session.changed", workspace, session_id, before=before, after=after)
    tx.notify(session_topic(session_id))


def end_running(tx: Tx, *, at: datetime) -> int:
    """Set running blocks to unknown after their terminals were lost; return how many."""
    running = _blocks.c.status == BlockStatus.RUNNING.value
    ended = {"status": BlockStatus.UNKNOWN.value, "ended_at": rows.to_ms(at)}
    return tx.conn.execute(update(_blocks).where(running).values(ended)).rowcount


_HAS_PENDING = PreparedStatement(
    select(_blocks.c.seq)
    .where(_blocks.c.session_id == bindparam("of_session"), _blocks.c.place == bindparam("at"))
    .limit(1)
)


def attach(tx: Tx, plan: Plan) -> Plan:
    """Add the pending commands to a message, in the transaction that creates its run."""
    session_id = plan.run.session_id
    if session_id is None or not any(part.by_a_person for part in plan.parts):
        return plan
    key = {"of_session": session_id, "at": Place.PENDING.value}
    if _HAS_PENDING(tx.conn, key).first() is None or not attaches(tx, session_id):
        return plan
    taken = _lease(tx, session_id, plan.run)
    if not taken:
        return plan
    newest = _records.select(_blocks.c.seq.in_(taken[-MAX_COMMANDS:]))
    blocks = tuple(_records.all(tx.conn, newest))
    return attach_commands(plan, Pending(blocks=blocks, total=len(taken)))


def _lease(tx: Tx, session_id: str, run: Run) -> list[int]:
    """Lease all pending blocks in one statement, and return their numbers, oldest first.

    Blocks are ordered by the time when the command ended: reports of several shells, and
    reports that were repeated, arrive in another order.
    """
    since = rows.to_ms(run.created_at - PENDING_FOR)
    query = update(_blocks).where(_is_pending(session_id), _blocks.c.ended_at >= since)
    leased = query.values(place=Place.LEASED.value, run_id=run.id)
    taken = tx.conn.execute(leased.returning(_blocks.c.ended_at, _blocks.c.seq))
    return [seq for _, seq in sorted(tuple(row) for row in taken)]


_MOVE = PreparedStatement(
    update(_blocks)
    .where(_blocks.c.run_id == bindparam("of_run"), _blocks.c.place == bindparam("was"))
    .values(place=bindparam("is_now"))
)


def consume(tx: Tx, run: Run, parts: Sequence[Part]) -> None:
    """Mark blocks as consumed after the model has replied, so that they are not sent again."""
    if run.session_id is not None and any(part.kind is PartKind.REPLY for part in parts):
        _move(tx, run, Place.LEASED, Place.CONSUMED)


def release(tx: Tx, run: Run, *, roll_back: bool = False) -> None:
    """Return a run's blocks to pending when it ends without a reply of the model.

    A rollback also returns the consumed ones.
    """
    if run.session_id is not None:
        _move(tx, run, Place.LEASED, Place.PENDING)
        if roll_back:
            _move(tx, run, Place.CONSUMED, Place.PENDING)


def _move(tx: Tx, run: Run, was: Place, now: Place) -> None:
    _MOVE(tx.conn, {"of_run": run.id, "was": was.value, "is_now": now.value})


def _is_pending(session_id: str) -> ColumnElement[bool]:
    return (_blocks.c.session_id == session_id) & (_blocks.c.place == Place.PENDING.value)
