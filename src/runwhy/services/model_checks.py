"""Whether the providers of models can be reached, checked on request."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from runwhy.ports import Clock
from runwhy.ports.models import ProviderChecker, ProviderState

FRESH_FOR = timedelta(seconds=30)  # within this time, a check returns the last result


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChecks:
    """Checks providers, and keeps the last result."""

    checker: ProviderChecker
    clock: Clock
    _last: list[ProviderState] = field(default_factory=list, init=False)
    _checking: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def states(self) -> Sequence[ProviderState]:
        """Return the last results; without a check, whether each provider has a key."""
        return tuple(self._last) or self.checker.states()

    async def check(self) -> Sequence[ProviderState]:
        """Check all providers, unless that was done a moment ago."""
        async with self._checking:
            now = self.clock()
            if not any(_is_fresh(state, now) for state in self._last):
                found = await self.checker.check()
                self._last[:] = [replace(state, checked_at=now) for state in found]
            return tuple(self._last)


def _is_fresh(state: ProviderState, now: datetime) -> bool:
    return state.checked_at is not None and now - state.checked_at < FRESH_FOR
