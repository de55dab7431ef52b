"""Transcripts of coding agents, resume commands, and approvals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from runwhy.core.agents.coding_agents import AgentSession, Approval, Decision, decision_event
from runwhy.core.json import JsonObject
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Tags
from runwhy.ports import Clock, EntryStore
from runwhy.services.operations import finds

MAX_PAGE_BYTES = 4 * 1024 * 1024
ResumeCommand = Callable[[AgentSession], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """A page of a run's entries, and the agent's own session."""

    run: Run
    entries: Sequence[JsonObject]
    session: AgentSession | None
    resume_command: str | None
    more: int | None  # the cursor of the next page, if any


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """Use cases for transcripts and approvals."""

    store: EntryStore
    clock: Clock
    resume_commands: Mapping[str, ResumeCommand]

    find_run = finds(EntryStore.get_run, "run")

    async def page(self, workspace: int, run_id: str, *, after: int, limit: int) -> Transcript:
        """Return entries in order, after a cursor. Raises: NotFound."""
        run = await self.find_run(workspace, run_id)
        sizes = await self.store.entry_sizes(run.id, after=after, limit=limit + 1)
        count = count_fitting(sizes, limit, MAX_PAGE_BYTES)
        page = await self.store.list_entries(run.id, after=after, limit=count) if count else ()
        session = await self.store.get_agent_session(run.id)
        more = page[-1]["index"] if page and count < len(sizes) else None
        return Transcript(
            run=run,
            entries=page,
            session=session,
            resume_command=self._resume_command(session),
            more=more if isinstance(more, int) else None,
        )

    async def approvals(
        self, workspace: int, run_id: str, within: Tags
    ) -> tuple[Run, Sequence[Approval]]:
        """Return the approvals of a run that a reader may see, in order. Raises: NotFound."""
        run = await self.find_run(workspace, run_id)
        found = await self.store.list_approvals(run.id)
        return run, [approval.within(within) for approval in found]

    async def decide(
        self,
        workspace: int,
        run_id: str,
        id: str,
        decision: Decision,
        *,
        reason: str | None,
        by: str,
    ) -> Approval:
        """Decide about an agent's action, once. Raises: NotFound, Conflict, RunTerminal."""
        run = await self.find_run(workspace, run_id)
        at = self.clock()
        decided = replace(
            Approval(id=id, asked={}, asked_at=at),
            decision=decision,
            reason=reason,
            decided_by=by,
            decided_at=at,
        )
        return await self.store.decide_approval(run, decided, decision_event(decided))

    def _resume_command(self, session: AgentSession | None) -> str | None:
        if session is None or session.agent_session is None:
            return None
        command = self.resume_commands.get(session.agent)
        return command(session) if command is not None else None


def count_fitting(sizes: Sequence[int], limit: int, max_bytes: int) -> int:
    """Return how many items fit on a page: at most `limit`, and one even if it is too large."""
    total = 0
    for count, size in enumerate(sizes[:limit]):
        total += size
        if count and total > max_bytes:
            return count
    return len(sizes[:limit])
