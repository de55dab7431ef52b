"""The SQL store: async methods, each of which runs one transaction in a thread."""

from __future__ import annotations

from runwhy.stores.areas.accounts import SqlAccounts
from runwhy.stores.areas.blocks import SqlBlocks
from runwhy.stores.areas.entries import SqlEntries
from runwhy.stores.areas.erasure import SqlErasures
from runwhy.stores.areas.memories import SqlMemories
from runwhy.stores.areas.queue import SqlQueue
from runwhy.stores.areas.runs import SqlRuns
from runwhy.stores.areas.search import SqlSearch
from runwhy.stores.areas.sessions import SqlSessions
from runwhy.stores.areas.subscriptions import SqlSubscriptions
from runwhy.stores.areas.triggers import SqlTriggers


class SqlStore(
    SqlAccounts,
    SqlMemories,
    SqlBlocks,
    SqlEntries,
    SqlSessions,
    SqlRuns,
    SqlTriggers,
    SqlSearch,
    SqlErasures,
    SqlSubscriptions,
    SqlQueue,
):
    """Store in a SQL database; `SqliteStore` and `PostgresStore` add the connection handling."""
