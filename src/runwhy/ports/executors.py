"""What runs a run: its work, its journal, and whom it may ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from runwhy.core.agents.coding_agents import Approval, EntryBatch
from runwhy.core.agents.entries import EntryChange
from runwhy.core.agents.specs import Spec
from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, Turn
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import EnvelopeFacts, Outcome, Run, Status, Tokens
from runwhy.core.sessions.timers import Timer
from runwhy.ports.models import TextDelta


class Journal(Protocol):
    """How an executor tells what happens. What `append` was given is durable when it returns."""

    @property
    def parts(self) -> Sequence[Part]: ...
    async def delta(self, delta: TextDelta) -> None: ...
    async def append(
        self,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
        *,
        status: Status | None = None,
        envelope: EnvelopeFacts | None = None,
        batch: EntryBatch | None = None,
        memory: MemoryFacts | None = None,
    ) -> None: ...
    async def request_approval(self, approval: Approval, *, until: datetime) -> Approval:
        """Have a person decide; still undecided when the time is over."""

    async def resume(self) -> None:
        """What was asked is settled: unless more is, the run no longer waits."""

    def write_at_end(self, parts: Sequence[Part], events: Sequence[NewEvent]) -> None:
        """What is to be written together with the end of the run."""

    async def wait_for_parts(
        self, ready: Callable[[Sequence[Part]], bool], *, until: datetime
    ) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A run as its executor gets it."""

    run: Run
    spec: Spec
    earlier: Sequence[Turn]
    journal: Journal


class Executor(Protocol):
    """Runs one run, from where its log stands, to its outcome."""

    async def execute(self, work: Work) -> Outcome: ...


class Fold(Protocol):
    """A normalizer as executors know it: pure, its state is handed in and out."""

    def start(self, *, session: str | None = None, sender: Provenance = ...) -> Any: ...
    @property
    def step(self) -> Callable[[Any, bytes | str], tuple[Any, list[EntryChange]]]: ...
    @property
    def finish(self) -> Callable[[Any], tuple[Any, list[EntryChange]]]: ...


class HistoryFold(Fold, Protocol):
    """The fold of a history, whose state is kept while the history may grow.

    `used` is what a line says of the tokens of a message: which one, and how many.
    """

    @property
    def used(self) -> Callable[[bytes | str], tuple[str, Tokens] | None]: ...
    def dump(self, state: Any) -> str: ...
    def load(self, text: str) -> Any: ...


class SpawnRun(Protocol):
    """Runs that work for another run: started once for each `key`, through the one door."""

    async def start(self, request: RunRequest, *, key: str, at: datetime) -> Run: ...
    async def wait(self, run: Run) -> Run: ...


class ScheduleFollowUp(Protocol):
    """Follow-ups that an agent asks for, within its session's policy: once for each `key`."""

    async def schedule(self, run: Run, args: JsonObject, *, key: str) -> Timer | None: ...
