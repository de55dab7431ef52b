"""Store methods for sessions and their timers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from runwhy.core.sessions.autonomy import FollowUps
from runwhy.core.sessions.session import Session, SessionPatch
from runwhy.core.sessions.timers import Timer, TimerStatus
from runwhy.ports import IdempotencyKey, SessionFilter, SessionPage
from runwhy.stores.runs import runs
from runwhy.stores.sessions import lists, sessions, timers, unread
from runwhy.stores.sql.transactions import Transactions


class SqlSessions(Transactions):
    """Sessions and their timers."""

    async def add_session(self, session: Session, *, once: IdempotencyKey | None = None) -> Session:
        return await self._write(sessions.add_session, session, once)

    async def get_session(self, workspace: int, id: str) -> Session | None:
        return await self._find(sessions.get, workspace, id)

    async def list_sessions(
        self,
        workspace: int,
        filter: SessionFilter,
        *,
        limit: int,
        offset: int = 0,
        before: tuple[int, int] | None = None,
        as_of: int | None = None,
    ) -> SessionPage:
        return await self._find(
            lists.list_sessions, workspace, filter, limit, offset, before, as_of
        )

    async def patch_session(self, workspace: int, id: str, patch: SessionPatch) -> Session:
        return await self._write_in(id, sessions.patch_session, workspace, id, patch)

    async def count_unread(self, workspace: int, ids: Sequence[str]) -> Mapping[str, int]:
        return await self._read(unread.unread, workspace, ids)

    async def mark_read(self, workspace: int, id: str, run_id: str | None) -> int:
        return await self._write_in(id, unread.mark_read, workspace, id, run_id)

    async def end_session(self, workspace: int, id: str, *, at: datetime) -> Session:
        return await self._write_in(id, runs.end_session, workspace, id, at)

    async def add_timer(
        self, timer: Timer, *, once: IdempotencyKey | None = None, newest_run: int | None = None
    ) -> Timer | None:
        return await self._write_in(timer.session_id, timers.add, timer, once, newest_run)

    async def get_timer(self, workspace: int, session_id: str, id: str) -> Timer | None:
        return await self._read(timers.get, workspace, session_id, id)

    async def list_timers(
        self,
        session_id: str,
        *,
        status: TimerStatus | None = None,
        limit: int,
        before: int | None = None,
    ) -> Sequence[Timer]:
        return await self._read(timers.list_timers, session_id, status, limit, before)

    async def list_due_timers(self, *, at: datetime, limit: int) -> Sequence[Timer]:
        return await self._read(timers.list_due, at, limit)

    async def next_timer(self) -> datetime | None:
        return await self._read(timers.next_due)

    async def defer_timer(self, timer: Timer, to: datetime, *, code: str, note: str) -> None:
        return await self._write(timers.defer, timer, to, code, note)

    async def settle_timer(
        self, timer: Timer, status: TimerStatus, *, code: str, note: str, at: datetime
    ) -> Timer | None:
        return await self._write_in(timer.session_id, timers.settle, timer, status, code, note, at)

    async def follow_ups(self, session_id: str) -> FollowUps:
        return await self._read(timers.count_follow_ups, session_id)
