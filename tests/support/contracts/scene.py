"""Test scene for a store: a clock, ids, and shortcuts for frequent actions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import count
from typing import Any, Protocol

from sqlalchemy import text
from tests.support.builders import WORKSPACE, a_request, a_session
from tests.support.clock import FrozenClock

from runwhy.core.agent_spec import NO_SPEC
from runwhy.core.ids import Kind, make_id
from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.rules import DEFAULT_RULES
from runwhy.core.requests.plan import Plan, PlanInputs, RunRequest, plan_run
from runwhy.core.runs.crashes import CRASH_LIMIT
from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.run import ModelUsed, Outcome, Run, Status
from runwhy.core.sessions.session import Session, SessionPatch
from runwhy.errors import NotFound
from runwhy.ports import (
    AccountStore,
    AuditStore,
    BudgetStore,
    Claim,
    ConversationStore,
    EntryStore,
    IdempotencyKey,
    JobStore,
    MemoryStore,
    Progress,
    RunFilter,
    SavedViewStore,
    SessionFilter,
)
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.rows import RUN_COLUMNS

WORKER, OTHER = "wrk_one", "wrk_two"
DONE = Outcome(
    status=Status.SUCCEEDED,
    text="Done.",
    turns=1,
    model=ModelUsed(id="echo", provider="runwhy", vendor_model_id="echo-1"),
)
ALL = 1_000
DAY = 86_400

# Sets a worker's heartbeat back by a number of seconds, or deletes the worker if it is None.
Silence = Callable[[str, float | None], Awaitable[None]]


class AnyStore(
    AccountStore,
    AuditStore,
    BudgetStore,
    SavedViewStore,
    ConversationStore,
    JobStore,
    MemoryStore,
    EntryStore,
    Protocol,
):
    """Everything that a backend implements."""

    async def ping(self) -> None: ...
    async def in_transaction(self, change: Callable[[Tx], None]) -> None: ...


class Scene:
    """A store with the workspace of the builders and two workers."""

    def __init__(self, store: AnyStore, beside: Scene | None = None) -> None:
        self.store = store
        self.clock: FrozenClock = beside.clock if beside else FrozenClock()
        self._numbers: Iterator[int] = beside._numbers if beside else count(1)
        self.rules = DEFAULT_RULES

    def new_id(self, kind: Kind) -> str:
        """Return a unique id; decisions are made in several threads."""
        return make_id(kind, ms=0, random=next(self._numbers))

    async def open(self) -> Scene:
        """Add the workspace and the workers."""
        made = await self.store.add_workspace("default", "Default", at=self.clock())
        assert made.id == WORKSPACE
        for worker in (WORKER, OTHER):
            await self.store.register_worker(worker, worker, at=self.clock())
        return self

    def decide(self, request: RunRequest, around: PlanInputs) -> Plan:
        """Plan a run as the service does, with predictable ids."""
        return plan_run(request, around, id=self.new_id("run"), at=self.clock(), rules=self.rules)

    async def add(self, request: RunRequest, *, once: IdempotencyKey | None = None) -> Run:
        """Add a run for a request."""
        return await self.store.add_run(
            request, lambda around: self.decide(request, around), once=once
        )

    async def start(
        self, text: str = "Hello", *, once: IdempotencyKey | None = None, **changes: Any
    ) -> Run:
        """Add a run; `changes` apply to the request."""
        return await self.add(a_request(text, **changes), once=once)

    async def open_session(self, **changes: Any) -> Session:
        """Add a session with a new id."""
        now = self.clock()
        given = {"id": self.new_id("ses"), "created_at": now, "last_used_at": now, **changes}
        return await self.store.add_session(a_session(**given))

    async def claim(
        self, worker: str = WORKER, *, limit: int = ALL, dispatch: Dispatch | None = None
    ) -> list[Claim]:
        """Claim the runs that may start now, under the limits of the scene."""
        dispatch = dispatch or Dispatch()
        dispatch.limits = self.rules.limits
        claims = await self.store.claim(worker, limit=limit, clock=self.clock, dispatch=dispatch)
        return [*claims]

    async def age_starts(self, *, days: int) -> None:
        """Set the recorded starts of runs back."""
        await self._execute("UPDATE run_starts SET at = at - :ms", ms=days * DAY * 1000)

    async def crash(self, worker: str = WORKER, *, limit: int = CRASH_LIMIT) -> None:
        """Let a worker die while others live, and start it again, some time ago."""
        others = {WORKER, OTHER} - {worker}
        for other in others:
            await self.store.register_worker(other, other, at=self.clock())
        await self._set_back("beat_at", worker)
        await self.store.reap(older_than=DAY / 2, at=self.clock(), crash_limit=limit)
        await self.store.register_worker(worker, worker, at=self.clock())
        await self._set_back("started_at", worker)

    async def _set_back(self, column: str, worker: str) -> None:
        """Set a time of a worker back by a day; PostgreSQL uses its own clock."""
        change = f"UPDATE workers SET {column} = {column} - :ms WHERE id = :id"
        await self._execute(change, id=worker, ms=DAY * 1000)

    async def end_quarantine(self) -> None:
        """Let the delay of all suspects pass."""
        await self._execute("UPDATE jobs SET not_before = 1 WHERE not_before IS NOT NULL")

    async def repeat(self, run: Run, *, times: int) -> None:
        """Store copies of a run, fast."""
        columns = ", ".join(name for name in RUN_COLUMNS if name != "id")
        numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :times)"
        copies = f"{numbers} SELECT 'copy_' || i, {columns} FROM runs, n WHERE runs.id = :id"
        await self._execute(f"INSERT INTO runs (id, {columns}) {copies}", times=times, id=run.id)

    async def _execute(self, statement: str, **values: Any) -> None:
        def change(tx: Tx) -> None:
            tx.conn.execute(text(statement), values)

        await self.store.in_transaction(change)

    async def take(self, run: Run, worker: str = WORKER) -> Claim:
        """Claim the next run, which must be this one."""
        (claim,) = await self.claim(worker)
        assert claim.run.id == run.id
        return claim

    async def started(self, text: str = "Hello", **changes: Any) -> Claim:
        """Add a run, and claim it."""
        return await self.take(await self.start(text, **changes))

    async def finish(self, claim: Claim, outcome: Outcome = DONE, **more: Any) -> None:
        """End a run, successfully by default."""
        await self.store.finish(claim, outcome, Progress(**more), at=self.clock())

    async def say(self, claim: Claim, *texts: str) -> None:
        """Add text events to a run."""
        events = [NewEvent(type="assistant_delta", data={"text": text}) for text in texts]
        await self.store.record(claim, Progress(events=events), at=self.clock())

    async def cancel(self, run: Run, reason: str = "no longer needed") -> Run:
        """Cancel a run."""
        return await self.store.cancel_run(WORKSPACE, run.id, reason=reason, at=self.clock())

    async def get(self, run: Run) -> Run:
        """Read the run from the store."""
        found = await self.store.get_run(WORKSPACE, run.id)
        if found is None:
            raise NotFound(run.id)
        return found

    async def session(self, session: Session) -> Session:
        """Read the session from the store."""
        found = await self.store.get_session(WORKSPACE, session.id)
        if found is None:
            raise NotFound(session.id)
        return found

    async def patch(
        self, session: Session, *, workspace: int = WORKSPACE, **changes: Any
    ) -> Session:
        """Patch a session."""
        patch = SessionPatch(**changes)
        return await self.store.patch_session(workspace, session.id, patch)

    async def session_ids(self, **filter: Any) -> list[str]:
        """Return the sessions that match a filter, most recently used first."""
        page = await self.store.list_sessions(WORKSPACE, SessionFilter(**filter), limit=ALL)
        assert page.total == len(page.sessions)
        return [session.id for session in page.sessions]

    async def ids(self, workspace: int = WORKSPACE, **filter: Any) -> list[str]:
        """Return the runs that match a filter, newest first."""
        found = await self.store.list_runs(workspace, RunFilter(**filter), limit=ALL)
        return [run.id for run in found]

    async def events(self, run: Run) -> Sequence[Event]:
        """Return all events of a run, and check that their numbers have no gap."""
        found = await self.store.list_events(run.id, limit=ALL)
        assert [event.seq for event in found] == list(range(1, len(found) + 1))
        return found

    async def types(self, run: Run) -> list[str]:
        """Return the types of a run's events."""
        return [event.type for event in await self.events(run)]

    async def waiting(self) -> int:
        """Return how many runs wait for a worker."""
        count, _ = await self.store.queue_depth()
        return count


def in_session(session: Session, **changes: Any) -> dict[str, Any]:
    """Return the changes to a request that make it a message to a session."""
    return {"session_id": session.id, "spec": NO_SPEC, **changes}


def once(key: str = "key-1", body: str = "body", route: str = "POST /agent-runs") -> IdempotencyKey:
    """Return an idempotency key."""
    return IdempotencyKey(route=route, key=key, fingerprint=body)
