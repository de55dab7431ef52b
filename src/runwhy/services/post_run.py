"""Endings: what comes of a run that has ended, from a note that was written with its end."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import datetime

import structlog

from runwhy.core.runs.run import Run
from runwhy.errors import Unavailable
from runwhy.ports import SubscriptionStore
from runwhy.services.deliveries import Deliveries
from runwhy.services.evaluator import Evaluator
from runwhy.telemetry.propagation import within
from runwhy.telemetry.recorder import SILENT, Telemetry

AT_ONCE = 100

_log = structlog.get_logger("runwhy.endings")


class PostRun:
    """An evaluator is asked, subscribers are told: by whichever server comes to it first.

    The note stays until both are done, so that neither is forgotten when a server dies.
    """

    def __init__(
        self,
        *,
        notes: SubscriptionStore,
        evaluator: Evaluator,
        deliveries: Deliveries,
        telemetry: Telemetry = SILENT,
    ) -> None:
        self._notes = notes
        self._evaluator = evaluator
        self._deliveries = deliveries
        self._tracing = telemetry.tracing

    async def settle(self) -> datetime | None:
        """See to all that have ended. Raises: Unavailable; then it is to be tried again."""
        while ended := await self._notes.list_ended(limit=AT_ONCE):
            for run in ended:
                await self._follow(run)
                await self._deliveries.settle(run)
        return None

    async def _follow(self, run: Run) -> None:
        around = self._tracing.around(run)
        try:
            with within(around) if around is not None else nullcontext():
                await self._evaluator.ended(run)
        except Unavailable:
            raise
        except Exception as error:  # it must not keep the others waiting
            _log.warning("nothing follows a run", run=run.id, error=repr(error))
