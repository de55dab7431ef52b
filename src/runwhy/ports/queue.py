"""Ports for the durable queue and for its engine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from runwhy.core.agents.coding_agents import EntryBatch
from runwhy.core.budgets import budget
from runwhy.core.budgets.budget import Budget
from runwhy.core.budgets.reservation import CallNeed, Decision
from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Limits, LimitUse
from runwhy.core.queue.rules import QueueRules
from runwhy.core.queue.wait_reasons import QueuedRun, WaitingGroup, WorkerState
from runwhy.core.runs.crashes import CRASH_LIMIT
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.run import EnvelopeFacts, Outcome, Run, Status
from runwhy.core.runs.usage import Usage
from runwhy.ports.context import Clock
from runwhy.ports.entries import EntryStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A worker's lease on a run, and whether the run was cancelled."""

    run_id: str
    worker: str
    attempt: int
    cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A worker's right to write into a run.

    Every write of a worker carries its claim, so a server presumed dead cannot write into a run
    that another server has taken over.
    """

    run: Run
    worker: str
    attempt: int
    since: datetime  # start of the attempt; earlier than the claim if the run was suspended
    parts: Sequence[Part] = ()  # the log when the run was claimed
    budgets: Sequence[tuple[Budget, budget.Usage]] = ()  # the use of each at that time

    @property
    def hold(self) -> Hold:
        """Return the lease, which is enough to release the run."""
        return Hold(run_id=self.run.id, worker=self.worker, attempt=self.attempt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One write of a worker to a run: parts, events, and changed facts of the run."""

    parts: Sequence[Part] = ()
    events: Sequence[NewEvent] = ()
    status: Status | None = None
    envelope: EnvelopeFacts | None = None
    batch: EntryBatch | None = None
    memory: MemoryFacts | None = None


class Superseded(Exception):
    """The run was cancelled or taken over; its worker must stop and write nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The need of a run that waits: a part after the last one, or a decision, until a time."""

    until: datetime
    last_part: int
    approval: str | None = None


class Suspended(Exception):
    """The run waits for its client; its worker must stop, and the engine wakes the run later."""

    def __init__(self, need: Need) -> None:
        super().__init__(f"waits until {need.until}")
        self.need = need


@dataclass(frozen=True, slots=True, kw_only=True)
class DispatchedJob:
    """A job that the store has handed to an engine, and the message that the engine needs.

    `number` counts how often the run was handed over. An execution for an earlier number ends
    without a claim.
    """

    run_id: str
    lane: str
    pool: str
    number: int
    replaces: str | None = None  # the engine's execution for an earlier number
    invocation: str | None = None  # the engine's execution that claimed it last
    awakeable: str | None = None  # wake this instead
    cancelled: bool = False  # cancel it instead
    age: float = 0.0  # seconds since it was handed over or first woken

    @property
    def key(self) -> str:
        """The idempotency key: the run, and the number if it is not the first."""
        return self.run_id if self.number == 1 else f"{self.run_id}.{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCall:
    """One call of an engine for a dispatched job; `invocation` is its id of the execution."""

    run_id: str
    lane: str
    number: int
    invocation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A run that gave up its worker until it is woken."""

    hold: Hold
    need: Need


class JobStore(Protocol):
    """The durable queue: the part of a store that workers use."""

    async def register_worker(
        self,
        worker: str,
        name: str,
        *,
        at: datetime,
        pools: Sequence[str] = ...,
        slots: int | None = None,
    ) -> None: ...
    async def heartbeat(self, worker: str, *, at: datetime) -> bool: ...
    async def deregister_worker(self, worker: str) -> None: ...
    async def claim(
        self, worker: str, *, limit: int, clock: Clock, dispatch: Dispatch | None = None
    ) -> Sequence[Claim]: ...
    async def dispatch(
        self, worker: str, *, limit: int, clock: Clock, dispatch: Dispatch | None = None
    ) -> Sequence[DispatchedJob]: ...
    async def take_due(
        self, worker: str, *, at: datetime, limits: Limits, limit: int
    ) -> Sequence[DispatchedJob]: ...
    async def claim_run(
        self, call: EngineCall, worker: str, *, at: datetime, crash_limit: int = CRASH_LIMIT
    ) -> Claim | None: ...
    async def suspend(self, hold: Hold, awakeable: str, need: Need) -> bool: ...
    async def hand_back(self, hold: Hold, *, at: datetime) -> None: ...
    async def drop_cancelled(self, job: DispatchedJob) -> None: ...
    async def take_back(self, job: DispatchedJob) -> None: ...
    async def recall(self) -> int: ...
    async def lost_invocations(self, *, older_than: float, at: datetime) -> Sequence[str]: ...
    async def outbox_state(self, *, at: datetime) -> tuple[int, float]: ...
    async def regroup(self, rules: QueueRules) -> bool: ...
    async def set_idle(self, hold: Hold) -> None: ...
    async def end_idle(self, hold: Hold, limits: Limits) -> bool: ...
    async def held(self, worker: str) -> Sequence[Hold]: ...
    async def reap(
        self,
        *,
        older_than: float,
        at: datetime,
        by: str | None = None,
        crash_limit: int = CRASH_LIMIT,
    ) -> int: ...
    async def release(self, hold: Hold) -> None: ...
    async def record(self, claim: Claim, progress: Progress, *, at: datetime) -> Sequence[Part]: ...
    async def finish(
        self, claim: Claim, outcome: Outcome, progress: Progress = ..., *, at: datetime
    ) -> None: ...
    async def reserve(
        self, claim: Claim, need: CallNeed, progress: Progress = ..., *, at: datetime
    ) -> Decision: ...
    async def check_usage(self, claim: Claim, used: Usage, *, at: datetime) -> Decision: ...
    async def settle_estimate(
        self, claim: Claim, need: CallNeed, used: CallNeed, *, at: datetime
    ) -> None: ...
    async def run_usages(self, run: Run, at: datetime) -> Sequence[tuple[Budget, budget.Usage]]: ...
    async def is_outdated(self) -> bool: ...
    async def queue_depth(self) -> tuple[int, int]: ...
    async def count_waiting(self, workspace: int) -> int: ...


class QueueReader(Protocol):
    """The part of a store that shows the queue and its workers."""

    async def list_queued(
        self, workspace: int, *, limit: int, run_id: str | None = None
    ) -> Sequence[QueuedRun]: ...
    async def count_waiting(self, workspace: int) -> int: ...
    async def list_waiting_groups(self) -> Sequence[WaitingGroup]: ...
    async def limit_use(self, limits: Limits, *, at: datetime) -> LimitUse: ...
    async def list_workers(self, *, at: datetime) -> Sequence[WorkerState]: ...


Perform = Callable[[Claim], Awaitable[None]]


class WorkStore(JobStore, EntryStore, Protocol):
    """The part of a store for workers: the queue, and the runs with their log and transcripts."""


class QueueRunner(Protocol):
    """Runs the queue: `durable` or `engine` in a server, `inline` in tests."""

    @property
    def patience(self) -> float | None:
        """Seconds after which a waiting run raises `Suspended`; None: it keeps its task."""

    async def start(self, perform: Perform) -> None: ...
    async def stop(self, *, grace: float) -> None: ...
    def idle(self) -> AbstractAsyncContextManager[None]: ...


class EngineWorker(Protocol):
    """The side of a worker that an engine calls for a dispatched job."""

    async def perform(self, call: EngineCall) -> Waiting | None:
        """Execute the run from its log; return None if there is nothing left to do.

        Raises: any error; the engine calls again.
        """

    async def suspend(self, waiting: Waiting, awakeable: str) -> bool:
        """Store the event that wakes the run; return False if it has to be performed again now."""


class EngineAway(Exception):
    """The engine cannot be reached; nothing is lost, and the job is sent again."""


class Engine(Protocol):
    """An engine for durable executions: Restate.

    It calls a worker for each dispatched job until `perform` returns, one at a time for each lane.
    It may call twice; `claim_run` decides which call writes. Raises: EngineAway.
    """

    async def start(self, worker: EngineWorker, pools: Sequence[str]) -> None: ...
    async def dispatch(self, job: DispatchedJob) -> bool:
        """Start the execution of a job, once; return False if it has ended without a claim."""

    async def wake(self, job: DispatchedJob) -> bool:
        """Continue a suspended execution; return False if it has ended."""

    async def cancel(self, job: DispatchedJob) -> None:
        """Cancel the execution of a job."""

    async def abandon(self, job: DispatchedJob) -> None:
        """End the execution of a job, without the help of a worker."""

    async def kill(self, invocation: str) -> None:
        """End an execution whose worker has vanished."""

    def pause(self) -> None:
        """Refuse further calls."""

    async def stop(self) -> None: ...
