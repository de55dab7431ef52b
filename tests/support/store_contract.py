"""What every store promises: one suite, inherited by the tests of each backend.

A backend's test class inherits `StoreContract` and gives three fixtures: `scene` (its store,
empty but for what `Scene.open` makes), `crowd` (several scenes on one database where it allows
more than one server, else the one) and `silence` (see `scene.Silence`).
"""

from __future__ import annotations

import pytest
from tests.support.contracts.accounts import AccountsContract
from tests.support.contracts.creation import CreationContract
from tests.support.contracts.idempotency import IdempotencyContract
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
    OutcomesContract,
    LogContract,
    ToolsContract,
    TriggersContract,
    MemoriesContract,
):
    """All promises of `ports.Store` and `ports.JobStore`."""
