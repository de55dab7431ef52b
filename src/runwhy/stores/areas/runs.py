"""Store methods for runs, their log and their events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from runwhy.core.requests.plan import Plan, PlanInputs, RunRequest
from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.log import Part, Turn
from runwhy.core.runs.run import Run
from runwhy.core.triggers.trigger import Occurrence
from runwhy.ports import IdempotencyKey, RunFilter
from runwhy.stores.runs import runs
from runwhy.stores.search import run_search
from runwhy.stores.sql import log
from runwhy.stores.sql.transactions import Transactions


class SqlRuns(Transactions):
    """Runs, their log and their events."""

    async def add_run(
        self,
        request: RunRequest,
        decide: Callable[[PlanInputs], Plan],
        *,
        once: IdempotencyKey | None = None,
        occurrence: Occurrence | None = None,
    ) -> Run:
        key = _locked_by(request, once, occurrence)
        return await self._write_in(key, runs.add_run, request, decide, once, occurrence)

    async def get_run(self, workspace: int, id: str) -> Run | None:
        return await self._read(runs.get_run, workspace, id)

    async def list_runs(
        self, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Run]:
        return await self._find(run_search.list_runs, workspace, filter, limit, before)

    async def cancel_run(self, workspace: int, id: str, *, reason: str, at: datetime) -> Run:
        return await self._write_in(id, runs.cancel_run, workspace, id, reason=reason, at=at)

    async def answer_tool(self, workspace: int, run_id: str, part: Part, event: NewEvent) -> None:
        return await self._write_in(run_id, runs.answer_tool, workspace, run_id, part, event)

    async def list_events(
        self, run_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[Event]:
        return await self._read(log.list_events, run_id, after=after, limit=limit)

    async def last_event(self, run_id: str) -> Event | None:
        return await self._read(log.last_event, run_id)

    async def list_session_events(
        self, session_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[tuple[int, Event]]:
        return await self._read(log.list_session_events, session_id, after=after, limit=limit)

    async def last_session_event(self, session_id: str) -> int:
        return await self._read(log.last_session_event, session_id)

    async def list_parts(self, run_id: str) -> Sequence[Part]:
        return await self._read(log.list_parts, run_id)

    async def list_turns(
        self, session_id: str, *, before: int | None = None, whole: bool = True
    ) -> Sequence[Turn]:
        return await self._read(log.list_turns, session_id, before=before, whole=whole)


def _locked_by(
    request: RunRequest, once: IdempotencyKey | None, occurrence: Occurrence | None
) -> str | None:
    """Return what a new run locks: its session, its trigger, or its idempotency key."""
    if request.session_id is not None:
        return request.session_id
    if occurrence is not None and (occurrence.planned_at is not None or occurrence.lane):
        return occurrence.trigger_id
    return f"{request.workspace} {once.route} {once.key}" if once is not None else None
