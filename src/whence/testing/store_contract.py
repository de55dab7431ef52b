"""What every store promises: one suite, inherited by the tests of each backend.

A backend's test class inherits `StoreContract` and gives three fixtures: `scene` (its store,
empty but for what `Scene.open` makes), `crowd` (several scenes on one database where it allows
more than one server, else the one) and `silence` (see `scene.Silence`).
"""

from __future__ import annotations

import pytest

from whence.testing.contracts.accounts import AccountsContract
from whence.testing.contracts.creating import CreatingContract
from whence.testing.contracts.ending import EndingContract
from whence.testing.contracts.finding import FindingContract
from whence.testing.contracts.idempotency import IdempotencyContract
from whence.testing.contracts.memories import MemoriesContract
from whence.testing.contracts.queue import QueueContract
from whence.testing.contracts.sessions import SessionsContract
from whence.testing.contracts.telling import TellingContract
from whence.testing.contracts.tools import ToolsContract
from whence.testing.contracts.triggers import TriggersContract


@pytest.mark.anyio
class StoreContract(
    AccountsContract,
    CreatingContract,
    IdempotencyContract,
    FindingContract,
    SessionsContract,
    QueueContract,
    EndingContract,
    TellingContract,
    ToolsContract,
    TriggersContract,
    MemoriesContract,
):
    """All promises of `ports.Store` and `ports.JobStore`."""
