"""Post-run steps, driven by a note that is written together with a run's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from runwhy.core.runs.run import Run
from runwhy.errors import Locked, Unavailable
from runwhy.ports import Clock, ErasureStore, SubscriptionStore
from runwhy.services.deliveries import Deliveries
from runwhy.services.evaluator import Evaluator
from runwhy.telemetry.propagation import within
from runwhy.telemetry.recorder import SILENT, Telemetry

AT_ONCE = 100
READING_TIME = timedelta(seconds=10)  # in which the caller reads a run that is then erased

_log = structlog.get_logger("runwhy.endings")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostRun:
    """Evaluates ended runs, erases content that must not be stored, and notifies subscribers.

    The first server that is free does it.

    The note stays until both are done, so that neither is lost when a server dies.
    """

    notes: SubscriptionStore
    evaluator: Evaluator
    deliveries: Deliveries
    erasures: ErasureStore
    clock: Clock
    telemetry: Telemetry = SILENT

    async def settle(self) -> datetime | None:
        """Process all ended runs. Raises: Unavailable, after which to retry."""
        while ended := await self._ended():
            locked: Locked | None = None
            left = 0
            for run in ended:
                try:
                    left += not await self._settle(run)
                except Locked as error:  # one locked session must not block the others
                    locked = error
            if locked is not None:
                raise locked
            if left == len(ended):  # their sessions are busy
                break
        return None

    async def _ended(self) -> Sequence[Run]:
        until = self.clock() - READING_TIME
        return await self.notes.list_ended(limit=AT_ONCE, unkept_until=until)

    async def _settle(self, run: Run) -> bool:
        """Do the follow-up work of a run; False if it must be tried again later."""
        if run.spec.keeps_content is False and run.erased_at is None:
            if not await self.erasures.erase_content(run, at=self.clock()):
                return False
            run = await self.notes.get_run(run.workspace, run.id) or run
        if run.erased_at is None:
            await self._follow(run)
        await self.deliveries.settle(run)
        return True

    async def _follow(self, run: Run) -> None:
        try:
            with within(self.telemetry.tracing.around(run)):
                await self.evaluator.ended(run)
        except Unavailable:
            raise
        except Exception as error:  # one run must not block the others
            _log.warning("run.evaluation_failed", run=run.id, error=repr(error))
