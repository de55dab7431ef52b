"""Adds up the usage that a coding agent reports, and checks the run's budgets each time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from runwhy.core.budgets.reservation import CallNeed
from runwhy.core.runs.run import ModelUsed, Tokens
from runwhy.core.runs.usage import Usage
from runwhy.executors.builtin.prices import Prices
from runwhy.ports import Clock, Work

NOTHING = Tokens()
ReadUsage = Callable[[bytes | str], tuple[str, Tokens] | None]


@dataclass(slots=True, kw_only=True, eq=False)
class UsageMeter:
    """Adds up the usage that an agent reports, and counts it in the budgets of the run, if any."""

    work: Work
    agent: str
    prices: Prices
    clock: Clock
    timeout: float  # seconds for an approval
    read: ReadUsage | None = None
    used: Usage | None = field(default=None, init=False)  # None if nothing is reported yet
    _calls: dict[str, Tokens] = field(default_factory=dict, init=False)

    async def start(self) -> None:
        """Check that the agent may start. Raises: ModelFailed."""
        if self.work.run.budgets:
            await self.work.journal.allow_call(CallNeed(is_check=True), timeout=self.timeout)

    async def add_line(self, line: bytes | str, model: str | None) -> bool:
        """Add the usage that a line reports; return whether it has grown."""
        found = self.read(line) if self.read is not None else None
        if found is None:
            return False
        call, reported = found
        known = self._calls.get(call, NOTHING)
        self._calls[call] = _highest(known, reported)
        if self._calls[call] == known:
            return False
        self.used = await self._total(model)
        return True

    async def check(self) -> None:
        """Count the usage in the budgets. Raises: ModelFailed if the agent must not continue."""
        if self.work.run.budgets and self.used is not None:
            await self.work.journal.check_usage(self.used, timeout=self.timeout)

    async def _total(self, model: str | None) -> Usage:
        tokens = sum(self._calls.values(), NOTHING)
        used = ModelUsed(id=model or "", provider=self.agent, vendor_model_id=model or "")
        charge = await self.prices.charge(used, tokens, at=self.clock(), one_call=False)
        return Usage(tokens=tokens, cost=charge.cost)


def _highest(one: Tokens, other: Tokens) -> Tokens:
    """Return the highest of each count, because the counts of a call only grow."""
    return Tokens(
        input=max(one.input, other.input),
        cached=max(one.cached, other.cached),
        cache_write=max(one.cache_write, other.cache_write),
        reasoning=max(one.reasoning, other.reasoning),
        output=max(one.output, other.output),
    )
