"""Subscriptions in SQL, and the list of ended runs to process."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    Exists,
    bindparam,
    delete,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from runwhy.core.runs.run import Outcome, Run, Status
from runwhy.core.sessions.autonomy import evaluates
from runwhy.core.triggers.subscriptions import Subscriber
from runwhy.ports import ENDED_TOPIC, OUTGOING_TOPIC, IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts import accounts, audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_subscriptions, _ended, _outgoing = tables.subscriptions, tables.ended_runs, tables.outgoing

_run = bindparam("run_id", type_=_ended.c.run_id.type)
_workspace = bindparam("workspace", type_=_ended.c.workspace.type)


def _has_subscribers() -> Exists:
    mine = (_subscriptions.c.workspace == _workspace) & _subscriptions.c.enabled
    return select(literal_column("1")).select_from(_subscriptions).where(mine).exists()


def _has_evaluator() -> Exists:
    """Return the condition that the session or its agent names an evaluator."""
    sessions, agents = tables.sessions, tables.agents
    both = sessions.outerjoin(agents, agents.c.id == sessions.c.agent_id)
    named: ColumnElement[str] = literal_column("""'%"evaluator"%'""")
    mine = sessions.c.id == bindparam("of_session", type_=sessions.c.id.type)
    names = or_(sessions.c.autonomy.like(named), agents.c.spec.like(named))
    return select(literal_column("1")).select_from(both).where(mine, names).exists()


_RECORD_END = PreparedStatement(insert(_ended), "run_id", "workspace")
_RECORD_FOR_SUBSCRIBERS = PreparedStatement(
    insert(_ended).from_select(
        ["run_id", "workspace"], select(_run, _workspace).where(_has_subscribers())
    )
)
_RECORD_FOR_ANYONE = PreparedStatement(
    insert(_ended).from_select(
        ["run_id", "workspace"],
        select(_run, _workspace).where(or_(_has_subscribers(), _has_evaluator())),
    )
)


def record_end(tx: Tx, run: Run, outcome: Outcome) -> None:
    """Record that a run has ended, if a subscription or an evaluator may need it."""
    values = {"run_id": run.id, "workspace": run.workspace}
    if outcome.status is not Status.SUCCEEDED:
        recorded = _RECORD_FOR_SUBSCRIBERS(tx.conn, values)
    elif evaluates(run):
        recorded = _RECORD_END(tx.conn, values)
    elif run.session_id is not None:
        recorded = _RECORD_FOR_ANYONE(tx.conn, {**values, "of_session": run.session_id})
    else:
        recorded = _RECORD_FOR_SUBSCRIBERS(tx.conn, values)
    if recorded.rowcount > 0:
        tx.notify(ENDED_TOPIC)


def add(tx: Tx, subscription: Subscriber, *, once: IdempotencyKey | None = None) -> Subscriber:
    """Add a subscription, or return the one that an earlier attempt of this request added."""
    made = subscription
    first = accounts.find_earlier_result(tx, made.workspace, once, made.id, made.created_at)
    if first is not None:
        return get(tx.conn, made.workspace, first) or made
    tx.conn.execute(insert(_subscriptions), _row(made, tx.vault.seal))
    audit.record(tx, "subscription.added", made.workspace, made.id, after=made)
    return made


def get(conn: Connection, workspace: int, id: str) -> Subscriber | None:
    """Return the subscription with this id."""
    mine = (_subscriptions.c.workspace == workspace) & (_subscriptions.c.id == id)
    row = conn.execute(select(_subscriptions).where(mine)).mappings().first()
    return subscription_of(row) if row else None


def list_subscriptions(conn: Connection, workspace: int) -> Sequence[Subscriber]:
    """Return all subscriptions of a workspace, oldest first."""
    query = select(_subscriptions).where(_subscriptions.c.workspace == workspace)
    found = conn.execute(query.order_by(_subscriptions.c.id))
    return [subscription_of(row) for row in found.mappings()]


def change(
    tx: Tx, workspace: int, id: str, change: Callable[[Subscriber], Subscriber]
) -> Subscriber | None:
    """Change a subscription, with the row locked."""
    mine = (_subscriptions.c.workspace == workspace) & (_subscriptions.c.id == id)
    query = tx.dialect.locked(select(_subscriptions).where(mine))
    row = tx.conn.execute(query).mappings().first()
    if row is None:
        return None
    old = subscription_of(row)
    new = change(old)
    tx.conn.execute(update(_subscriptions).where(mine).values(**_row(new, tx.vault.seal)))
    audit.record(tx, "subscription.changed", workspace, id, before=old, after=new)
    tx.notify(OUTGOING_TOPIC)
    return new


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a subscription and its deliveries; return whether it existed."""
    old = get(tx.conn, workspace, id)
    if old is None:
        return False
    audit.record(tx, "subscription.removed", workspace, id, before=old)
    tx.conn.execute(delete(_outgoing).where(_outgoing.c.subscription_id == id))
    tx.conn.execute(delete(_subscriptions).where(_subscriptions.c.id == id))
    return True


def _row(subscription: Subscriber, seal: rows.Seal) -> dict[str, object]:
    previous = subscription.previous_secret
    return {
        "id": subscription.id,
        "workspace": subscription.workspace,
        "name": subscription.name,
        "url": subscription.url,
        "query": subscription.query,
        "enabled": subscription.enabled,
        "note": subscription.note,
        "secret": seal(subscription.secret),
        "previous_secret": None if previous is None else seal(previous),
        "previous_until": rows.maybe_ms(subscription.previous_until),
        "created_by": subscription.created_by,
        "created_at": rows.to_ms(subscription.created_at),
        "updated_at": rows.to_ms(subscription.updated_at),
        "key_id": subscription.key_id,
    }


def subscription_of(row: rows.Row) -> Subscriber:
    """Return the subscription in a row."""
    return Subscriber(
        id=row["id"],
        workspace=row["workspace"],
        name=row["name"],
        url=row["url"],
        query=row["query"],
        enabled=bool(row["enabled"]),
        note=row["note"],
        secret=row["secret"],
        previous_secret=row["previous_secret"],
        previous_until=rows.maybe_time(row["previous_until"]),
        created_by=row["created_by"],
        created_at=rows.from_ms(row["created_at"]),
        updated_at=rows.from_ms(row["updated_at"]),
        key_id=row["key_id"],
    )
