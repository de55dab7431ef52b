"""Alerts in SQL: the resource, its states, and the changes of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from runwhy.core.alerts.alert import (
    MAX_ALERTS,
    Alert,
    AlertEvent,
    AlertState,
    AlertStatus,
    Recipient,
    RecipientKind,
)
from runwhy.core.inbox.findings import OpenAlert
from runwhy.core.triggers.subscriptions import Outgoing
from runwhy.errors import Conflict
from runwhy.ports import ALERTS_TOPIC, OUTGOING_TOPIC, IdempotencyKey, inbox_topics
from runwhy.ports.alerts import AlertChange
from runwhy.stores import tables
from runwhy.stores.accounts.idempotency import find_earlier_result
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.inbox.notices import add_message
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Codec, Records
from runwhy.stores.sql.versions import change_version
from runwhy.stores.triggers.subscriptions import deliveries

KEPT_EVENTS = 1000  # of each alert

_alerts, _states, _events = tables.alerts, tables.alert_states, tables.alert_events
_versions, _triggers = tables.alert_versions, tables.triggers
_NUMBER = Codec(repr, float)
_RECIPIENTS = Codec(
    lambda recipients: rows.to_json([[each.kind, each.id] for each in recipients]),
    lambda text: tuple(
        Recipient(kind=RecipientKind(kind), id=id) for kind, id in rows.from_json(text)
    ),
)


class _Alerts(Resources[Alert]):
    def state(self, value: Alert) -> object:
        return self.row(value)


alerts = _Alerts(
    _alerts,
    Alert,
    "alert",
    named="an alert",
    order=("name",),
    topics=dict.fromkeys(("added", "changed", "removed"), ALERTS_TOPIC),
    in_inbox=True,
    window=Codec(int, int, column="seconds"),
    threshold=_NUMBER,
    resolve_threshold=_NUMBER,
    recipients=_RECIPIENTS,
)
states = Records(_states, AlertState, value=_NUMBER)
events = Records(_events, AlertEvent, value=_NUMBER, threshold=_NUMBER)


def add_alert(tx: Tx, alert: Alert, *, once: IdempotencyKey | None = None) -> Alert:
    """Add an alert, or return the one from an earlier attempt. Raises: Conflict."""
    first = find_earlier_result(tx, alert.workspace, once, alert.id, alert.created_at)
    if first is not None:
        return alerts.get(tx.conn, alert.workspace, first) or replace(alert, id=first)
    change_version(tx, _versions, alert.workspace)  # locks the row: one change at a time
    mine = select(func.count()).where(_alerts.c.workspace == alert.workspace)
    if (tx.conn.execute(mine).scalar() or 0) >= MAX_ALERTS:
        raise Conflict(f"the workspace has {MAX_ALERTS} alerts, which is the limit")
    made = alerts.add(tx, alert)
    states.insert(tx, AlertState(alert_id=made.id, workspace=made.workspace, since=made.created_at))
    return made


def change_alert(tx: Tx, workspace: int, id: str, change: Any) -> Alert | None:
    """Change an alert, by id or name. Raises: Conflict if its new name is taken."""
    change_version(tx, _versions, workspace)
    return alerts.change(tx, workspace, id, change)


def remove_alert(tx: Tx, workspace: int, id: str) -> bool:
    """Remove an alert with its history, by id or name; return whether it existed."""
    change_version(tx, _versions, workspace)
    old = alerts.get(tx.conn, workspace, id)
    if old is None:
        return False
    tx.conn.execute(delete(_states).where(_states.c.alert_id == old.id))
    tx.conn.execute(delete(_events).where(_events.c.alert_id == old.id))
    return alerts.remove(tx, workspace, old.id)


def alert_states(conn: Connection, found: Sequence[Alert]) -> Mapping[str, AlertState]:
    """Return the states of some alerts of one workspace."""
    if not found:
        return {}
    query = states.select(_states.c.workspace == found[0].workspace)
    if len(found) == 1:
        query = states.select(_states.c.alert_id == found[0].id)
    return {each.alert_id: each for each in states.all(conn, query)}


def list_alert_events(
    conn: Connection, alert: Alert, *, limit: int, before: int | None = None
) -> Sequence[AlertEvent]:
    """Return the changes of an alert's state, newest first."""
    mine = events.select(_events.c.alert_id == alert.id)
    return events.page(conn, mine, limit=limit, before=before)


def list_open_alerts(
    conn: Connection, workspace: int, *, at: datetime, limit: int
) -> Sequence[OpenAlert]:
    """Return the alerts that fire or cannot be evaluated, and are not silenced."""
    is_open = (_states.c.workspace == workspace) & (_states.c.status != AlertStatus.OK.value)
    found = {each.alert_id: each for each in states.all(conn, states.select(is_open).limit(limit))}
    if not found:
        return ()
    mine = alerts.all(conn, alerts.select(_alerts.c.id.in_(found), _alerts.c.enabled))
    return [
        OpenAlert(alert=each, state=found[each.id])
        for each in mine
        if each.in_inbox and not each.is_silenced(at)
    ]


# Evaluation


def alert_signature(conn: Connection) -> tuple[int, ...]:
    """Return numbers that differ after a change of any alert, or of a schedule that one uses."""
    versions = select(func.count(), func.sum(_versions.c.version)).select_from(_versions)
    used = select(_alerts.c.schedule).where(_alerts.c.schedule.is_not(None))
    schedules = select(func.count(), func.sum(_triggers.c.version)).where(_triggers.c.id.in_(used))
    found = (*conn.execute(versions).one(), *conn.execute(schedules).one())
    return tuple(int(number or 0) for number in found)


def list_watched(conn: Connection) -> Sequence[tuple[Alert, AlertState]]:
    """Return all alerts with their states, but for disabled ones that are resolved."""
    by_id = {each.alert_id: each for each in states.all(conn, states.select())}
    found = alerts.all(conn, alerts.select().order_by(_alerts.c.id))
    return [
        (each, by_id[each.id])
        for each in found
        if each.id in by_id and (each.enabled or by_id[each.id].status is not AlertStatus.OK)
    ]


def settle_alerts(tx: Tx, changes: Sequence[AlertChange]) -> Sequence[bool]:
    """Store new states with their history and notices, each unless another server was first.

    Rows are locked in the order of their ids, so that servers cannot deadlock.
    """
    done = {
        change.state.alert_id: _settle(tx, change)
        for change in sorted(changes, key=lambda each: each.state.alert_id)
    }
    return [done[change.state.alert_id] for change in changes]


def _settle(tx: Tx, change: AlertChange) -> bool:
    new = change.state
    mine = (_states.c.alert_id == new.alert_id) & (_states.c.version == new.version - 1)
    if tx.conn.execute(update(_states).where(mine).values(states.row(new))).rowcount != 1:
        return False
    sent = _send(tx, change)
    for event in change.events:
        reason = event.reason if sent or not event.is_announced else "a recipient does not exist"
        tx.conn.execute(insert(_events), events.row(replace(event, reason=reason)))
    _forget_events(tx, new.alert_id)
    tx.notify(*inbox_topics(new.workspace))
    return True


def _send(tx: Tx, change: AlertChange) -> bool:
    """Write the deliveries and messages; return False if a recipient does not exist."""
    known = _subscriptions(tx, change.outgoing)
    made = [each for each in change.outgoing if each.subscription_id in known]
    if made:
        tx.conn.execute(insert(tables.outgoing), [deliveries.row(each) for each in made])
        tx.notify(OUTGOING_TOPIC)
    for notice in change.messages:
        add_message(tx, notice)
    return len(made) == len(change.outgoing) and not change.is_incomplete


def _subscriptions(tx: Tx, outgoing: Sequence[Outgoing]) -> frozenset[str]:
    ids = {each.subscription_id for each in outgoing}
    if not ids:
        return frozenset()
    query = select(tables.subscriptions.c.id).where(tables.subscriptions.c.id.in_(ids))
    return frozenset(tx.conn.execute(query).scalars())


def _forget_events(tx: Tx, alert_id: str) -> None:
    mine = _events.c.alert_id == alert_id
    oldest = select(_events.c.seq).where(mine).order_by(_events.c.seq.desc())
    last = tx.conn.execute(oldest.limit(1).offset(KEPT_EVENTS)).scalar()
    if last is not None:
        tx.conn.execute(delete(_events).where(mine, _events.c.seq <= last))


_MEASURED = (
    update(_states)
    .where(
        _states.c.alert_id == bindparam("of_alert"), _states.c.version == bindparam("of_version")
    )
    .values(value=bindparam("new_value"), measured_at=bindparam("now"))
)


def note_measured(tx: Tx, measured: Sequence[AlertState]) -> None:
    """Store the last values of alerts whose state has not changed."""
    given = [
        {
            "of_alert": each.alert_id,
            "of_version": each.version,
            "new_value": None if each.value is None else repr(each.value),
            "now": rows.maybe_ms(each.measured_at),
        }
        for each in measured
    ]
    if given:
        tx.conn.execute(_MEASURED, given)
