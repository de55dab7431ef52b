"""Checks the budgets of a coding agent's run whenever the agent reports usage."""

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
    """Adds up the usage that an agent reports, and counts it in the budgets of the run."""

    work: Work
    agent: str
    prices: Prices
    clock: Clock
    timeout: float  # seconds for an approval
    read: ReadUsage | None = None
    _calls: dict[str, Tokens] = field(default_factory=dict, init=False)

    @property
    def has_usage(self) -> bool:
        """Whether the agent has reported anything."""
        return bool(self._calls)

    async def start(self) -> None:
        """Check that the agent may start. Raises: ModelFailed."""
        await self.work.journal.allow_call(CallNeed(is_check=True), timeout=self.timeout)

    async def add_line(self, line: bytes | str, model: str | None) -> None:
        """Count the usage that a line reports. Raises: ModelFailed if a budget is exceeded."""
        found = self.read(line) if self.read is not None else None
        if found is None:
            return
        call, reported = found
        known = self._calls.get(call, NOTHING)
        self._calls[call] = _highest(known, reported)
        if self._calls[call] == known:
            return
        await self.work.journal.check_usage(await self.usage(model), timeout=self.timeout)

    async def usage(self, model: str | None) -> Usage:
        """Return the agent's usage so far."""
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
