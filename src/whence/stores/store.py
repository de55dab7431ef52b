"""The store as the services know it: async methods, each one transaction in a thread."""

from __future__ import annotations

from whence.stores.areas.accounts import SqlAccounts
from whence.stores.areas.blocks import SqlBlocks
from whence.stores.areas.entries import SqlEntries
from whence.stores.areas.erasing import SqlErasing
from whence.stores.areas.finding import SqlFinding
from whence.stores.areas.memories import SqlMemories
from whence.stores.areas.queue import SqlQueue
from whence.stores.areas.runs import SqlRuns
from whence.stores.areas.sessions import SqlSessions
from whence.stores.areas.subscriptions import SqlSubscriptions
from whence.stores.areas.triggers import SqlTriggers


class SqlStore(
    SqlAccounts,
    SqlMemories,
    SqlBlocks,
    SqlEntries,
    SqlSessions,
    SqlRuns,
    SqlTriggers,
    SqlFinding,
    SqlErasing,
    SqlSubscriptions,
    SqlQueue,
):
    """Keeps things in a SQL database; `sqlite` and `postgres` say how one is reached."""
