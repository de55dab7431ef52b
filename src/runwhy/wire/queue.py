"""Answers about the queue and its workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Self

from msgspec import Meta

from runwhy.core.queue.wait_reasons import WaitKind
from runwhy.wire.answer import Answer, Time, answer_time, maybe_time
from runwhy.wire.runs import Run

if TYPE_CHECKING:
    from datetime import datetime

    from runwhy.core.queue import wait_reasons as core


class ReachedLimit(Answer):
    """A limit that is used up: `used` of `most` runs, or starts in a period."""

    key: str
    used: int
    most: int


class WaitsFor(Answer):
    """The reason for which a queued run waits. `kind` may get more values; `text` explains each."""

    kind: WaitKind
    text: str
    run_id: Annotated[str | None, Meta(description="First run ahead, if one is.")]
    ahead: Annotated[int, Meta(description="Unfinished runs ahead in the same session or trigger.")]
    until: Annotated[Time | None, Meta(description="End of a delay, or time of the next start.")]
    pool: Annotated[str | None, Meta(description="Pool without a worker.")] = None
    limit: Annotated[ReachedLimit | None, Meta(description="Limit that is used up.")] = None

    @classmethod
    def of(cls, reason: core.WaitReason, /) -> Self:
        reached = reason.reached
        return cls(
            kind=reason.kind,
            text=reason.text,
            run_id=reason.run_id,
            ahead=reason.ahead,
            until=maybe_time(reason.until),
            pool=reason.pool,
            limit=ReachedLimit(key=reached.key, used=reached.used, most=reached.most)
            if reached
            else None,
        )


class QueuedRun(Answer):
    """A run that waits in the queue."""

    run: Run
    since: Time
    attempt: int
    waits_for: WaitsFor

    @classmethod
    def of(cls, queued: core.QueuedRun, reason: core.WaitReason, /) -> Self:
        return cls(
            run=Run.of(queued.run),
            since=answer_time(queued.since),
            attempt=queued.attempt,
            waits_for=WaitsFor.of(reason),
        )


class Queue(Answer):
    """The runs that wait, in the order of the queue. `total` counts also those not listed."""

    waiting: Sequence[QueuedRun]
    total: int


class Worker(Answer):
    """A server that executes runs."""

    id: str
    name: str
    alive: Annotated[bool, Meta(description="Whether it sent a heartbeat in the last 12 seconds.")]
    started_at: Time
    seen_at: Time
    slots: Annotated[int | None, Meta(description="Runs it executes at a time, if known.")]
    pools: Annotated[Sequence[str], Meta(description="Pools whose runs it executes.")]
    busy: Annotated[int, Meta(description="Slots in use, by runs of all workspaces.")]
    runs: Annotated[Sequence[Run], Meta(description="Its runs in this workspace.")]

    @classmethod
    def of(cls, worker: core.WorkerState, workspace: int, at: datetime, /) -> Self:
        return cls(
            id=worker.id,
            name=worker.name,
            alive=worker.is_alive(at),
            started_at=answer_time(worker.started_at),
            seen_at=answer_time(worker.seen_at),
            slots=worker.slots,
            pools=worker.pools,
            busy=worker.busy,
            runs=[Run.of(run) for run in worker.runs if run.workspace == workspace],
        )


class WorkerList(Answer):
    """The servers that execute runs, oldest first."""

    workers: Sequence[Worker]
