"""Ports for coding agents: transcripts, approvals, and imported histories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from runwhy.core.agents.coding_agents import AgentSession, Approval
from runwhy.core.json import JsonObject
from runwhy.core.requests.history_import import HistoryWrite, KnownHistory
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Run
from runwhy.ports.runs import RunStore


class EntryStore(RunStore, Protocol):
    """The part of a store that holds transcripts and approvals of coding agents, with the runs."""

    async def list_entries(
        self, run_id: str, *, after: int = -1, limit: int = 200
    ) -> Sequence[JsonObject]: ...
    async def entry_sizes(
        self, run_id: str, *, after: int = -1, limit: int = 200
    ) -> Sequence[int]: ...
    async def get_agent_session(self, run_id: str) -> AgentSession | None: ...
    async def list_approvals(self, run_id: str) -> Sequence[Approval]: ...
    async def get_approval(self, run_id: str, id: str) -> Approval | None: ...
    async def decide_approval(self, run: Run, decided: Approval, event: NewEvent) -> Approval: ...


class ImportStore(Protocol):
    """The part of a store that imports histories that coding agents kept on disk."""

    async def find_history(
        self, workspace: int, agents: Sequence[str], agent_session: str
    ) -> KnownHistory | None: ...
    async def write_history(self, batch: HistoryWrite) -> str: ...
