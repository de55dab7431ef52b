"""Store methods for transcripts of coding agents, imported histories and approvals."""

from __future__ import annotations

from collections.abc import Sequence

from runwhy.core.agents.coding_agents import AgentSession, Approval
from runwhy.core.json import JsonObject
from runwhy.core.requests.history_import import HistoryWrite, KnownHistory
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.run import Run
from runwhy.stores.runs import approvals, entries, history_import
from runwhy.stores.sql.transactions import Transactions


class SqlEntries(Transactions):
    """Transcripts of coding agents, imported histories and approvals."""

    async def list_entries(
        self, run_id: str, *, after: int = -1, limit: int = 200
    ) -> Sequence[JsonObject]:
        return await self._read(entries.list_entries, run_id, after=after, limit=limit)

    async def get_agent_session(self, run_id: str) -> AgentSession | None:
        return await self._read(entries.get_session, run_id)

    async def list_approvals(self, run_id: str) -> Sequence[Approval]:
        return await self._read(approvals.list_approvals, run_id)

    async def get_approval(self, run_id: str, id: str) -> Approval | None:
        return await self._read(approvals.get, run_id, id)

    async def decide_approval(self, run: Run, decided: Approval, event: NewEvent) -> Approval:
        return await self._write_in(run.session_id or run.id, approvals.decide, run, decided, event)

    async def find_history(
        self, workspace: int, agent: str, agent_session: str
    ) -> KnownHistory | None:
        return await self._read(history_import.find, workspace, agent, agent_session)

    async def write_history(self, batch: HistoryWrite) -> str:
        return await self._write(history_import.write, batch)
