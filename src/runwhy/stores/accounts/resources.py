"""Resources of a workspace: values that callers create, change and remove, with an audit trail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Connection, Select, Table, delete, select, update

from runwhy.errors import Conflict
from runwhy.ports import IdempotencyKey, inbox_topics
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.idempotency import find_earlier_result
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Codec, Records, Spread


class Resource(Protocol):
    """The fields that all resources have."""

    @property
    def id(self) -> str: ...
    @property
    def workspace(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def created_at(self) -> datetime: ...


R = TypeVar("R", bound=Resource)


class Resources(Records[R]):
    """Rows that are owned by a workspace; each change is recorded in the audit log.

    `action` is the first part of the action's name there; the second is `added`, `changed` or
    `removed`, for which `topics` names the topic to notify. With `named`, names are unique in a
    workspace and can be used like ids; errors use it as a name. With `in_inbox`, a
    change may add items to the inbox or settle them.
    """

    def __init__(
        self,
        table: Table,
        type: type[R],
        action: str,
        *,
        named: str | None = None,
        order: Sequence[str] = ("id",),
        topics: Mapping[str, str] | None = None,
        in_inbox: bool = False,
        **special: Codec | Spread,
    ) -> None:
        super().__init__(table, type, **special)
        self._action = action
        self._named = named
        self._order = [table.c[name] for name in order]
        self._topics = topics or {}
        self._in_inbox = in_inbox

    def state(self, value: R) -> object:
        """Return the value that the audit log compares."""
        return value

    def find(self, workspace: int, id: str) -> Select[Any]:
        """Return the query for the resource with this id, or else with this name."""
        mine, c = self.select(self.table.c.workspace == workspace), self.table.c
        if self._named is None:
            return mine.where(c.id == id)
        return mine.where((c.id == id) | (c.name == id)).order_by(c.id != id)

    def get(self, conn: Connection, workspace: int, id: str) -> R | None:
        """Return the resource with this id, or else with this name."""
        return self.first(conn, self.find(workspace, id))

    def list(self, conn: Connection, workspace: int) -> Sequence[R]:
        """Return the resources of a workspace."""
        mine = self.select(self.table.c.workspace == workspace)
        return self.all(conn, mine.order_by(*self._order))

    def add(self, tx: Tx, value: R, *, once: IdempotencyKey | None = None) -> R:
        """Add a resource, or return the one from an earlier attempt. Raises: Conflict."""
        first = find_earlier_result(tx, value.workspace, once, value.id, value.created_at)
        if first is not None:
            removed: R = replace(cast(Any, value), id=first)
            return self.get(tx.conn, value.workspace, first) or removed
        if self._named is None:
            self.insert(tx, value)
        else:
            new = tx.dialect.insert_or_ignore(self.table).returning(self.table.c.id)
            if tx.conn.execute(new, self.row(value, tx.vault.seal)).first() is None:
                raise self._name_taken(value)
        self.record_change(tx, "added", after=value)
        return value

    def change(self, tx: Tx, workspace: int, id: str, change: Callable[[R], R]) -> R | None:
        """Change a resource, with the row locked. Raises: Conflict if its new name is taken."""
        old = self.first(tx.conn, tx.dialect.locked(self.find(workspace, id)))
        if old is None:
            return None
        new = change(old)
        mine = self.table.c.id == old.id
        if self._named is not None:
            same = (self.table.c.workspace == workspace) & (self.table.c.name == new.name)
            if tx.conn.execute(select(self.table.c.id).where(same, ~mine)).first() is not None:
                raise self._name_taken(new)
        tx.conn.execute(update(self.table).where(mine).values(self.row(new, tx.vault.seal)))
        self.record_change(tx, "changed", old, new)
        return new

    def remove(self, tx: Tx, workspace: int, id: str) -> bool:
        """Remove a resource; return whether it existed."""
        old = self.get(tx.conn, workspace, id)
        if old is None:
            return False
        removed = tx.conn.execute(delete(self.table).where(self.table.c.id == old.id)).rowcount > 0
        if removed:
            self.record_change(tx, "removed", before=old)
        return removed

    def record_change(
        self, tx: Tx, what: str, before: R | None = None, after: R | None = None
    ) -> None:
        """Record a change in the audit log, and notify its topic."""
        value = after or before
        assert value is not None
        states = [None if it is None else self.state(it) for it in (before, after)]
        audit.record(tx, f"{self._action}.{what}", value.workspace, value.id, *states)
        if what in self._topics:
            tx.notify(self._topics[what])
        if self._in_inbox:
            tx.notify(*inbox_topics(value.workspace))

    def _name_taken(self, value: R) -> Conflict:
        return Conflict(f"{self._named} {value.name!r} already exists")
