"""Reasons for which queued runs wait, and the state of workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from runwhy.core.queue.limits import LimitUse, ReachedLimit, find_reached
from runwhy.core.queue.rules import DEFAULT_POOL
from runwhy.core.runs.run import Run, Status

ALIVE_FOR = timedelta(seconds=12)  # a worker without a heartbeat for longer is dead
FREE_WHILE_WAITING = frozenset({"builtin", "langgraph"})  # executors that wait without a slot


class WaitKind(StrEnum):
    """The kind of reason for which a queued run waits."""

    SESSION = "session"  # an earlier run of its session
    TRIGGER = "trigger"  # an earlier run of its trigger
    DELAY = "delay"  # the delay after its server died
    WORKER = "worker"  # a server that executes runs
    POOL = "pool"  # a worker of its pool
    LIMIT = "limit"  # a place under a limit of active runs
    RATE = "rate"  # a start rate
    SLOT = "slot"  # all workers are busy
    START = "start"  # nothing: a worker is about to start it


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitReason:
    """The reason for which a queued run waits: its kind, a sentence, and details of that kind."""

    kind: WaitKind
    text: str
    run_id: str | None = None  # the first run ahead
    ahead: int = 0  # unfinished runs ahead of it in its lane
    until: datetime | None = None
    pool: str | None = None
    reached: ReachedLimit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedRun:
    """A run in the queue that no worker has claimed, and the first run ahead in its lane."""

    run: Run
    lane: str
    since: datetime
    attempt: int
    not_before: datetime | None = None
    is_dispatched: bool = False  # an engine has it and calls a worker
    ahead: int = 0
    first_ahead: str | None = None
    pool: str = DEFAULT_POOL
    keys: Sequence[str] = ()  # of its limits


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingGroup:
    """A number of queued runs that wait for the same."""

    pool: str
    keys: Sequence[str]
    is_ready: bool  # no run of the lane is ahead
    is_delayed: bool
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerState:
    """A worker: a server that executes runs, with those it has claimed."""

    id: str
    name: str
    started_at: datetime
    seen_at: datetime
    slots: int | None  # None if an older version registered it
    runs: Sequence[Run] = ()
    pools: Sequence[str] = (DEFAULT_POOL,)

    @property
    def busy(self) -> int:
        """The number of busy slots. A coding agent that waits keeps its own: its program runs."""
        return sum(
            run.status is not Status.WAITING or run.executor not in FREE_WHILE_WAITING
            for run in self.runs
        )

    def is_alive(self, at: datetime) -> bool:
        """Whether the worker sent a heartbeat recently."""
        return at - self.seen_at <= ALIVE_FOR

    @property
    def has_free_slot(self) -> bool:
        """Whether it could start a run. Unknown counts as free."""
        return self.slots is None or self.busy < self.slots


NO_USE = LimitUse()


def reason_to_wait(
    queued: QueuedRun, workers: Sequence[WorkerState], *, at: datetime, use: LimitUse = NO_USE
) -> WaitReason:
    """Return the reason why a run has not started."""
    if queued.ahead:
        return _behind(queued)
    if queued.is_dispatched:
        return WaitReason(kind=WaitKind.START, text="Restate calls a worker for it")
    if queued.not_before is not None and queued.not_before > at:
        text = "its server died; it is tried again after a delay"
        return WaitReason(kind=WaitKind.DELAY, text=text, until=queued.not_before)
    return reason_of_ready(queued.pool, queued.keys, workers, at=at, use=use)


def reason_of_ready(
    pool: str,
    keys: Sequence[str],
    workers: Sequence[WorkerState],
    *,
    at: datetime,
    use: LimitUse = NO_USE,
) -> WaitReason:
    """Return the reason why the first run of a lane has not started."""
    alive = [worker for worker in workers if worker.is_alive(at) and pool in worker.pools]
    if not alive:
        return _without_worker(pool)
    reached = find_reached(keys, use)
    if reached is not None:
        return _limited(reached, at)
    if not any(worker.has_free_slot for worker in alive):
        slots = sum(worker.slots or 0 for worker in alive)
        return WaitReason(kind=WaitKind.SLOT, text=f"all {slots} slots are busy")
    return WaitReason(kind=WaitKind.START, text="a worker is about to start it")


def _without_worker(pool: str) -> WaitReason:
    if pool == DEFAULT_POOL:
        text = "no server executes runs; start one with `runwhy serve`"
        return WaitReason(kind=WaitKind.WORKER, text=text)
    text = (
        f"the pool {pool} has no worker; start `runwhy worker --pool {pool}`, or add {pool} to "
        "RUNWHY_WORKER_POOLS of a server"
    )
    return WaitReason(kind=WaitKind.POOL, text=text, pool=pool)


def _limited(reached: ReachedLimit, at: datetime) -> WaitReason:
    if reached.seconds is None:
        return WaitReason(kind=WaitKind.LIMIT, text=reached.text, reached=reached)
    until = at + timedelta(seconds=reached.seconds)
    return WaitReason(kind=WaitKind.RATE, text=reached.text, until=until, reached=reached)


def _behind(queued: QueuedRun) -> WaitReason:
    of_session = queued.lane == queued.run.session_id
    owner = "session" if of_session else "trigger"
    runs = "1 earlier run" if queued.ahead == 1 else f"{queued.ahead} earlier runs"
    return WaitReason(
        kind=WaitKind.SESSION if of_session else WaitKind.TRIGGER,
        text=f"{runs} of its {owner}",
        run_id=queued.first_ahead,
        ahead=queued.ahead,
    )
