"""What the two databases do differently, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import ColumnElement, Connection, Select, Table
from sqlalchemy.exc import DBAPIError

from runwhy.core.accounts.audit import Acting
from runwhy.core.runs.run import Outcome, Run
from runwhy.stores.sql.conditions import Search
from runwhy.stores.sql.memory_index import MemoryIndex
from runwhy.stores.sql.rows import Row
from runwhy.vault import PLAIN, Vault


class Dialect(Protocol):
    """How one database locks, searches, and tells others that something changed."""

    name: str
    search: Search
    memories: MemoryIndex

    def locked(self, query: Select[Any], *, skip: bool = False) -> Select[Any]:
        """The same query, keeping other writers off its rows until the transaction ends."""

    def insert_or_nothing(self, table: Table) -> Any:
        """An insert that leaves an existing row alone."""

    def add_tags(self, conn: Connection, table: Table, seq: int, row: Row) -> None:
        """Enter a new row's tags into the index."""

    def set_tags(self, conn: Connection, table: Table, seq: int, old: Row, new: Row) -> None:
        """Change a row's tags in the index."""

    def size(self, column: ColumnElement[Any]) -> ColumnElement[int]:
        """The bytes of a text."""

    def merge_indexes(self, conn: Connection) -> bool:
        """Let indexes give up a part of what was erased; whether more is left."""

    def add_many(self, conn: Connection, table: Table, made: Sequence[Row]) -> None:
        """Insert rows with the numbers that they have."""

    def go_on_counting(self, conn: Connection) -> None:
        """Let new rows get numbers behind those that were given."""

    def now_ms(self, at: datetime) -> Any:
        """The time that heartbeats are measured by: one clock for all servers."""

    def is_away(self, error: DBAPIError) -> bool:
        """Whether this says that the database cannot be used now, and not that we erred."""

    def announce(self, conn: Connection, topics: Sequence[str]) -> None:
        """Tell other servers, if there can be any, once the transaction has committed."""


class Tx:
    """One transaction: a connection, what is special about it, who acts, what seals secrets, and
    whom to tell after."""

    __slots__ = (*("accepted", "acting", "conn", "dialect", "ended", "events", "topics", "vault"),)

    def __init__(
        self,
        conn: Connection,
        dialect: Dialect,
        acting: Acting | None = None,
        vault: Vault = PLAIN,
    ) -> None:
        self.conn = conn
        self.vault = vault
        self.acting = acting
        self.dialect = dialect
        self.topics: list[str] = []
        self.events: list[dict[str, object]] = []
        self.accepted: list[Run] = []
        self.ended: list[tuple[Run, Outcome, datetime]] = []

    def tell(self, *topics: str) -> None:
        """Remember to say, after the commit, that something changed."""
        self.topics.extend(topics)
