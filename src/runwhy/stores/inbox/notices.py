"""Notices in SQL: written once for each target and item, sent by one server, used once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.inbox.notices import Notice
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Run
from runwhy.core.triggers.subscriptions import Outgoing, SubscribedEvents, Subscriber
from runwhy.errors import Conflict
from runwhy.ports import INBOX_TOPIC, OUTGOING_TOPIC
from runwhy.stores import tables
from runwhy.stores.runs import approvals
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records
from runwhy.stores.triggers.subscriptions import deliveries, subscriptions

_notices, _outgoing, _subscriptions = tables.inbox_notices, tables.outgoing, tables.subscriptions
_records = Records(_notices, Notice)


def list_inbox_subscriptions(conn: Connection) -> Sequence[Subscriber]:
    """Return the enabled outgoing webhooks for inbox items, of all workspaces."""
    about = _subscriptions.c.events == SubscribedEvents.INBOX.value
    query = subscriptions.select(_subscriptions.c.enabled, about)
    return subscriptions.all(conn, query.order_by(_subscriptions.c.id))


def list_open_notices(conn: Connection, target: str) -> Sequence[Notice]:
    """Return the notices of a target about items that were open."""
    mine = _records.select(_notices.c.target == target, _notices.c.closed_at.is_(None))
    return _records.all(conn, mine.order_by(_notices.c.id))


def open_notice(tx: Tx, notice: Notice, outgoing: Outgoing | None = None) -> bool:
    """Add a notice with its delivery; return False if another server has added it."""
    new = tx.dialect.insert_or_ignore(_notices).values(_records.row(notice))
    if tx.conn.execute(new.returning(_notices.c.id)).first() is None:
        return False
    _send(tx, outgoing)
    return True


def close_notice(tx: Tx, notice: Notice, outgoing: Outgoing | None = None, *, at: datetime) -> bool:
    """Close a notice once; a message that was sent is due to be changed."""
    due = rows.to_ms(at) if notice.message_id is not None else None
    mine = (_notices.c.id == notice.id) & _notices.c.closed_at.is_(None)
    values = {"closed_at": rows.to_ms(at), "next_at": due, "attempts": 0}
    if tx.conn.execute(update(_notices).where(mine).values(values)).rowcount != 1:
        return False
    _send(tx, outgoing)
    return True


def _send(tx: Tx, outgoing: Outgoing | None) -> None:
    if outgoing is None:
        tx.notify(INBOX_TOPIC)
        return
    tx.conn.execute(insert(_outgoing), deliveries.row(outgoing))
    tx.notify(OUTGOING_TOPIC)


def add_message(tx: Tx, notice: Notice) -> None:
    """Add a message with its own text, once for its target, item and time."""
    new = tx.dialect.insert_or_ignore(_notices).values(_records.row(notice))
    tx.conn.execute(new)
    tx.notify(INBOX_TOPIC)


def get_notice(conn: Connection, id: str) -> Notice | None:
    """Return the notice with this id."""
    return _records.first(conn, _records.select(_notices.c.id == id))


def list_due_notices(conn: Connection, target: str, *, at: datetime) -> Sequence[Notice]:
    """Return the notices of a bot with a message to send or change now."""
    due = _records.select(_notices.c.target == target, _notices.c.next_at <= rows.to_ms(at))
    return _records.all(conn, due.order_by(_notices.c.next_at, _notices.c.id))


def next_notice(conn: Connection, target: str) -> datetime | None:
    """Return when the next message of a bot is due."""
    mine = (_notices.c.target == target) & _notices.c.next_at.is_not(None)
    return rows.maybe_time(conn.execute(select(func.min(_notices.c.next_at)).where(mine)).scalar())


def note_notice(tx: Tx, notice: Notice) -> None:
    """Store how far a message was sent. A notice that was closed in between is due again."""
    mine = _notices.c.id == notice.id
    query = tx.dialect.locked(_records.select(mine))
    now = _records.first(tx.conn, query)
    if now is None:
        return
    due = rows.maybe_ms(notice.next_at)
    if now.closed_at is not None and notice.closed_at is None and notice.message_id is not None:
        due = rows.to_ms(now.closed_at)
    values = {
        "chat_id": notice.chat_id,
        "message_id": notice.message_id,
        "next_at": due,
        "attempts": notice.attempts,
        "error": notice.error,
    }
    tx.conn.execute(update(_notices).where(mine).values(values))
    if due is not None:
        tx.notify(INBOX_TOPIC)


def decide_by_notice(
    tx: Tx, notice: Notice, press: str, run: Run, decided: Approval, event: NewEvent
) -> Approval:
    """Use a button and decide its approval, once. Raises: NotFound, Conflict, RunTerminal."""
    unused = (_notices.c.id == notice.id) & _notices.c.pressed.is_(None)
    if tx.conn.execute(update(_notices).where(unused).values(pressed=press)).rowcount != 1:
        raise Conflict("this button was used before")
    return approvals.decide(tx, run, decided, event)
