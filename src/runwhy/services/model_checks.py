"""Whether the providers of models can be reached, checked on request."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from runwhy.ports import Clock
from runwhy.ports.models import ProviderChecker, ProviderState

FRESH_FOR = timedelta(seconds=30)  # within this time, a check returns the last result


@dataclass(slots=True, kw_only=True, eq=False)
class ModelChecks:
    """Checks providers, and keeps the last result."""

    checker: ProviderChecker
    clock: Clock
    _last: Sequence[ProviderState] = field(default=(), init=False)
    _at: datetime | None = field(default=None, init=False)
    _checking: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def states(self) -> Sequence[ProviderState]:
        """Return the last results; without a check, whether each provider has a key."""
        return self._last or self.checker.states()

    async def check(self) -> Sequence[ProviderState]:
        """Check all providers, unless that was done a moment ago."""
        async with self._checking:
            now = self.clock()
            if self._at is None or now - self._at >= FRESH_FOR:
                found = await self.checker.check()
                self._last = [replace(state, checked_at=now) for state in found]
                self._at = now
            return self._last
