"""Differences between the two databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import ColumnElement, Connection, FromClause, Select, Table, TextClause
from sqlalchemy.exc import DBAPIError

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.runs.run import Outcome, Run
from runwhy.core.runs.usage import Usage
from runwhy.stores.sql.conditions import SearchDialect
from runwhy.stores.sql.known_columns import KnownColumns
from runwhy.stores.sql.known_turns import KnownTurns
from runwhy.stores.sql.rows import Row
from runwhy.vault import PLAIN, Vault

Condition = Callable[[FromClause], ColumnElement[bool]]  # on the rows of a table


class Dialect(Protocol):
    """Locking, searching and notification of one database."""

    name: str
    search: SearchDialect

    def locked(self, query: Select[Any], *, skip: bool = False) -> Select[Any]:
        """Return the query with row locks that last until the transaction ends."""

    def insert_or_ignore(self, table: Table) -> Any:
        """Return an insert that ignores existing rows."""

    def join_newest(
        self, owners: Table, table: Table, belongs: Condition, *, limit: int
    ) -> tuple[FromClause, FromClause]:
        """Join each owner with its newest rows of a table; return the join, and those rows.

        Each owner costs one read from the end of an index. A window function, or a join that
        compares sequence numbers, would read all rows of the table.
        """

    def add_tags(self, conn: Connection, table: Table, seq: int, row: Row) -> None:
        """Add a new row's tags to the index."""

    def set_tags(self, conn: Connection, table: Table, seq: int, old: Row, new: Row) -> None:
        """Replace a row's tags in the index."""

    def add_memory(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        """Add a memory's terms, which the server generates, to the full-text index."""

    def remove_memory(self, conn: Connection, seq: int, space: int, terms: str) -> None:
        """Remove a memory's terms from the index."""

    def memories_having(self, terms: Sequence[str], space: int | None) -> TextClause:
        """Return the index condition for memories that have any of the terms."""

    def size(self, column: ColumnElement[Any]) -> ColumnElement[int]:
        """Return the size of a text in bytes."""

    def merge_indexes(self, conn: Connection) -> bool:
        """Remove some of the erased terms from the indexes; return whether more are left."""

    def add_many(self, conn: Connection, table: Table, made: Sequence[Row]) -> None:
        """Insert rows that already have their sequence numbers."""

    def advance_sequences(self, conn: Connection) -> None:
        """Make sequences continue after imported rows."""

    def now_ms(self, at: datetime) -> Any:
        """Return the current time for heartbeats, from one clock for all servers."""

    def lock_limits(self, conn: Connection) -> bool:
        """Exclude other claims under limits until the commit; return False if one is under way."""

    def plan_for_any_size(self, conn: Connection, *, begin: bool) -> None:
        """Begin or stop to plan statements once and by indexes, however few rows a table has."""

    def is_locked(self, error: DBAPIError) -> bool:
        """Return whether a statement waited too long for another transaction's lock."""

    def is_unavailable(self, error: DBAPIError) -> bool:
        """Return whether an error means that the database is unavailable, not a bug."""


class Tx:
    """One transaction: its connection, dialect, actor, vault, and the notifications to send after
    the commit."""

    __slots__ = (
        *("accepted", "acting", "budget_changes", "budget_rules", "cache", "conn", "dialect"),
        *("ended", "events", "known_columns", "known_turns", "last_steps", "settlements"),
        *("topics", "usage", "vault"),
    )

    def __init__(
        self,
        conn: Connection,
        dialect: Dialect,
        acting: AuditContext | None = None,
        vault: Vault = PLAIN,
        cache: dict[tuple[str, int], object] | None = None,
        known_turns: KnownTurns | None = None,
        known_columns: KnownColumns | None = None,
    ) -> None:
        self.conn = conn
        self.cache = {} if cache is None else cache  # of the store, for all transactions
        self.known_turns = KnownTurns() if known_turns is None else known_turns  # of the store
        self.known_columns = KnownColumns() if known_columns is None else known_columns  # as well
        self.vault = vault
        self.acting = acting
        self.dialect = dialect
        self.topics: list[str] = []
        self.events: list[dict[str, object]] = []
        self.usage: dict[str, Usage] = {}  # of ended runs, by session
        self.accepted: list[Run] = []
        self.ended: list[tuple[Run, Outcome, datetime]] = []
        self.budget_rules: dict[int, Any] = {}  # by workspace, see `stores.budgets.budgets`
        self.budget_changes: list[Any] = []  # see `stores.budgets.changes`
        self.settlements: dict[str, Any] = {}  # by run, see `stores.budgets.settlements`
        self.last_steps: list[Callable[[Tx], None]] = []  # taken before events are written

    def notify(self, *topics: str) -> None:
        """Announce that topics changed, after the commit."""
        self.topics.extend(topics)
