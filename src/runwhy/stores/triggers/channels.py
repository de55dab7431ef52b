"""Channels in SQL: read positions, leases, sessions of conversations, and replies to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from runwhy.core.requests.plan import Plan
from runwhy.core.runs.delivery import Delivery, DeliveryStatus
from runwhy.core.runs.run import Run
from runwhy.core.triggers.replies import Reply
from runwhy.core.triggers.trigger import TriggerKind
from runwhy.ports import REPLIES_TOPIC, inbox_topics
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.triggers import occurrences

_triggers, _channels, _leases = tables.triggers, tables.channel_sessions, tables.leases
_replies, _runs = tables.replies, tables.runs


def move_cursor(tx: Tx, trigger_id: str, cursor: int) -> None:
    """Store how far a channel was read."""
    mine = _triggers.c.id == trigger_id
    tx.conn.execute(update(_triggers).where(mine).values(cursor=cursor))


def get_session(conn: Connection, trigger_id: str, key: str) -> str | None:
    """Return the session of a conversation."""
    mine = (_channels.c.trigger_id == trigger_id) & (_channels.c.key == key)
    found: str | None = conn.execute(select(_channels.c.session_id).where(mine)).scalar()
    return found


def set_session(tx: Tx, trigger_id: str, key: str, session_id: str) -> None:
    """Assign a session to a conversation."""
    mine = (_channels.c.trigger_id == trigger_id) & (_channels.c.key == key)
    tx.conn.execute(delete(_channels).where(mine))
    row = {"trigger_id": trigger_id, "key": key, "session_id": session_id}
    tx.conn.execute(insert(_channels), row)


def hold_lease(tx: Tx, name: str, holder: str, *, seconds: float, at: datetime) -> bool:
    """Acquire or renew a lease; return whether this holder has it."""
    now = tx.dialect.now_ms(at)
    until = now + round(seconds * 1000)
    row = {"name": name, "holder": holder, "until": 0}
    tx.conn.execute(tx.dialect.insert_or_ignore(_leases), row)
    free = or_(_leases.c.holder == holder, _leases.c.until < now)
    taken = update(_leases).where(_leases.c.name == name, free)
    return tx.conn.execute(taken.values(holder=holder, until=until)).rowcount == 1


def drop_lease(tx: Tx, name: str, holder: str) -> None:
    """Release a lease, so that another server can take it immediately."""
    tx.conn.execute(delete(_leases).where(_leases.c.name == name, _leases.c.holder == holder))


_CHANNEL = PreparedStatement(
    select(_channels.c.trigger_id, _channels.c.key)
    .where(_channels.c.session_id == bindparam("of_session"))
    .limit(literal_column("1"))
    .with_for_update(read=True, key_share=True)  # the bot is not deleted until the commit
)
_MAKE_DUE = PreparedStatement(
    update(_replies)
    .where(_replies.c.run_id == bindparam("of_run"), _replies.c.is_open)
    .values(next_at=bindparam("at", type_=BigInteger))
)


def attach_reply(tx: Tx, plan: Plan) -> Plan:
    """Add the reply to a new run, if its session belongs to a channel.

    Its delivery is written with the run.
    """
    run = plan.run
    if run.session_id is None:
        return plan
    channel = _CHANNEL(tx.conn, {"of_session": run.session_id}).first()
    if channel is None:
        return plan
    row = {
        "run_id": run.id,
        "trigger_id": channel.trigger_id,
        "conversation": channel.key,
        "is_open": True,
    }
    tx.conn.execute(insert(_replies), row)
    tx.notify(REPLIES_TOPIC)
    return replace(plan, run=replace(run, delivery=Delivery()))


def make_reply_due(tx: Tx, run: Run, at: datetime) -> None:
    """Make the reply of a run due, in the transaction that ends the run."""
    if run.delivery is not None:
        _MAKE_DUE(tx.conn, {"of_run": run.id, "at": rows.to_ms(at)})
        tx.notify(REPLIES_TOPIC)


def list_replies(conn: Connection, trigger_id: str, *, at: datetime) -> Sequence[Reply]:
    """Return the replies of a bot to send now, oldest first.

    A reply to a message in the chat is shown while the run works, others when it has ended.
    """
    shown_early = _replies.c.next_at.is_(None) & (_runs.c.trigger == TriggerKind.TELEGRAM.value)
    due = or_(shown_early, _replies.c.next_at <= rows.to_ms(at))
    query = _select().where(_open_of(trigger_id), due).order_by(_runs.c.seq)
    return [_reply_of(row) for row in conn.execute(query).mappings()]


def next_reply(conn: Connection, trigger_id: str) -> datetime | None:
    """Return when the next reply of a bot is due."""
    query = select(func.min(_replies.c.next_at)).where(_open_of(trigger_id))
    return rows.maybe_time(conn.execute(query).scalar())


def note_reply(tx: Tx, reply: Reply) -> None:
    """Store how much of a reply was sent, unless the reply was removed in the meantime."""
    values: dict[str, object] = {
        "message_id": reply.delivery.message_id,
        "is_open": reply.is_open,
        "next_at": rows.maybe_ms(reply.next_at),
    }
    if reply.delivery.status is DeliveryStatus.FAILED:
        values["failed_at"] = rows.maybe_ms(reply.delivery.at)
        workspace = occurrences.find_workspace(tx.conn, reply.trigger_id)
        tx.notify(*(() if workspace is None else inbox_topics(workspace)))
    if reply.is_open and reply.next_at is None:
        del values["next_at"]  # the run may have ended in the meantime
    mine = _replies.c.run_id == reply.run_id
    if tx.conn.execute(update(_replies).where(mine).values(values)).rowcount:
        _set_delivery(tx, reply.run_id, reply.delivery)
        occurrences.notify(tx, reply.trigger_id)


def find_reply(
    conn: Connection, trigger_id: str, conversation: str, *, message_id: int | None
) -> Reply | None:
    """Return the newest sent reply of a conversation, up to a message if one is given."""
    mine = (_replies.c.trigger_id == trigger_id) & (_replies.c.conversation == conversation)
    query = _select().where(mine, _replies.c.message_id.is_not(None))
    if message_id is not None:
        query = query.where(_replies.c.message_id <= message_id)
    row = conn.execute(query.order_by(_replies.c.message_id.desc()).limit(1)).mappings().first()
    return _reply_of(row) if row else None


def remove_replies(tx: Tx, trigger_id: str) -> None:
    """Remove the replies of a bot that is deleted; those not sent have failed."""
    for row in tx.conn.execute(_select().where(_open_of(trigger_id))).mappings():
        reply, error = _reply_of(row), "the bot was deleted"
        lost = replace(reply.delivery, status=DeliveryStatus.FAILED, error=error)
        _set_delivery(tx, reply.run_id, lost)
    tx.conn.execute(delete(_replies).where(_replies.c.trigger_id == trigger_id))


def _set_delivery(tx: Tx, run_id: str, delivery: Delivery) -> None:
    changed = update(_runs).where(_runs.c.id == run_id)
    tx.conn.execute(changed.values(delivery=rows.to_json(delivery)))


def _select() -> Select[Any]:
    return select(_replies, _runs.c.delivery).join(_runs, _runs.c.id == _replies.c.run_id)


def _open_of(trigger_id: str) -> ColumnElement[bool]:
    return (_replies.c.trigger_id == trigger_id) & _replies.c.is_open


def _reply_of(row: rows.Row) -> Reply:
    return Reply(
        run_id=row["run_id"],
        trigger_id=row["trigger_id"],
        conversation=row["conversation"],
        delivery=rows.delivery_of(row["delivery"]) or Delivery(),
        next_at=rows.maybe_time(row["next_at"]),
    )
