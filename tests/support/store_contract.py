"""The contract of every store: one test suite, inherited by the tests of each backend.

The test class of a backend inherits `StoreContract` and provides three fixtures: `scene` (its
store with the data that `Scene.open` creates), `crowd` (several scenes on one database if it
supports several servers, otherwise one) and `silence` (see `scene.Silence`).
"""

from __future__ import annotations

import pytest
from tests.support.contracts.accounts import AccountsContract
from tests.support.contracts.alerts import AlertsContract
from tests.support.contracts.budgets import BudgetsContract, ReservationsContract
from tests.support.contracts.crashes import CrashesContract
from tests.support.contracts.creation import CreationContract
from tests.support.contracts.engine_jobs import EngineJobsContract
from tests.support.contracts.entries import EntriesContract
from tests.support.contracts.fair_queue import FairQueueContract
from tests.support.contracts.idempotency import IdempotencyContract
from tests.support.contracts.inbox import InboxContract
from tests.support.contracts.log_and_events import LogContract
from tests.support.contracts.memories import MemoriesContract
from tests.support.contracts.outcomes import OutcomesContract
from tests.support.contracts.queue import QueueContract
from tests.support.contracts.search import SearchContract
from tests.support.contracts.sessions import SessionsContract
from tests.support.contracts.tools import ToolsContract
from tests.support.contracts.triggers import TriggersContract


@pytest.mark.anyio
class StoreContract(
    AccountsContract,
    CreationContract,
    IdempotencyContract,
    SearchContract,
    SessionsContract,
    QueueContract,
    FairQueueContract,
    EngineJobsContract,
    CrashesContract,
    BudgetsContract,
    AlertsContract,
    ReservationsContract,
    EntriesContract,
    OutcomesContract,
    LogContract,
    ToolsContract,
    TriggersContract,
    MemoriesContract,
    InboxContract,
):
    """All contract tests of `ports.Store` and `ports.JobStore`."""
