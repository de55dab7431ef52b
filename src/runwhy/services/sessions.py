"""Sessions: conversations, made, changed, ended, and read as their readers may see them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import replace
from typing import Literal

from runwhy.core.agents.spec_secrets import without_secrets
from runwhy.core.context.compaction import shown_within
from runwhy.core.json import JsonObject
from runwhy.core.runs.events import Event
from runwhy.core.runs.log import Turn
from runwhy.core.runs.tags import Tags, carries
from runwhy.core.sessions.session import Session, SessionPatch
from runwhy.core.views import HistoryMessage, SessionEvent, operator_view, user_view
from runwhy.errors import InvalidInput, NotFound, Problem
from runwhy.ports import (
    Clock,
    Feed,
    IdempotencyKey,
    Models,
    NewId,
    SessionFilter,
    SessionPage,
    Store,
    session_topic,
)
from runwhy.services.runs import AT_ONCE

View = Literal["user", "operator"]


class Sessions:
    """What can be done with sessions; sending a message to one is a run, and so is not here."""

    def __init__(
        self,
        *,
        store: Store,
        feed: Feed,
        models: Models,
        clock: Clock,
        new_id: NewId,
        secrets: Sequence[str] = (),
    ) -> None:
        self._store = store
        self._feed = feed
        self._models = models
        self._clock = clock
        self._new_id = new_id
        self._secrets = secrets

    async def create(
        self,
        workspace: int,
        spec: JsonObject,
        tags: Tags,
        *,
        autonomy: JsonObject | None = None,
        once: IdempotencyKey | None = None,
    ) -> Session:
        """Start a conversation. Raises: InvalidInput, InvalidModel."""
        await self._check(workspace, spec)
        self._check_evaluator(autonomy)
        now = self._clock()
        session = Session(
            id=self._new_id("ses"),
            workspace=workspace,
            spec=without_secrets(spec, known=self._secrets),
            name=str(spec.get("name") or ""),
            tags=tags,
            autonomy=autonomy,
            created_at=now,
            last_used_at=now,
        )
        return await self._store.add_session(session, once=once)

    async def _check(self, workspace: int, spec: JsonObject) -> None:
        model, agent = spec.get("modelId"), spec.get("agentId")
        if isinstance(model, str) and spec.get("executor") in (None, "builtin"):
            self._models.get(model)
        if isinstance(agent, str) and await self._store.get_agent(workspace, agent) is None:
            raise InvalidInput([Problem("/agentId", f"no agent {agent}")])
        external = str(spec.get("executor") or "builtin") != "builtin"
        if not (spec.get("systemPrompt") or agent or external):
            rule = "one of systemPrompt or agentId is required"
            raise InvalidInput([Problem("/systemPrompt", rule)])

    def _check_evaluator(self, autonomy: JsonObject | None) -> None:
        evaluator = (autonomy or {}).get("evaluator")
        if isinstance(evaluator, str):
            self._models.get(evaluator)

    async def get(self, workspace: int, id: str) -> Session:
        """The session with this id. Raises: NotFound."""
        session = await self._store.get_session(workspace, id)
        if session is None:
            raise NotFound(f"no session {id}")
        return session

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
        """Sessions, most recently used first."""
        return await self._store.list_sessions(
            workspace, filter, limit=limit, offset=offset, before=before, as_of=as_of
        )

    async def patch(self, workspace: int, id: str, patch: SessionPatch) -> Session:
        """Change a session; runs that exist keep what they have. Raises: Conflict, InvalidInput."""
        self._check_evaluator(patch.autonomy)
        return await self._store.patch_session(workspace, id, patch)

    async def end(self, workspace: int, id: str) -> Session:
        """End a session, and cancel what runs in it; it stays readable."""
        return await self._store.end_session(workspace, id, at=self._clock())

    async def unread(
        self, workspace: int, sessions: Sequence[Session], within: Tags
    ) -> Callable[[Session], int | None]:
        """How many replies in each of them nobody has seen: not told to who sees a part of them."""
        if within:
            return lambda session: None
        found = await self._store.count_unread(workspace, [session.id for session in sessions])
        return lambda session: found.get(session.id, 0)

    async def read(self, workspace: int, id: str, run_id: str | None) -> int:
        """Somebody has seen a session, up to a run; how many replies are left. Raises: NotFound."""
        await self.get(workspace, id)
        return await self._store.mark_read(workspace, id, run_id)

    async def history(
        self, session: Session, within: Tags, view: View = "user"
    ) -> Sequence[HistoryMessage]:
        """What was said, as this reader may see it: in runs that carry their tags."""
        turns = await self._store.list_turns(session.id)
        turns = [
            replace(turn, parts=shown_within(turn.parts, within))
            for turn in turns
            if carries(turn.tags, within)
        ]
        return list(user_view(turns) if view == "user" else operator_view(turns))

    async def last_event(self, session: Session) -> int:
        """The number of the newest event: who reads the history follows from there."""
        return await self._store.last_session_event(session.id)

    async def _opened(self, event: Event) -> Turn:
        parts = await self._store.list_parts(event.run_id)
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
        """Everything that happens in the session, as it comes; None is a ping.

        Who is bound to tags hears of the runs that carry them. Who asks from behind the newest
        event, as of a database that was put back since, hears what comes next.
        """
        seen: dict[str, bool] = {}
        async with self._feed.subscribe(session_topic(session.id)) as news:
            after = min(after, await self.last_event(session)) if after else 0
            while not stopping():
                events = await self._store.list_session_events(
                    session.id, after=after, limit=AT_ONCE
                )
                for number, event in events:
                    after = number
                    if within and not await self._carries(session, event, within, seen):
                        continue
                    turn = await self._opened(event) if event.type == "queued" else None
                    yield SessionEvent(number=number, event=event, turn=turn)
                if len(events) < AT_ONCE and not await news.wait(ping_every):
                    yield None

    async def _carries(
        self, session: Session, event: Event, within: Tags, seen: dict[str, bool]
    ) -> bool:
        """Whether the run of an event does; tags of runs never change, so it is asked once."""
        if event.run_id not in seen:
            run = await self._store.get_run(session.workspace, event.run_id)
            seen[event.run_id] = run is not None and carries(run.tagging.tags, within)
        return seen[event.run_id]
