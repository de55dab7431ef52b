"""Workspaces, keys, sign-ins, agents and saved views in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, update

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.sign_ins import SignIn
from runwhy.core.accounts.workspaces import (
    Agent,
    AgentVersion,
    Key,
    Scope,
    Workspace,
    version_of,
)
from runwhy.core.queries.saved_views import SavedView
from runwhy.core.runs.origin import Actor
from runwhy.errors import Conflict
from runwhy.ports import IdempotencyKey, inbox_topics
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.resources import Resources
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Codec, Records

_workspaces, _keys, _sign_ins = tables.workspaces, tables.keys, tables.sign_ins
_secrets, _subscriptions = tables.secrets, tables.subscriptions
_VALID = _keys.c.revoked_at.is_(None)
_SCOPES = Codec(
    lambda scopes: rows.to_json(sorted(scopes)),
    lambda text: frozenset(Scope(scope) for scope in rows.from_json(text)),
)

workspaces = Records(_workspaces, Workspace)
keys = Resources(_keys, Key, "key", scopes=_SCOPES)
sign_ins = Records(_sign_ins, SignIn)
_agent_versions = Records(tables.agent_versions, AgentVersion)


class AgentRows(Resources[Agent]):
    """Agents. Every version of one is kept, until the agent is removed."""

    def add(self, tx: Tx, value: Agent, *, once: IdempotencyKey | None = None) -> Agent:
        """Add an agent, or return the one from an earlier attempt. Raises: Conflict."""
        agent = super().add(tx, value, once=once)
        if agent is value:
            self._keep(tx, agent)
        return agent

    def change(
        self, tx: Tx, workspace: int, id: str, change: Callable[[Agent], Agent]
    ) -> Agent | None:
        """Change an agent, with the row locked. Raises: Conflict if its new name is taken."""
        before: list[int] = []

        def noted(agent: Agent) -> Agent:
            before.append(agent.version)
            return change(agent)

        agent = super().change(tx, workspace, id, noted)
        if agent is not None and agent.version not in before:
            self._keep(tx, agent)
        return agent

    def remove(self, tx: Tx, workspace: int, id: str) -> bool:
        """Remove an agent and its versions; return whether it existed."""
        agent = self.get(tx.conn, workspace, id)
        if agent is None or not super().remove(tx, workspace, agent.id):
            return False
        theirs = tables.agent_versions.c.agent_id == agent.id
        tx.conn.execute(delete(tables.agent_versions).where(theirs))
        return True

    def list_versions(self, conn: Connection, agent_id: str) -> Sequence[AgentVersion]:
        """Return the versions of an agent, newest first."""
        c = tables.agent_versions.c
        query = _agent_versions.select(c.agent_id == agent_id).order_by(c.version.desc())
        return _agent_versions.all(conn, query)

    def _keep(self, tx: Tx, agent: Agent) -> None:
        actor = tx.acting.actor if tx.acting else None
        _agent_versions.insert(tx, version_of(agent, actor))


agents = AgentRows(tables.agents, Agent, "agent", named="an agent")
saved_views = Resources(tables.saved_views, SavedView, "view", order=("name", "id"))


def get_workspace(conn: Connection, slug: str) -> Workspace | None:
    """Return the workspace with this slug."""
    return workspaces.first(conn, workspaces.select(_workspaces.c.slug == slug))


def list_workspaces(conn: Connection) -> Sequence[Workspace]:
    """Return all workspaces, oldest first."""
    return workspaces.all(conn, workspaces.select().order_by(_workspaces.c.id))


def add_workspace(tx: Tx, slug: str, name: str, *, at: datetime) -> Workspace:
    """Add a workspace. Raises: Conflict if the slug is taken."""
    value = {"slug": slug, "name": name, "created_at": rows.to_ms(at)}
    query = tx.dialect.insert_or_ignore(_workspaces).values(**value).returning(_workspaces)
    made = workspaces.first(tx.conn, query)
    if made is None:
        raise Conflict(f"a workspace {slug!r} already exists")
    audit.record(tx, "workspace.added", made.id, slug, after=made)
    return made


def find_key(conn: Connection, hash: str, *, at: datetime) -> Key | None:
    """Return the valid key with this hash, which may be the previous one during a rotation."""
    before = (_keys.c.old_hash == hash) & (_keys.c.old_until > rows.to_ms(at))
    return keys.first(conn, keys.select(or_(_keys.c.hash == hash, before), _VALID))


def list_keys(conn: Connection, workspace: int) -> Sequence[Key]:
    """Return the keys of a workspace that are not revoked, oldest first."""
    mine = keys.select(_keys.c.workspace == workspace, _VALID)
    return keys.all(conn, mine.order_by(_keys.c.id))


def remove_key(tx: Tx, workspace: int, id: str, *, at: datetime) -> bool:
    """Revoke a key; return whether it existed."""
    mine = (_keys.c.workspace == workspace) & (_keys.c.id == id) & _VALID
    revoked = update(_keys).where(mine).values(revoked_at=rows.to_ms(at)).returning(_keys)
    key = keys.first(tx.conn, revoked)
    if key is None:
        return False
    audit.record(tx, "key.removed", workspace, id, before=key)
    _limit_sign_ins(tx, id, at)
    _disable_subscriptions(tx, workspace, id, "was revoked")
    return True


def find_expired_owners(conn: Connection, *, at: datetime) -> Sequence[Key]:
    """Return the expired keys that own enabled subscriptions."""
    theirs = select(_subscriptions.c.key_id).where(
        _subscriptions.c.enabled, _subscriptions.c.key_id.is_not(None)
    )
    return keys.all(conn, keys.select(_keys.c.id.in_(theirs), _keys.c.expires_at <= rows.to_ms(at)))


def disable_expired_subscriptions(tx: Tx, *, at: datetime) -> None:
    """Disable the subscriptions of expired keys, as revoking the keys would do."""
    tx.acting = tx.acting or AuditContext(actor=Actor(kind="system", name="key expiry"), at=at)
    for key in find_expired_owners(tx.conn, at=at):
        _disable_subscriptions(tx, key.workspace, key.id, "has expired")
        tx.notify(*inbox_topics(key.workspace))


def _disable_subscriptions(tx: Tx, workspace: int, key_id: str, why: str) -> None:
    """Disable the subscriptions of a key that ended, which would continue to send runs."""
    off = {"enabled": False, "note": f"disabled: the key {key_id} {why}"}
    mine = (_subscriptions.c.workspace == workspace) & (_subscriptions.c.key_id == key_id)
    query = update(_subscriptions).where(mine, _subscriptions.c.enabled).values(off)
    for (id,) in tx.conn.execute(query.returning(_subscriptions.c.id)).all():
        before = {"enabled": True, "note": None}
        audit.record(tx, "subscription.changed", workspace, id, before=before, after=off)


def rotate_key(tx: Tx, workspace: int, id: str, rotate: Callable[[Key], Key]) -> Key | None:
    """Replace a key's secret, with the row locked."""
    old, key = _replace_key(tx, workspace, id, rotate)
    if key is not None:
        if key.old_until is not None:
            _limit_sign_ins(tx, id, key.old_until)
        audit.record(tx, "key.rotated", workspace, id, before=old, after=key)
    return key


def change_key(tx: Tx, workspace: int, id: str, change: Callable[[Key], Key]) -> Key | None:
    """Change a key that is not revoked, with the row locked."""
    old, key = _replace_key(tx, workspace, id, change)
    if key is not None:
        audit.record(tx, "key.changed", workspace, id, before=old, after=key)
    return key


def _replace_key(
    tx: Tx, workspace: int, id: str, change: Callable[[Key], Key]
) -> tuple[Key, Key] | tuple[None, None]:
    """Replace a key that is not revoked, and return it before and after."""
    old = keys.first(tx.conn, tx.dialect.locked(keys.find(workspace, id).where(_VALID)))
    if old is None:
        return None, None
    key = change(old)
    tx.conn.execute(update(_keys).where(_keys.c.id == id).values(keys.row(key)))
    return old, key


def has_keys(conn: Connection) -> bool:
    """Return whether any key is valid."""
    query = select(_keys.c.id).where(_VALID).limit(1)
    return conn.execute(query).first() is not None


def add_sign_in(tx: Tx, sign_in: SignIn, key: Key) -> None:
    """Add a sign-in with this key."""
    sign_ins.insert(tx, sign_in)
    audit.record(tx, "signin.opened", key.workspace, key.id)


def find_sign_in(conn: Connection, hash: str) -> tuple[SignIn, Key] | None:
    """Return the sign-in with this hash and its key, unless the key is revoked."""
    found = sign_ins.first(conn, sign_ins.select(_sign_ins.c.hash == hash))
    if found is None:
        return None
    key = keys.first(conn, keys.select(_keys.c.id == found.key_id, _VALID))
    return None if key is None else (found, key)


def record_sign_in_use(tx: Tx, hash: str, *, at: datetime) -> None:
    """Store when a sign-in was last used."""
    query = update(_sign_ins).where(_sign_ins.c.hash == hash)
    tx.conn.execute(query.values(used_at=rows.to_ms(at)))


def remove_sign_in(tx: Tx, hash: str, key: Key) -> None:
    """End a sign-in."""
    if tx.conn.execute(delete(_sign_ins).where(_sign_ins.c.hash == hash)).rowcount:
        audit.record(tx, "signin.closed", key.workspace, key.id)


def _limit_sign_ins(tx: Tx, key_id: str, until: datetime) -> None:
    """Make all sign-ins with a key end at this time at the latest."""
    last = rows.to_ms(until)
    mine = (_sign_ins.c.key_id == key_id) & (_sign_ins.c.ends_at > last)
    tx.conn.execute(update(_sign_ins).where(mine).values(ends_at=last))


def forget_sign_ins(tx: Tx, *, unused_since: datetime, at: datetime) -> int:
    """Delete the sign-ins that have ended; return how many."""
    unused = _sign_ins.c.used_at < rows.to_ms(unused_since)
    ended = or_(unused, _sign_ins.c.ends_at <= rows.to_ms(at))
    return tx.conn.execute(delete(_sign_ins).where(ended)).rowcount


def server_secret(tx: Tx, name: str, make: Callable[[], str]) -> str:
    """Return a secret of this installation, creating it on first use."""
    query = tx.dialect.insert_or_ignore(_secrets).values(name=name, value=tx.vault.seal(make()))
    tx.conn.execute(query)
    found = tx.conn.execute(select(_secrets.c.value).where(_secrets.c.name == name))
    return tx.vault.open(found.scalar_one())
