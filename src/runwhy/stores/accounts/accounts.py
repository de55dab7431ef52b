"""Workspaces, keys, agents and answers already given, in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from runwhy.core.accounts.workspaces import Agent, Key, Workspace
from runwhy.errors import Conflict, IdempotencyMismatch
from runwhy.ports import Once
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx

_workspaces, _keys, _agents = tables.workspaces, tables.keys, tables.agents
_answers, _secrets = tables.answers, tables.secrets


def get_workspace(conn: Connection, slug: str) -> Workspace | None:
    """The workspace of that name."""
    row = conn.execute(select(_workspaces).where(_workspaces.c.slug == slug)).mappings().first()
    return rows.workspace_of(row) if row else None


def list_workspaces(conn: Connection) -> Sequence[Workspace]:
    """All of them, oldest first."""
    found = conn.execute(select(_workspaces).order_by(_workspaces.c.id)).mappings()
    return [rows.workspace_of(row) for row in found]


def add_workspace(tx: Tx, slug: str, name: str, at: datetime) -> Workspace:
    """A new workspace. Raises: Conflict when the name is taken."""
    value = {"slug": slug, "name": name, "created_at": rows.to_ms(at)}
    query = tx.dialect.insert_or_nothing(_workspaces).values(**value).returning(_workspaces)
    row = tx.conn.execute(query).mappings().first()
    if row is None:
        raise Conflict(f"there is a workspace {slug!r} already")
    made = rows.workspace_of(row)
    audit.note(tx, "workspace.added", made.id, slug, after=made)
    return made


def take_key(tx: Tx, workspace: int, once: Once | None) -> str | None:
    """Take an idempotency key, before anything is looked at that may have changed since its
    first use; the id that it gave then, if it was used. Others wait until we are done.

    Raises: IdempotencyMismatch when it came with another body.
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
    query = tx.dialect.insert_or_nothing(_answers).values(**value).returning(_answers.c.key)
    if tx.conn.execute(query).first() is not None:
        return None
    columns = (_answers.c.fingerprint, _answers.c.result_id)
    first = tx.conn.execute(select(*columns).where(_is(workspace, once))).one()
    if first.fingerprint != once.fingerprint:
        raise IdempotencyMismatch
    return str(first.result_id)


def note_answer(tx: Tx, workspace: int, once: Once | None, result_id: str, at: datetime) -> None:
    """Remember what a key that was taken gives."""
    if once is not None:
        query = update(_answers).where(_is(workspace, once))
        tx.conn.execute(query.values(result_id=result_id, at=rows.to_ms(at)))


def _is(workspace: int, once: Once) -> ColumnElement[bool]:
    return and_(
        _answers.c.workspace == workspace,
        _answers.c.route == once.route,
        _answers.c.key == once.key,
    )


def seen_before(
    tx: Tx, workspace: int, once: Once | None, result_id: str, at: datetime
) -> str | None:
    """Take a key for a result that is known already; the id it gave the first time, if any.

    Raises: IdempotencyMismatch.
    """
    first = take_key(tx, workspace, once)
    if first is None:
        note_answer(tx, workspace, once, result_id, at)
    return first


def forget_answers(tx: Tx, before: datetime) -> int:
    """Drop idempotency keys that are older."""
    return tx.conn.execute(delete(_answers).where(_answers.c.at < rows.to_ms(before))).rowcount


def add_key(tx: Tx, key: Key, once: Once | None) -> Key:
    """Keep a key, or give the one that this request made before."""
    first = seen_before(tx, key.workspace, once, key.id, key.created_at)
    if first is not None:
        found = tx.conn.execute(select(_keys).where(_keys.c.id == first)).mappings().one()
        return rows.key_of(found)
    tx.conn.execute(insert(_keys), rows.key_row(key))
    audit.note(tx, "key.added", key.workspace, key.id, after=key)
    return key


def find_key(conn: Connection, hash: str, at: datetime) -> Key | None:
    """The key that has this hash, or had it until lately; not when it was revoked."""
    before = and_(_keys.c.old_hash == hash, _keys.c.old_until > rows.to_ms(at))
    query = select(_keys).where(or_(_keys.c.hash == hash, before), _keys.c.revoked_at.is_(None))
    row = conn.execute(query).mappings().first()
    return rows.key_of(row) if row else None


def list_keys(conn: Connection, workspace: int) -> Sequence[Key]:
    """Keys of a workspace that were not revoked, oldest first."""
    query = (
        select(_keys)
        .where(_keys.c.workspace == workspace, _keys.c.revoked_at.is_(None))
        .order_by(_keys.c.id)
    )
    return [rows.key_of(row) for row in conn.execute(query).mappings()]


def remove_key(tx: Tx, workspace: int, id: str, at: datetime) -> bool:
    """Revoke a key; whether there was one."""
    query = (
        update(_keys)
        .where(_keys.c.workspace == workspace, _keys.c.id == id, _keys.c.revoked_at.is_(None))
        .values(revoked_at=rows.to_ms(at))
        .returning(_keys)
    )
    row = tx.conn.execute(query).mappings().first()
    if row is not None:
        audit.note(tx, "key.removed", workspace, id, before=rows.key_of(row))
    return row is not None


def rotate_key(tx: Tx, workspace: int, id: str, rotate: Callable[[Key], Key]) -> Key | None:
    """Give a key another secret: nobody else changes it in between."""
    mine = and_(_keys.c.workspace == workspace, _keys.c.id == id, _keys.c.revoked_at.is_(None))
    row = tx.conn.execute(tx.dialect.locked(select(_keys).where(mine))).mappings().first()
    if row is None:
        return None
    old = rows.key_of(row)
    key = rotate(old)
    tx.conn.execute(update(_keys).where(_keys.c.id == id).values(rows.key_row(key)))
    audit.note(tx, "key.rotated", workspace, id, before=old, after=key)
    return key


def has_keys(conn: Connection) -> bool:
    """Whether any key is valid."""
    query = select(_keys.c.id).where(_keys.c.revoked_at.is_(None)).limit(1)
    return conn.execute(query).first() is not None


def add_agent(tx: Tx, agent: Agent, once: Once | None) -> Agent:
    """Keep an agent, or give the one that this request made before."""
    first = seen_before(tx, agent.workspace, once, agent.id, agent.created_at)
    if first is not None:
        return get_agent(tx.conn, agent.workspace, first) or replace(agent, id=first)
    tx.conn.execute(insert(_agents), rows.agent_row(agent, tx.vault.seal))
    audit.note(tx, "agent.added", agent.workspace, agent.id, after=agent)
    return agent


def get_agent(conn: Connection, workspace: int, id: str) -> Agent | None:
    """The agent with this id."""
    query = select(_agents).where(_agents.c.workspace == workspace, _agents.c.id == id)
    row = conn.execute(query).mappings().first()
    return rows.agent_of(row) if row else None


def list_agents(conn: Connection, workspace: int) -> Sequence[Agent]:
    """Agents of a workspace, oldest first."""
    query = select(_agents).where(_agents.c.workspace == workspace).order_by(_agents.c.id)
    return [rows.agent_of(row) for row in conn.execute(query).mappings()]


def change_agent(tx: Tx, workspace: int, id: str, change: Callable[[Agent], Agent]) -> Agent | None:
    """Read, decide, write: nobody else changes the agent in between."""
    query = select(_agents).where(_agents.c.workspace == workspace, _agents.c.id == id)
    row = tx.conn.execute(tx.dialect.locked(query)).mappings().first()
    if row is None:
        return None
    old = rows.agent_of(row)
    agent = change(old)
    new = rows.agent_row(agent, tx.vault.seal)
    tx.conn.execute(update(_agents).where(_agents.c.id == id).values(new))
    audit.note(tx, "agent.changed", workspace, id, before=old, after=agent)
    return agent


def remove_agent(tx: Tx, workspace: int, id: str) -> bool:
    """Remove an agent; whether there was one. Runs keep the spec they were made with."""
    query = delete(_agents).where(_agents.c.workspace == workspace, _agents.c.id == id)
    row = tx.conn.execute(query.returning(_agents)).mappings().first()
    if row is not None:
        audit.note(tx, "agent.removed", workspace, id, before=rows.agent_of(row))
    return row is not None


def server_secret(tx: Tx, name: str, make: Callable[[], str]) -> str:
    """A secret of this installation, made the first time that it is asked for."""
    query = tx.dialect.insert_or_nothing(_secrets).values(name=name, value=tx.vault.seal(make()))
    tx.conn.execute(query)
    found = tx.conn.execute(select(_secrets.c.value).where(_secrets.c.name == name))
    return tx.vault.open(found.scalar_one())
