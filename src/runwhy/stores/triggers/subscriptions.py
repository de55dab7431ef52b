"""Subscriptions in SQL, the ended runs to tell them about, and the deliveries to them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    Connection,
    Exists,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from runwhy.core.runs.run import Outcome, Run, Status
from runwhy.core.sessions.autonomy import evaluates
from runwhy.core.triggers.subscriptions import Outgoing, SubscribedEvents, Subscriber
from runwhy.ports import ENDED_TOPIC, OUTGOING_TOPIC, inbox_topics, resources_topic
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.sql.records import Records

_subscriptions, _ended, _outgoing = tables.subscriptions, tables.ended_runs, tables.outgoing
_runs = tables.runs

deliveries = Records(_outgoing, Outgoing)
subscriptions = Resources(
    _subscriptions, Subscriber, "subscription", topics={"changed": OUTGOING_TOPIC}, in_inbox=True
)

_run = bindparam("run_id", type_=_ended.c.run_id.type)
_workspace = bindparam("workspace", type_=_ended.c.workspace.type)


def _has_subscribers() -> Exists:
    mine = (_subscriptions.c.workspace == _workspace) & _subscriptions.c.enabled
    mine &= _subscriptions.c.events == literal_column(f"'{SubscribedEvents.RUNS}'")
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
    if run.spec.keeps_content is False:
        recorded = _RECORD_END(tx.conn, values)
    elif outcome.status is not Status.SUCCEEDED:
        recorded = _RECORD_FOR_SUBSCRIBERS(tx.conn, values)
    elif evaluates(run):
        recorded = _RECORD_END(tx.conn, values)
    elif run.session_id is not None:
        recorded = _RECORD_FOR_ANYONE(tx.conn, {**values, "of_session": run.session_id})
    else:
        recorded = _RECORD_FOR_SUBSCRIBERS(tx.conn, values)
    if recorded.rowcount > 0:
        tx.notify(ENDED_TOPIC)


def remove_subscription(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a subscription and its deliveries; return whether it existed."""
    if subscriptions.get(tx.conn, workspace, id) is None:
        return False
    tx.conn.execute(delete(_outgoing).where(_outgoing.c.subscription_id == id))
    return subscriptions.remove(tx, workspace, id)


def list_ended(
    conn: Connection, *, limit: int, unkept_until: datetime | None = None
) -> Sequence[Run]:
    """Return ended runs whose deliveries are not created yet.

    A run whose content is not kept is returned once it is erased, or if it ended by `unkept_until`:
    until then, its caller may read it.
    """
    query = select(_runs).join(_ended, _ended.c.run_id == _runs.c.id).order_by(_runs.c.seq)
    if unkept_until is not None:
        recent = _runs.c.finished_at > rows.to_ms(unkept_until)
        unkept = _runs.c.spec.contains('"keepsContent":false', autoescape=True)
        query = query.where(~(recent & unkept & _runs.c.erased_at.is_(None)))
    return [rows.run_of(row) for row in conn.execute(query.limit(limit)).mappings()]


def settle_ended(tx: Tx, run_id: str, made: Sequence[Outgoing]) -> bool:
    """Add the deliveries about a run; return False if another server has added them."""
    gone = tx.conn.execute(delete(_ended).where(_ended.c.run_id == run_id))
    if gone.rowcount != 1:
        return False
    if made:
        tx.conn.execute(insert(_outgoing), [deliveries.row(outgoing) for outgoing in made])
        tx.notify(OUTGOING_TOPIC)
    return True


def claim_outgoing(
    tx: Tx, *, at: datetime, until: datetime, limit: int
) -> Sequence[tuple[Outgoing, Subscriber]]:
    """Claim due deliveries; after a crash, they are due again at `until`."""
    due = deliveries.select(_outgoing.c.next_at <= rows.to_ms(at))
    due = due.order_by(_outgoing.c.next_at).limit(limit)
    taken = []
    for outgoing in deliveries.all(tx.conn, tx.dialect.locked(due, skip=True)):
        mine = _outgoing.c.id == outgoing.id
        tx.conn.execute(update(_outgoing).where(mine).values(next_at=rows.to_ms(until)))
        query = subscriptions.select(_subscriptions.c.id == outgoing.subscription_id)
        (owner,) = subscriptions.all(tx.conn, query)
        taken.append((outgoing, owner))
    return taken


def note_attempt(tx: Tx, tried: Outgoing) -> None:
    """Store the result of an attempt; one that an actor requested is recorded in the audit log."""
    mine = _outgoing.c.id == tried.id
    of = select(_subscriptions.c.workspace).where(_subscriptions.c.id == tried.subscription_id)
    workspace = tx.conn.execute(of).scalar()
    if workspace is not None:
        tx.notify(resources_topic(workspace))
    if workspace is not None and (tx.acting is not None or tried.failed_at is not None):
        tx.notify(*inbox_topics(workspace))
    if tx.acting is not None and workspace is not None:
        details = {"subscription_id": tried.subscription_id, "run_id": tried.run_id}
        audit.record(tx, "delivery.replayed", workspace, tried.id, after=details)
    tx.conn.execute(update(_outgoing).where(mine).values(deliveries.row(tried)))
    if tried.next_at is not None:
        tx.notify(OUTGOING_TOPIC)


def next_outgoing(conn: Connection) -> datetime | None:
    """Return when the next delivery is due."""
    query = select(func.min(_outgoing.c.next_at)).where(_outgoing.c.next_at.is_not(None))
    return rows.maybe_time(conn.execute(query).scalar())


def get_outgoing(conn: Connection, subscription_id: str, id: str) -> Outgoing | None:
    """Return the delivery with this id."""
    mine = (_outgoing.c.subscription_id == subscription_id) & (_outgoing.c.id == id)
    return deliveries.first(conn, deliveries.select(mine))


def list_outgoing(
    conn: Connection, subscription_id: str, *, limit: int, before: int | None = None
) -> Sequence[Outgoing]:
    """Return deliveries of a subscription, newest first."""
    mine = deliveries.select(_outgoing.c.subscription_id == subscription_id)
    return deliveries.page(conn, mine, limit=limit, before=before)
