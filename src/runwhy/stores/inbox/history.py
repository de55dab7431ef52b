"""Items that were in the inbox, in SQL, and how each was settled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select

from runwhy.core.inbox.history import REASONS, RESOLVED, SeenChanges, SeenItem
from runwhy.core.inbox.items import SHOWN_AFTER_ANSWER, ItemAnswer, ItemKind
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import is_terminal
from runwhy.ports import inbox_topics
from runwhy.stores import tables
from runwhy.stores.runs import approvals
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records

_seen, _runs, _audit = tables.inbox_seen, tables.runs, tables.audit
_records = Records(_seen, SeenItem)

# Changes in the audit log that settle an item, and the actions that they stand for.
_ACTIONS = {
    "run.cancelled": "cancel_run",
    "trigger.changed": "change_trigger",
    "trigger.removed": "delete_trigger",
    "subscription.changed": "change_webhook",
    "subscription.removed": "delete_webhook",
    "budget.changed": "change_budget",
    "budget.removed": "delete_budget",
    "alert.changed": "change_alert",
    "alert.removed": "delete_alert",
}


def list_seen(conn: Connection, workspace: int, *, since: datetime) -> Sequence[SeenItem]:
    """Return the items that were open at the last read, and those settled since a time."""
    shown = or_(_seen.c.settled_at.is_(None), _seen.c.settled_at > rows.to_ms(since))
    return _records.all(conn, _records.select(_seen.c.workspace == workspace, shown))


def note_seen(tx: Tx, workspace: int, changes: SeenChanges, *, at: datetime) -> None:
    """Store how the inbox has changed; settled items are deleted after a day."""
    gone = [one.settled(_answer(tx.conn, one, at)) for one in changes.gone]
    changed = [*changes.opened, *changes.answered, *gone]
    old = _seen.c.settled_at <= rows.to_ms(at - SHOWN_AFTER_ANSWER)
    mine = or_(_seen.c.item_id.in_([one.item_id for one in changed]), old)
    tx.conn.execute(delete(_seen).where(_seen.c.workspace == workspace, mine))
    for one in changed:
        tx.conn.execute(tx.dialect.insert_or_ignore(_seen).values(_records.row(one)))
    if gone:
        tx.notify(*inbox_topics(workspace))


def _answer(conn: Connection, seen: SeenItem, at: datetime) -> ItemAnswer:
    """Return who settled an item that is no longer open, and when."""
    found = _rerun(conn, seen) or _replay(conn, seen) or _change(conn, seen)
    if found is not None:
        return found
    return ItemAnswer(action=RESOLVED, by="", at=at, reason=_reason(conn, seen, at))


def _rerun(conn: Connection, seen: SeenItem) -> ItemAnswer | None:
    if seen.run_id is None or seen.kind is not ItemKind.CRASHED_RUN:
        return None
    again = select(_runs).where(_runs.c.rerun_of == seen.run_id).order_by(_runs.c.seq).limit(1)
    row = conn.execute(again).mappings().first()
    if row is None:
        return None
    run = rows.run_of(row)
    return ItemAnswer(action="rerun", by=_name(run.origin.actor), at=run.created_at)


def _replay(conn: Connection, seen: SeenItem) -> ItemAnswer | None:
    """Return who sent a delivery of an outgoing webhook again."""
    if seen.kind is not ItemKind.FAILED_DELIVERY or seen.subject_id is None:
        return None
    replayed = (
        select(_audit)
        .where(
            _audit.c.workspace == seen.workspace,
            _audit.c.action == "delivery.replayed",
            _audit.c.at >= rows.to_ms(seen.since),
            _audit.c.after.contains(seen.subject_id),
        )
        .order_by(_audit.c.seq.desc())
        .limit(1)
    )
    row = conn.execute(replayed).mappings().first()
    return None if row is None else _by_actor("replay", row)


def _change(conn: Connection, seen: SeenItem) -> ItemAnswer | None:
    # A change of its schedule does not settle an alert.
    trigger = None if seen.kind is ItemKind.ALERT else seen.trigger_id
    subjects = [id for id in (seen.run_id, trigger, seen.subject_id) if id is not None]
    newest = (
        select(_audit)
        .where(
            _audit.c.workspace == seen.workspace,
            _audit.c.subject.in_(subjects),
            _audit.c.at >= rows.to_ms(seen.since),
            _audit.c.action.in_(_ACTIONS),
        )
        .order_by(_audit.c.seq.desc())
        .limit(1)
    )
    row = conn.execute(newest).mappings().first() if subjects else None
    if row is None:
        return None
    action = _ACTIONS[row["action"]]
    if seen.kind is ItemKind.PAUSED_TRIGGER and action == "change_trigger":
        action = "resume_trigger"
    return _by_actor(action, row)


def _by_actor(action: str, row: rows.Row) -> ItemAnswer:
    actor = Actor(kind=row["actor_kind"], id=row["actor_id"], name=row["actor_name"])
    return ItemAnswer(action=action, by=_name(actor), at=rows.from_ms(row["at"]))


def _name(actor: Actor) -> str:
    return actor.name or actor.id or actor.kind


def _reason(conn: Connection, seen: SeenItem, at: datetime) -> str | None:
    waits = seen.kind in (ItemKind.APPROVAL, ItemKind.CLIENT_TOOL)
    mine = select(_runs).where(_runs.c.id == (seen.run_id or ""))
    row = conn.execute(mine).mappings().first() if waits else None
    run = rows.run_of(row) if row is not None else None
    if _timed_out(conn, seen, at if run is None else run.finished_at or at):
        return "nobody answered in time"
    if run is not None and is_terminal(run.status):
        return f"the run {'was cancelled' if run.status == 'cancelled' else run.status.value}"
    return REASONS.get(seen.kind)


def _timed_out(conn: Connection, seen: SeenItem, at: datetime) -> bool:
    """Whether a request for approval was still undecided when its time was over."""
    if seen.kind is not ItemKind.APPROVAL or seen.run_id is None:
        return False
    id = seen.item_id.removeprefix(f"{seen.kind}:{seen.run_id}:")
    found = approvals.get(conn, seen.run_id, id)
    if found is None or found.decision is not None or found.timeout is None:
        return False
    return at >= found.asked_at + found.timeout
