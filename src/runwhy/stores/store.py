"""The store as the services know it: async methods, each one transaction in a thread."""

from __future__ import annotations

from runwhy.stores.areas.accounts import SqlAccounts
from runwhy.stores.areas.blocks import SqlBlocks
from runwhy.stores.areas.entries import SqlEntries
from runwhy.stores.areas.erasure import SqlErasing
from runwhy.stores.areas.memories import SqlMemories
from runwhy.stores.areas.queue import SqlQueue
from runwhy.stores.areas.runs import SqlRuns
from runwhy.stores.areas.search import SqlFinding
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
    SqlFinding,
    SqlErasing,
    SqlSubscriptions,
    SqlQueue,
):
    """Keeps things in a SQL database; `sqlite` and `postgres` say how one is reached."""
