"""Post-run steps, driven by a note that is written together with a run's end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import structlog

from runwhy.core.runs.run import Run
from runwhy.errors import Locked, Unavailable
from runwhy.ports import SubscriptionStore
from runwhy.services.deliveries import Deliveries
from runwhy.services.evaluator import Evaluator
from runwhy.telemetry.propagation import within
from runwhy.telemetry.recorder import SILENT, Telemetry

AT_ONCE = 100

_log = structlog.get_logger("runwhy.endings")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostRun:
    """Evaluates ended runs and notifies subscribers, on whichever server comes first.

    The note stays until both are done, so that neither is lost when a server dies.
    """

    notes: SubscriptionStore
    evaluator: Evaluator
    deliveries: Deliveries
    telemetry: Telemetry = SILENT

    async def settle(self) -> datetime | None:
        """Process all ended runs. Raises: Unavailable, after which to retry."""
        while ended := await self.notes.list_ended(limit=AT_ONCE):
            locked: Locked | None = None
            for run in ended:
                try:
                    await self._follow(run)
                    await self.deliveries.settle(run)
                except Locked as error:  # one locked session must not block the others
                    locked = error
            if locked is not None:
                raise locked
        return None

    async def _follow(self, run: Run) -> None:
        try:
            with within(self.telemetry.tracing.around(run)):
                await self.evaluator.ended(run)
        except Unavailable:
            raise
        except Exception as error:  # one run must not block the others
            _log.warning("run.evaluation_failed", run=run.id, error=repr(error))
