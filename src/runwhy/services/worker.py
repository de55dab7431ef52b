"""The worker: executes a claimed run."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from runwhy.core.context.briefing import BriefingSettings, seal_of
from runwhy.core.runs.log import Turn
from runwhy.core.runs.run import ErrorClass, Failure, Outcome, Run, Status
from runwhy.core.runs.usage import stopped
from runwhy.errors import RateLimited, Unavailable
from runwhy.ports import (
    Claim,
    Clock,
    Executor,
    Feed,
    QueueRunner,
    Superseded,
    Suspended,
    Work,
    WorkStore,
)
from runwhy.services.journal import RunJournal
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.wire.specs import resolve_spec
from runwhy.write_tasks import uninterrupted

_log = structlog.get_logger("runwhy.worker")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """Executes one run per call, from its log to its outcome."""

    store: WorkStore
    jobs: QueueRunner
    feed: Feed
    clock: Clock
    executors: Mapping[str, Executor]
    telemetry: Telemetry = SILENT
    briefing: BriefingSettings | None = None

    async def perform(self, claim: Claim) -> None:
        """Execute a claimed run.

        Raises: Superseded if it was cancelled or taken over meanwhile, Suspended if it waits for
        its client, Unavailable if the store is down. It resumes from its log later.
        """
        with self.telemetry.attempt(claim.run, claim.attempt):
            await self._perform(claim)

    async def _perform(self, claim: Claim) -> None:
        journal = RunJournal(
            claim=claim,
            store=self.store,
            jobs=self.jobs,
            feed=self.feed,
            clock=self.clock,
            telemetry=self.telemetry,
            seal=seal_of(claim.run, self.briefing) if self.briefing else "",
        )
        try:
            outcome = await self._execute(claim, journal)
        finally:
            await journal.close()
        await self._finish(claim, outcome, journal)

    async def _finish(self, claim: Claim, outcome: Outcome, journal: RunJournal) -> None:
        last, outcome = journal.take_last(), journal.clean_outcome(outcome)
        finish = self.store.finish
        try:
            await uninterrupted(finish(claim, outcome, last, at=self.clock()))
        except (Superseded, Unavailable):
            raise
        except Exception as error:  # a requeued run would fail like this again
            failed = stopped(claim.run, _unexpected(claim, error), journal.parts)
            await finish(claim, failed, at=self.clock())

    async def _execute(self, claim: Claim, journal: RunJournal) -> Outcome:
        executor = self.executors.get(claim.run.executor)
        if executor is None:
            return _failed(f"unknown executor {claim.run.executor!r} on this server")
        try:
            work = await self._work(claim.run, journal)
            return await self._within_timeout(executor, work, since=claim.since)
        except RateLimited as error:  # from a service of the executor, not from the store
            return stopped(claim.run, _failed(error.message), journal.parts)
        except (Superseded, Suspended, Unavailable):
            raise
        except Exception as error:
            return stopped(claim.run, _unexpected(claim, error), journal.parts)

    async def _work(self, run: Run, journal: RunJournal) -> Work:
        earlier: Sequence[Turn] = ()
        spec = resolve_spec(run.spec)
        if run.session_id is not None:
            # The other executors and memory also look for something in summarized turns.
            views_only = run.executor == "builtin" and not spec.memory.enabled
            earlier = await self.store.list_earlier_turns(run, summarized=not views_only)
        return Work(run=run, spec=spec, earlier=earlier, journal=journal)

    async def _within_timeout(self, executor: Executor, work: Work, *, since: datetime) -> Outcome:
        """Return the outcome; a failure if the attempt takes longer than the run allows.

        The time while the run was suspended counts, and ends the suspension.
        """
        seconds = work.spec.timeout
        if seconds is None:
            return await executor.execute(work)
        end = since + timedelta(seconds=seconds)
        limit = asyncio.timeout((end - self.clock()).total_seconds())
        try:
            async with limit:
                return await executor.execute(work)
        except Suspended as wait:
            raise Suspended(replace(wait.need, until=min(wait.need.until, end))) from None
        except TimeoutError:
            if not limit.expired():
                raise
            return _timed_out(work, seconds)


def _timed_out(work: Work, seconds: float) -> Outcome:
    message = f"timed out after {seconds:g} seconds"
    failure = Failure(message=message, error_class=ErrorClass.TIMEOUT)
    outcome = Outcome(status=Status.FAILED, failure=failure)
    return stopped(work.run, outcome, work.journal.parts)


def _unexpected(claim: Claim, error: Exception) -> Outcome:
    _log.error("run.unexpected_error", run=claim.run.id, exc_info=error)
    return _failed(f"internal error: {type(error).__name__}")


def _failed(message: str) -> Outcome:
    failure = Failure(message=message, error_class=ErrorClass.UNKNOWN, code="internal")
    return Outcome(status=Status.FAILED, failure=failure)
