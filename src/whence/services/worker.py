"""The worker: takes a claimed run through its executor to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog

from whence.core.runs import ErrorClass, Failure, Outcome, Status
from whence.core.specs import read_spec
from whence.ports import Claim, Clock, Executor, Feed, Jobs, JobStore, Store, Superseded, Work
from whence.services.journal import RunJournal

_log = structlog.get_logger("whence.worker")


class Worker:
    """Runs one run at a time per call: from where its log stands, to its outcome."""

    def __init__(
        self,
        *,
        store: Store,
        queue: JobStore,
        jobs: Jobs,
        feed: Feed,
        clock: Clock,
        executors: Mapping[str, Executor],
    ) -> None:
        self._store = store
        self._queue = queue
        self._jobs = jobs
        self._feed = feed
        self._clock = clock
        self._executors = executors

    async def perform(self, claim: Claim) -> None:
        """Run it. Raises: Superseded when it was cancelled or taken over meanwhile."""
        journal = RunJournal(
            claim,
            store=self._store,
            queue=self._queue,
            jobs=self._jobs,
            feed=self._feed,
            clock=self._clock,
        )
        try:
            outcome = await self._execute(claim, journal)
        finally:
            await journal.close()
        events = [*journal.last_events, *journal.take_deltas()]
        await self._queue.finish(
            claim, outcome, at=self._clock(), parts=journal.last_parts, events=events
        )

    async def _execute(self, claim: Claim, journal: RunJournal) -> Outcome:
        run = claim.run
        executor = self._executors.get(run.executor)
        if executor is None:
            return _failed(f"this server has no executor {run.executor!r}")
        earlier = []
        if run.session_id is not None:
            earlier = [*await self._store.list_turns(run.session_id, before=run.seq)]
        work = Work(run=run, spec=read_spec(run.spec), earlier=earlier, journal=journal)
        limit = asyncio.timeout(work.spec.timeout)
        try:
            async with limit:
                return await executor.execute(work)
        except Superseded:
            raise
        except TimeoutError as error:
            if not limit.expired():
                return _failed(f"internal error: {error!r}")
            message = f"not done within {work.spec.timeout:g} seconds"
            failure = Failure(message=message, error_class=ErrorClass.TIMEOUT)
            return Outcome(status=Status.FAILED, failure=failure)
        except Exception as error:
            _log.exception("a run failed unexpectedly", run=run.id)
            return _failed(f"internal error: {type(error).__name__}")


def _failed(message: str) -> Outcome:
    failure = Failure(message=message, error_class=ErrorClass.UNKNOWN, code="internal")
    return Outcome(status=Status.FAILED, failure=failure)
