"""A scene to test a store in: a clock, ids, and short words for what is done again and again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import count
from typing import Any, Protocol

from tests.support.builders import WORKSPACE, a_request, a_session
from tests.support.clock import FrozenClock

from runwhy.core.ids import Kind, make_id
from runwhy.core.requests.plan import Plan, RunRequest, Surroundings, plan_run
from runwhy.core.runs.events import Event, NewEvent
from runwhy.core.runs.run import ModelUsed, Outcome, Run, Status
from runwhy.core.sessions.session import Session, SessionPatch
from runwhy.errors import NotFound
from runwhy.ports import (
    Claim,
    EntryStore,
    JobStore,
    MemoryStore,
    Once,
    RunFilter,
    SessionFilter,
    Store,
)

WORKER, OTHER = "wrk_one", "wrk_two"
DONE = Outcome(
    status=Status.SUCCEEDED,
    text="Done.",
    turns=1,
    model=ModelUsed(id="echo", provider="runwhy", vendor_model_id="echo-1"),
)
ALL = 1_000

# Makes a worker silent for so many seconds, or forgets it when that is None.
Silence = Callable[[str, float | None], Awaitable[None]]


class AnyStore(Store, JobStore, MemoryStore, EntryStore, Protocol):
    """What a backend has to be: the store and its queue."""


class Scene:
    """One store, in which the workspace of the builders exists and two workers have joined."""

    def __init__(self, store: AnyStore, beside: Scene | None = None) -> None:
        self.store = store
        self.clock: FrozenClock = beside.clock if beside else FrozenClock()
        self._numbers: Iterator[int] = beside._numbers if beside else count(1)

    def new_id(self, kind: Kind) -> str:
        """An id that nobody else has: decisions are made in several threads."""
        return make_id(kind, ms=0, random=next(self._numbers))

    async def open(self) -> Scene:
        """Make what every test needs."""
        made = await self.store.add_workspace("default", "Default", at=self.clock())
        assert made.id == WORKSPACE
        for worker in (WORKER, OTHER):
            await self.store.join(worker, worker, at=self.clock())
        return self

    def decide(self, request: RunRequest, around: Surroundings) -> Plan:
        """What the service decides, with foretellable ids."""
        return plan_run(request, around, id=self.new_id("run"), at=self.clock())

    async def add(self, request: RunRequest, *, once: Once | None = None) -> Run:
        """Through the one door."""
        return await self.store.add_run(
            request, lambda around: self.decide(request, around), once=once
        )

    async def start(self, text: str = "Hello", *, once: Once | None = None, **changes: Any) -> Run:
        """Ask for a run; `changes` are those of the request."""
        return await self.add(a_request(text, **changes), once=once)

    async def open_session(self, **changes: Any) -> Session:
        """A session of its own id."""
        now = self.clock()
        given = {"id": self.new_id("ses"), "created_at": now, "last_used_at": now, **changes}
        return await self.store.add_session(a_session(**given))

    async def claim(self, worker: str = WORKER, *, limit: int = ALL) -> list[Claim]:
        """What may start now."""
        return [*await self.store.claim(worker, limit=limit, clock=self.clock)]

    async def take(self, run: Run, worker: str = WORKER) -> Claim:
        """Take the run that is due, which has to be this one."""
        (claim,) = await self.claim(worker)
        assert claim.run.id == run.id
        return claim

    async def started(self, text: str = "Hello", **changes: Any) -> Claim:
        """A run that a worker has taken."""
        return await self.take(await self.start(text, **changes))

    async def finish(self, claim: Claim, outcome: Outcome = DONE, **more: Any) -> None:
        """End a run well."""
        await self.store.finish(claim, outcome, at=self.clock(), **more)

    async def say(self, claim: Claim, *texts: str) -> None:
        """Let a run say something."""
        events = [NewEvent(type="assistant_delta", data={"text": text}) for text in texts]
        await self.store.record(claim, at=self.clock(), events=events)

    async def cancel(self, run: Run, reason: str = "no longer needed") -> Run:
        """End a run now."""
        return await self.store.cancel_run(WORKSPACE, run.id, reason=reason, at=self.clock())

    async def get(self, run: Run) -> Run:
        """The run as it is now."""
        found = await self.store.get_run(WORKSPACE, run.id)
        if found is None:
            raise NotFound(run.id)
        return found

    async def session(self, session: Session) -> Session:
        """The session as it is now."""
        found = await self.store.get_session(WORKSPACE, session.id)
        if found is None:
            raise NotFound(session.id)
        return found

    async def patch(
        self, session: Session, *, workspace: int = WORKSPACE, **changes: Any
    ) -> Session:
        """Change a session."""
        patch = SessionPatch(**changes)
        return await self.store.patch_session(workspace, session.id, patch)

    async def session_ids(self, **filter: Any) -> list[str]:
        """The sessions that a filter finds, most recently used first."""
        page = await self.store.list_sessions(WORKSPACE, SessionFilter(**filter), limit=ALL)
        assert page.total == len(page.sessions)
        return [session.id for session in page.sessions]

    async def ids(self, workspace: int = WORKSPACE, **filter: Any) -> list[str]:
        """The runs that a filter finds, newest first."""
        found = await self.store.list_runs(workspace, RunFilter(**filter), limit=ALL)
        return [run.id for run in found]

    async def events(self, run: Run) -> Sequence[Event]:
        """All events of a run, which are numbered from 1 without a gap."""
        found = await self.store.list_events(run.id, limit=ALL)
        assert [event.seq for event in found] == list(range(1, len(found) + 1))
        return found

    async def types(self, run: Run) -> list[str]:
        """What happened in a run."""
        return [event.type for event in await self.events(run)]

    async def waiting(self) -> int:
        """How many runs wait for a worker."""
        count, _ = await self.store.queue_depth()
        return count


def in_session(session: Session, **changes: Any) -> dict[str, Any]:
    """What a message to a session is asked with."""
    return {"session_id": session.id, "spec": {}, **changes}


def once(key: str = "key-1", body: str = "body", route: str = "POST /agent-runs") -> Once:
    """An idempotency key."""
    return Once(route=route, key=key, fingerprint=body)
