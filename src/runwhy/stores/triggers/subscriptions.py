"""Subscriptions in SQL, and the list of ended runs to process."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    ColumnElement,
    Exists,
    bindparam,
    delete,
    insert,
    literal_column,
    or_,
    select,
)

from runwhy.core.runs.run import Outcome, Run, Status
from runwhy.core.sessions.autonomy import evaluates
from runwhy.core.triggers.subscriptions import Subscriber
from runwhy.ports import ENDED_TOPIC, OUTGOING_TOPIC
from runwhy.stores import tables
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement

_subscriptions, _ended, _outgoing = tables.subscriptions, tables.ended_runs, tables.outgoing
subscriptions = Resources(
    _subscriptions, Subscriber, "subscription", sealed=("secret", "previous_secret")
)

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


def change(
    tx: Tx, workspace: int, id: str, change: Callable[[Subscriber], Subscriber]
) -> Subscriber | None:
    """Change a subscription, with the row locked."""
    tx.notify(OUTGOING_TOPIC)
    return subscriptions.change(tx, workspace, id, change)


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Remove a subscription and its deliveries; return whether it existed."""
    if subscriptions.get(tx.conn, workspace, id) is None:
        return False
    tx.conn.execute(delete(_outgoing).where(_outgoing.c.subscription_id == id))
    return subscriptions.remove(tx, workspace, id)
