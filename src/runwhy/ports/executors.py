"""Ports around executors: the work they receive, the journal they write, the services they call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.agents.entries import EntryChange
from runwhy.core.agents.specs import Spec
from runwhy.core.budgets.budget import Budget
from runwhy.core.budgets.budget import Usage as BudgetUsage
from runwhy.core.budgets.reservation import CallNeed
from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.log import Part, Turn
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Outcome, Run, Tokens
from runwhy.core.runs.usage import Usage
from runwhy.core.sessions.timers import Timer
from runwhy.ports.models import Delta
from runwhy.ports.queue import Progress


class Journal(Protocol):
    """Records what happens in a run. `append` returns once the progress is stored durably."""

    @property
    def parts(self) -> Sequence[Part]: ...
    async def delta(self, delta: Delta) -> None: ...
    async def append(self, progress: Progress) -> None: ...
    def append_soon(self, progress: Progress) -> None:
        """Add parts, which are written with the next write and before any model call."""

    async def request_approval(self, approval: Approval, *, timeout: timedelta) -> Approval:
        """Wait for a person's decision; return the approval undecided after `timeout`."""

    async def resume(self) -> None:
        """Mark an approval as settled; the run leaves `waiting` when none is open."""

    async def allow_call(self, need: CallNeed, *, timeout: float) -> None:
        """Reserve the maximum use of a model call, after an approval if a budget requires one.

        Raises: ModelFailed if a budget does not allow it.
        """

    async def check_usage(self, used: Usage, *, timeout: float) -> None:
        """Count the usage of an agent so far. Raises: ModelFailed if it must not continue."""

    async def settle_estimate(self, need: CallNeed, used: CallNeed) -> None:
        """Settle a call that is not recorded, by the used part of its reservation."""

    @property
    def first_usages(self) -> Sequence[tuple[Budget, BudgetUsage]]:
        """The use of each budget of the run when it was claimed."""

    async def budget_usages(self) -> Sequence[tuple[Budget, BudgetUsage]]:
        """Return the current usage of each budget of the run."""

    def write_at_end(self, progress: Progress) -> None:
        """Queue this to be written in the same transaction as the run's outcome."""

    async def wait_for_parts(
        self, ready: Callable[[Sequence[Part]], bool], *, until: datetime
    ) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A run as its executor receives it."""

    run: Run
    spec: Spec
    earlier: Sequence[Turn]
    journal: Journal


class Executor(Protocol):
    """Executes one run, starting from its log, and returns its outcome."""

    async def execute(self, work: Work) -> Outcome: ...


class Fold(Protocol):
    """A normalizer as executors use it: a pure fold whose state is passed in and returned."""

    def start(
        self, *, session: str | None = None, model: str | None = None, sender: Provenance = ...
    ) -> Any: ...
    def learn_model(self, state: Any, model: str) -> Any: ...
    @property
    def step(self) -> Callable[[Any, bytes | str], tuple[Any, list[EntryChange]]]: ...
    @property
    def finish(self) -> Callable[[Any], tuple[Any, list[EntryChange]]]: ...


class HistoryFold(Fold, Protocol):
    """A fold over a stored history, whose state is saved because the history may grow.

    `used` returns the id and the token counts of the message on a line, if it reports any.
    """

    @property
    def used(self) -> Callable[[bytes | str], tuple[str, Tokens] | None]: ...
    def dump(self, state: Any) -> str: ...
    def load(self, text: str) -> Any: ...


class SpawnRun(Protocol):
    """Starts child runs, once per `key`, and waits for them."""

    async def start(self, request: RunRequest, *, key: str, at: datetime) -> Run: ...
    async def wait(self, run: Run) -> Run: ...


class ScheduleFollowUp(Protocol):
    """Schedules follow-ups that an agent requests, within its session's policy, once per `key`."""

    async def schedule(self, run: Run, args: JsonObject, *, key: str) -> Timer | None: ...
