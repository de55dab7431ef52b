"""The parts of a store for coding agents: what they did, here or before, and what they ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from runwhy.core.agents.coding_agents import AgentSession, Approval
from runwhy.core.json import JsonObject
from runwhy.core.requests.history_import import HistoryWrite, KnownHistory
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Run


class EntryStore(Protocol):
    """The part of a store that keeps what coding agents did, and what they ask leave for."""

    async def list_entries(
        self, run_id: str, *, after: int = -1, limit: int = 200
    ) -> Sequence[JsonObject]: ...
    async def get_agent_session(self, run_id: str) -> AgentSession | None: ...
    async def list_approvals(self, run_id: str) -> Sequence[Approval]: ...
    async def get_approval(self, run_id: str, id: str) -> Approval | None: ...
    async def decide_approval(self, run: Run, decided: Approval, event: NewEvent) -> Approval: ...


class ImportStore(Protocol):
    """The part of a store that takes in what agents did before Runwhy knew of it."""

    async def find_history(
        self, workspace: int, agent: str, agent_session: str
    ) -> KnownHistory | None: ...
    async def write_history(self, batch: HistoryWrite) -> str: ...
