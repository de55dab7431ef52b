"""Workspaces, keys, agents and idempotency keys in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from runwhy.core.accounts.workspaces import Agent, Key, Workspace
from runwhy.errors import Conflict, IdempotencyMismatch
from runwhy.ports import IdempotencyKey
from runwhy.stores import tables
from runwhy.stores.accounts import audit, sign_ins
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_workspaces, _keys, _agents = tables.workspaces, tables.keys, tables.agents
_answers, _secrets = tables.answers, tables.secrets
_subscriptions = tables.subscriptions


def get_workspace(conn: Connection, slug: str) -> Workspace | None:
    """Return the workspace with this slug."""
    row = conn.execute(select(_workspaces).where(_workspaces.c.slug == slug)).mappings().first()
    return rows.workspace_of(row) if row else None


def list_workspaces(conn: Connection) -> Sequence[Workspace]:
    """Return all workspaces, oldest first."""
    found = conn.execute(select(_workspaces).order_by(_workspaces.c.id)).mappings()
    return [rows.workspace_of(row) for row in found]


def add_workspace(tx: Tx, slug: str, name: str, *, at: datetime) -> Workspace:
    """Add a workspace. Raises: Conflict if the slug is taken."""
    value = {"slug": slug, "name": name, "created_at": rows.to_ms(at)}
    query = tx.dialect.insert_or_ignore(_workspaces).values(**value).returning(_workspaces)
    row = tx.conn.execute(query).mappings().first()
    if row is None:
        raise Conflict(f"a workspace {slug!r} already exists")
    made = rows.workspace_of(row)
    audit.record(tx, "workspace.added", made.id, slug, after=made)
    return made


def lock_idempotency_key(tx: Tx, workspace: int, once: IdempotencyKey | None) -> str | None:
    """Lock an idempotency key until the commit, and return the result id of its first use, if any.

    Call this before reading anything that may have changed since the first use.
    Raises: IdempotencyMismatch if the first request had another body.
    """
    if once is None:
        return None
    value = {
        "workspace": workspace,
        "route": once.route,
        "key": once.key,
        "fingerprint": once.fingerprint,
        "result_id": "",
        "at": 0,
    }
    query = tx.dialect.insert_or_ignore(_answers).values(**value).returning(_answers.c.key)
    if tx.conn.execute(query).first() is not None:
        return None
    columns = (_answers.c.fingerprint, _answers.c.result_id)
    first = tx.conn.execute(select(*columns).where(_is(workspace, once))).one()
    if first.fingerprint != once.fingerprint:
        raise IdempotencyMismatch
    return str(first.result_id)


def record_answer(
    tx: Tx, workspace: int, once: IdempotencyKey | None, result_id: str, at: datetime
) -> None:
    """Store the result of a request under its idempotency key."""
    if once is not None:
        query = update(_answers).where(_is(workspace, once))
        tx.conn.execute(query.values(result_id=result_id, at=rows.to_ms(at)))


def _is(workspace: int, once: IdempotencyKey) -> ColumnElement[bool]:
    return and_(
        _answers.c.workspace == workspace,
        _answers.c.route == once.route,
        _answers.c.key == once.key,
    )


def find_earlier_result(
    tx: Tx, workspace: int, once: IdempotencyKey | None, result_id: str, at: datetime
) -> str | None:
    """Return the result id of an earlier request with this idempotency key, or store `result_id`.

    Raises: IdempotencyMismatch.
    """
    first = lock_idempotency_key(tx, workspace, once)
    if first is None:
        record_answer(tx, workspace, once, result_id, at)
    return first


def forget_answers(tx: Tx, *, before: datetime) -> int:
    """Delete idempotency keys that are older than `before`."""
    return tx.conn.execute(delete(_answers).where(_answers.c.at < rows.to_ms(before))).rowcount


def add_key(tx: Tx, key: Key, *, once: IdempotencyKey | None = None) -> Key:
    """Add a key, or return the one that an earlier attempt of this request added."""
    first = find_earlier_result(tx, key.workspace, once, key.id, key.created_at)
    if first is not None:
        found = tx.conn.execute(select(_keys).where(_keys.c.id == first)).mappings().one()
        return rows.key_of(found)
    tx.conn.execute(insert(_keys), rows.key_row(key))
    audit.record(tx, "key.added", key.workspace, key.id, after=key)
    return key


def find_key(conn: Connection, hash: str, *, at: datetime) -> Key | None:
    """Return the valid key with this hash, which may be the previous one during a rotation."""
    before = and_(_keys.c.old_hash == hash, _keys.c.old_until > rows.to_ms(at))
    query = select(_keys).where(or_(_keys.c.hash == hash, before), _keys.c.revoked_at.is_(None))
    row = conn.execute(query).mappings().first()
    return rows.key_of(row) if row else None


def list_keys(conn: Connection, workspace: int) -> Sequence[Key]:
    """Return the keys of a workspace that are not revoked, oldest first."""
    query = (
        select(_keys)
        .where(_keys.c.workspace == workspace, _keys.c.revoked_at.is_(None))
        .order_by(_keys.c.id)
    )
    return [rows.key_of(row) for row in conn.execute(query).mappings()]


def remove_key(tx: Tx, workspace: int, id: str, *, at: datetime) -> bool:
    """Revoke a key; return whether it existed."""
    query = (
        update(_keys)
        .where(_keys.c.workspace == workspace, _keys.c.id == id, _keys.c.revoked_at.is_(None))
        .values(revoked_at=rows.to_ms(at))
        .returning(_keys)
    )
    row = tx.conn.execute(query).mappings().first()
    if row is None:
        return False
    audit.record(tx, "key.removed", workspace, id, before=rows.key_of(row))
    sign_ins.limit(tx, id, at)
    _disable_subscriptions(tx, workspace, id)
    return True


def _disable_subscriptions(tx: Tx, workspace: int, key_id: str) -> None:
    """Disable the subscriptions of a revoked key, which would continue to send runs."""
    off = {"enabled": False, "note": f"disabled: the key {key_id} was revoked"}
    mine = (_subscriptions.c.workspace == workspace) & (_subscriptions.c.key_id == key_id)
    query = update(_subscriptions).where(mine, _subscriptions.c.enabled).values(off)
    for (id,) in tx.conn.execute(query.returning(_subscriptions.c.id)).all():
        before = {"enabled": True, "note": None}
        audit.record(tx, "subscription.changed", workspace, id, before=before, after=off)


def rotate_key(tx: Tx, workspace: int, id: str, rotate: Callable[[Key], Key]) -> Key | None:
    """Replace a key's secret, with the row locked."""
    mine = and_(_keys.c.workspace == workspace, _keys.c.id == id, _keys.c.revoked_at.is_(None))
    row = tx.conn.execute(tx.dialect.locked(select(_keys).where(mine))).mappings().first()
    if row is None:
        return None
    old = rows.key_of(row)
    key = rotate(old)
    tx.conn.execute(update(_keys).where(_keys.c.id == id).values(rows.key_row(key)))
    if key.old_until is not None:
        sign_ins.limit(tx, id, key.old_until)
    audit.record(tx, "key.rotated", workspace, id, before=old, after=key)
    return key


def has_keys(conn: Connection) -> bool:
    """Return whether any key is valid."""
    query = select(_keys.c.id).where(_keys.c.revoked_at.is_(None)).limit(1)
    return conn.execute(query).first() is not None


def add_agent(tx: Tx, agent: Agent, *, once: IdempotencyKey | None = None) -> Agent:
    """Add an agent, or return the one that an earlier attempt of this request added."""
    first = find_earlier_result(tx, agent.workspace, once, agent.id, agent.created_at)
    if first is not None:
        return get_agent(tx.conn, agent.workspace, first) or replace(agent, id=first)
    tx.conn.execute(insert(_agents), rows.agent_row(agent, tx.vault.seal))
    audit.record(tx, "agent.added", agent.workspace, agent.id, after=agent)
    return agent


def get_agent(conn: Connection, workspace: int, id: str) -> Agent | None:
    """Return the agent with this id."""
    query = select(_agents).where(_agents.c.workspace == workspace, _agents.c.id == id)
    row = conn.execute(query).mappings().first()
    return rows.agent_of(row) if row else None


def list_agents(conn: Connection, workspace: int) -> Sequence[Agent]:
    """Return the agents of a workspace, oldest first."""
    query = select(_agents).where(_agents.c.workspace == workspace).order_by(_agents.c.id)
    return [rows.agent_of(row) for row in conn.execute(query).mappings()]


def change_agent(tx: Tx, workspace: int, id: str, change: Callable[[Agent], Agent]) -> Agent | None:
    """Change an agent, with the row locked."""
    query = select(_agents).where(_agents.c.workspace == workspace, _agents.c.id == id)
    row = tx.conn.execute(tx.dialect.locked(query)).mappings().first()
    if row is None:
        return None
    old = rows.agent_of(row)
    agent = change(old)
    new = rows.agent_row(agent, tx.vault.seal)
    tx.conn.execute(update(_agents).where(_agents.c.id == id).values(new))
    audit.record(tx, "agent.changed", workspace, id, before=old, after=agent)
    return agent


def remove_agent(tx: Tx, workspace: int, id: str) -> bool:
    """Remove an agent; return whether it existed. Its runs keep their specs."""
    query = delete(_agents).where(_agents.c.workspace == workspace, _agents.c.id == id)
    row = tx.conn.execute(query.returning(_agents)).mappings().first()
    if row is not None:
        audit.record(tx, "agent.removed", workspace, id, before=rows.agent_of(row))
    return row is not None


def server_secret(tx: Tx, name: str, make: Callable[[], str]) -> str:
    """Return a secret of this installation, creating it on first use."""
    query = tx.dialect.insert_or_ignore(_secrets).values(name=name, value=tx.vault.seal(make()))
    tx.conn.execute(query)
    found = tx.conn.execute(select(_secrets.c.value).where(_secrets.c.name == name))
    return tx.vault.open(found.scalar_one())
