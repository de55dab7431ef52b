"""Audit log in SQL, written in the same transaction as the change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, insert, or_

from runwhy.core.accounts.audit import AuditFilter, AuditRecord, difference
from runwhy.core.json import JsonObject
from runwhy.core.layers import Layer
from runwhy.core.runs.origin import Actor
from runwhy.ports import resources_topic
from runwhy.stores import tables
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records, Spread
from runwhy.wire.layers import layer_json

_audit = tables.audit
ACTOR = Spread(Actor, kind="actor_kind", id="actor_id", name="actor_name")
_records = Records(_audit, AuditRecord, actor=ACTOR)


def record(
    tx: Tx, action: str, workspace: int, subject: str, before: object = None, after: object = None
) -> None:
    """Record a change made by an actor; changes that the server makes itself are not recorded."""
    tx.notify(resources_topic(workspace))
    if tx.acting is None:
        return
    old, new = difference(_state(before), _state(after), known=tx.acting.known)
    if before is not None and after is not None and not new:
        return  # no visible field has changed
    actor = tx.acting.actor
    row = {
        "workspace": workspace,
        "at": rows.to_ms(tx.acting.at),
        "actor_kind": actor.kind,
        "actor_id": actor.id,
        "actor_name": actor.name,
        "action": action,
        "subject": subject,
        "before": None if old is None else rows.to_json(old),
        "after": None if new is None else rows.to_json(new),
    }
    tx.conn.execute(insert(_audit), row)


def note_change(
    tx: Tx, workspace: int, action: str, subject: str, after: JsonObject | None = None
) -> None:
    """Record a change outside the database."""
    record(tx, action, workspace, subject, after=after)


def _state(value: object) -> JsonObject | None:
    if value is None:
        return None
    state: JsonObject = msgspec.to_builtins(value)
    layers = {name: it for name in state if isinstance(it := getattr(value, name, None), Layer)}
    return {**state, **{name: layer_json(it) for name, it in layers.items()}}


def list_audit(
    conn: Connection, workspace: int, filter: AuditFilter, *, limit: int, before: int | None = None
) -> Sequence[AuditRecord]:
    """Return the audit entries of a workspace, newest first."""
    found = _records.select(_audit.c.workspace == workspace, *_conditions(filter))
    return _records.page(conn, found, limit=limit, before=before)


def _conditions(filter: AuditFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filter.actor is not None:
        columns = (_audit.c.actor_kind, _audit.c.actor_id, _audit.c.actor_name)
        conditions.append(or_(*(column == filter.actor for column in columns)))
    if filter.action is not None:
        group = _audit.c.action.startswith(filter.action + ".", autoescape=True)
        conditions.append(or_(_audit.c.action == filter.action, group))
    if filter.subject is not None:
        conditions.append(_audit.c.subject == filter.subject)
    if filter.since is not None:
        conditions.append(_audit.c.at >= rows.to_ms(filter.since))
    if filter.until is not None:
        conditions.append(_audit.c.at < rows.to_ms(filter.until))
    return conditions
