"""Visibility of timers, commands and labels that runs have made, for callers limited to tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from runwhy.core.runs.tags import Tags, carries
from runwhy.core.sessions.session import Session
from runwhy.core.sessions.timers import BY_CALLER, Timer
from runwhy.core.terminal.blocks import Block
from runwhy.ports import RunStore

T = TypeVar("T", Timer, Block)


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleRuns:
    """The runs of a workspace that have all tags of a caller; without tags, every run.

    Answers are cached, because the tags of a run never change.
    """

    store: RunStore
    workspace: int
    within: Tags
    _seen: dict[str, bool] = field(default_factory=dict, init=False)

    async def includes(self, run_id: str | None) -> bool:
        """Whether the caller may see this run."""
        if not self.within:
            return True
        if run_id is None:
            return False
        if run_id not in self._seen:
            run = await self.store.get_run(self.workspace, run_id)
            self._seen[run_id] = run is not None and carries(run.tagging.tags, self.within)
        return self._seen[run_id]

    async def choose(self, made: Sequence[T]) -> list[T]:
        """Return the timers or commands that the caller may see."""
        return [one for one in made if await self._may_see(one)]

    async def _may_see(self, made: Timer | Block) -> bool:
        """Whether a visible run made this, or no run at all."""
        if isinstance(made, Timer):
            by_caller = made.created_by == BY_CALLER and made.created_by_run is None
            return by_caller or await self.includes(made.created_by_run)
        by_user = made.actor == "user" and made.run_id is None
        return by_user or await self.includes(made.run_id)

    async def without_others(self, timer: Timer) -> Timer:
        """Hide the runs of a timer that the caller may not see, and the note, which names them."""
        if not self.within:
            return timer
        started = timer.run_id if await self.includes(timer.run_id) else None
        overtaken = timer.cancelled_by if await self.includes(timer.cancelled_by) else None
        return replace(timer, run_id=started, cancelled_by=overtaken, note=None)

    async def labelled(self, session: Session) -> Session:
        """Remove a label that is the message of a run which the caller may not see."""
        if not session.summary or await self.includes(session.labelled_by):
            return session
        return replace(session, summary="")
