"""Ports for sessions, and for runs with their log and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from runwhy.core.requests.plan import Plan, PlanInputs, RunRequest
from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.log import Part, Turn
from runwhy.core.runs.run import Run
from runwhy.core.sessions.session import Session, SessionPatch
from runwhy.core.triggers.trigger import Occurrence
from runwhy.ports.accounts import AgentStore
from runwhy.ports.context import IdempotencyKey
from runwhy.ports.filters import RunFilter, SessionFilter, SessionPage


class SessionStore(Protocol):
    """The part of a store that holds sessions."""

    async def add_session(
        self, session: Session, *, once: IdempotencyKey | None = None
    ) -> Session: ...
    async def get_session(self, workspace: int, id: str) -> Session | None: ...
    async def list_sessions(
        self,
        workspace: int,
        filter: SessionFilter,
        *,
        limit: int,
        offset: int = 0,
        before: tuple[int, int] | None = None,
        as_of: int | None = None,
    ) -> SessionPage: ...
    async def patch_session(self, workspace: int, id: str, patch: SessionPatch) -> Session: ...
    async def count_unread(self, workspace: int, ids: Sequence[str]) -> Mapping[str, int]: ...
    async def mark_read(self, workspace: int, id: str, run_id: str | None) -> int: ...
    async def end_session(self, workspace: int, id: str, *, at: datetime) -> Session: ...


class RunStore(Protocol):
    """The part of a store that holds runs, their log and their events."""

    async def add_run(
        self,
        request: RunRequest,
        decide: Callable[[PlanInputs], Plan],
        *,
        once: IdempotencyKey | None = None,
        occurrence: Occurrence | None = None,
    ) -> Run: ...
    async def get_run(self, workspace: int, id: str) -> Run | None: ...
    async def list_runs(
        self, workspace: int, filter: RunFilter, *, limit: int, before: int | None = None
    ) -> Sequence[Run]: ...
    async def cancel_run(self, workspace: int, id: str, *, reason: str, at: datetime) -> Run: ...
    async def answer_tool(
        self, workspace: int, run_id: str, part: Part, event: NewEvent
    ) -> None: ...

    async def list_events(
        self, run_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[Event]: ...
    async def last_event(self, run_id: str) -> Event | None: ...
    async def list_session_events(
        self, session_id: str, *, after: int = 0, limit: int = 500
    ) -> Sequence[tuple[int, Event]]: ...
    async def last_session_event(self, session_id: str) -> int: ...
    async def list_parts(self, run_id: str) -> Sequence[Part]: ...
    async def list_turns(
        self, session_id: str, *, before: int | None = None, whole: bool = True
    ) -> Sequence[Turn]: ...


class ConversationStore(SessionStore, RunStore, AgentStore, Protocol):
    """Sessions with their runs and agents."""
