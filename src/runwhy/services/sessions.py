"""Sessions: create, change, end, and read conversations."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.agents.spec_secrets import without_secrets
from runwhy.core.context.compaction import turns_within
from runwhy.core.requests.plan import lacks_identity
from runwhy.core.runs.events import Event, event_within
from runwhy.core.runs.log import Turn
from runwhy.core.runs.tags import Tags
from runwhy.core.runs.usage import Usage
from runwhy.core.sessions.session import Session, SessionPatch
from runwhy.core.views import HistoryMessage, SessionEvent, operator_view, user_view
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import (
    Clock,
    ConversationStore,
    Feed,
    IdempotencyKey,
    Models,
    NewId,
    SessionFilter,
    SessionPage,
    session_topic,
)
from runwhy.services.operations import finds, passes_on
from runwhy.services.runs import AT_ONCE, Pings
from runwhy.services.visible_runs import VisibleRuns

View = Literal["user", "operator"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sessions:
    """Use cases for sessions. Sending a message starts a run, so it is in `Runs`."""

    store: ConversationStore
    feed: Feed
    models: Models
    clock: Clock
    new_id: NewId
    secrets: Sequence[str] = field(default=(), repr=False)

    get = finds(ConversationStore.get_session, "session")
    last_event = passes_on(ConversationStore.last_session_event)  # from which a reader can follow

    async def create(
        self,
        workspace: int,
        spec: AgentSpec,
        tags: Tags,
        *,
        autonomy: AutonomySettings | None = None,
        once: IdempotencyKey | None = None,
    ) -> Session:
        """Create a session. Raises: InvalidInput, InvalidModel."""
        spec = await self._check(workspace, spec)
        self._check_evaluator(autonomy)
        now = self.clock()
        session = Session(
            id=self.new_id("ses"),
            workspace=workspace,
            spec=without_secrets(spec, known=self.secrets),
            name=spec.name or "",
            tags=tags,
            autonomy=autonomy,
            created_at=now,
            last_used_at=now,
        )
        return await self.store.add_session(session, once=once)

    async def _check(self, workspace: int, spec: AgentSpec) -> AgentSpec:
        """Return the spec to store, with the id of its agent. Raises: InvalidInput."""
        if spec.server_model is not None:
            self.models.get(spec.server_model)
        agent = spec.agent_id
        if agent is not None:
            found = await self.store.get_agent(workspace, agent)
            if found is None:
                raise InvalidInput([Problem("/agentId", f"no agent {agent}")])
            spec = replace(spec, agent_id=found.id)
        if lacks_identity(spec, agent=agent, system_message=False):
            rule = "requires systemPrompt or agentId"
            raise InvalidInput([Problem("/systemPrompt", rule)])
        return spec

    def _check_evaluator(self, autonomy: AutonomySettings | None) -> None:
        if autonomy is not None and autonomy.evaluator is not None:
            self.models.get(autonomy.evaluator)

    async def list(
        self,
        workspace: int,
        filter: SessionFilter,
        *,
        limit: int,
        offset: int,
        before: tuple[int, int] | None,
        as_of: int | None,
    ) -> SessionPage:
        """Return sessions, most recently used first."""
        page = await self.store.list_sessions(
            workspace, filter, limit=limit, offset=offset, before=before, as_of=as_of
        )
        if not filter.within:
            return page
        visible = VisibleRuns(store=self.store, workspace=workspace, within=filter.within)
        return replace(page, sessions=[await visible.labelled(one) for one in page.sessions])

    async def patch(self, workspace: int, id: str, patch: SessionPatch) -> Session:
        """Change a session; existing runs stay unchanged. Raises: Conflict, InvalidInput."""
        self._check_evaluator(patch.autonomy)
        return await self.store.patch_session(workspace, id, patch)

    async def end(self, workspace: int, id: str) -> Session:
        """End a session and cancel its runs; it stays readable."""
        return await self.store.end_session(workspace, id, at=self.clock())

    async def unread(
        self, workspace: int, sessions: Sequence[Session], within: Tags
    ) -> Callable[[Session], int | None]:
        """Return a function for the number of unread replies; None for readers limited to tags."""
        if within:
            return lambda session: None
        found = await self.store.count_unread(workspace, [session.id for session in sessions])
        return lambda session: found.get(session.id, 0)

    async def usage(
        self, workspace: int, sessions: Sequence[Session], within: Tags
    ) -> Callable[[Session], Usage | None]:
        """Return a function for the usage of ended runs; None for readers limited to tags."""
        if within:
            return lambda session: None
        found = await self.store.session_usage(workspace, [session.id for session in sessions])
        return lambda session: found.get(session.id, Usage())

    async def read(self, workspace: int, id: str, run_id: str | None) -> int:
        """Mark a session as read up to a run. Return the replies left. Raises: NotFound."""
        await self.get(workspace, id)
        return await self.store.mark_read(workspace, id, run_id)

    async def history(
        self, session: Session, within: Tags, view: View = "user"
    ) -> Sequence[HistoryMessage]:
        """Return the history that this reader may see: runs that have the reader's tags."""
        turns = turns_within(await self.store.list_turns(session.id), within)
        return list(user_view(turns) if view == "user" else operator_view(turns))

    async def _opened(self, event: Event) -> Turn:
        parts = await self.store.list_parts(event.run_id)
        return Turn(run_id=event.run_id, trigger=str(event.data.get("trigger")), parts=parts)

    async def follow(
        self,
        session: Session,
        within: Tags,
        *,
        after: int,
        stopping: Callable[[], bool],
        ping_every: float,
    ) -> AsyncGenerator[SessionEvent | None, None]:
        """Yield everything that happens in the session; None is a ping.

        A reader limited to tags receives events of runs that have them. One positioned after the
        newest event, as after restoring a database, receives later events.
        """
        visible = VisibleRuns(store=self.store, workspace=session.workspace, within=within)
        async with self.feed.subscribe(session_topic(session.id)) as subscription:
            news = Pings(subscription, ping_every)
            after = min(after, await self.last_event(session.id)) if after else 0
            while not stopping():
                events = await self.store.list_session_events(
                    session.id, after=after, limit=AT_ONCE
                )
                for number, event in events:
                    after = number
                    if not await visible.includes(event.run_id):
                        continue
                    turn = await self._opened(event) if event.type == "queued" else None
                    shown = event_within(event, within)
                    yield SessionEvent(number=number, event=shown, turn=turn)
                if len(events) < AT_ONCE and await news.wait_until_due():
                    yield None
