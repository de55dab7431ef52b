"""Channels: chat messages start runs in the chat's session, and replies go back to the chat."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.delivery import DeliveryStatus
from runwhy.core.runs.events import Event
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import Run
from runwhy.core.sessions.autonomy import TIMER
from runwhy.core.sessions.session import SessionStatus
from runwhy.core.triggers.replies import Reply, after_failure, settle
from runwhy.core.triggers.telegram import Incoming
from runwhy.core.triggers.trigger import (
    Occurrence,
    Trigger,
    TriggerKind,
    origin_of_run,
    spec_of_chat,
)
from runwhy.core.triggers.why import NOTHING, why_text
from runwhy.ports import AlreadyFired, Clock, TimerStore, TriggerStore
from runwhy.services.operations import passes_on
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions
from runwhy.vault import PLAIN, Vault
from runwhy.write_tasks import uninterrupted

LEASE = 60.0  # seconds; longer than one poll takes
PING_EVERY = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Channels:
    """Use cases for the readers of channels."""

    store: TriggerStore
    timers: TimerStore
    runs: Runs
    sessions: Sessions
    env: Callable[[str], str | None]
    clock: Clock
    server: str
    vault: Vault = PLAIN

    read_to = passes_on(TriggerStore.move_cursor)
    note = passes_on(TriggerStore.note_reply)  # stores how much of it was sent

    async def list(self) -> Sequence[Trigger]:
        """Return the bots to read, in all workspaces."""
        return await self.store.list_triggers_of(TriggerKind.TELEGRAM)

    def token_of(self, trigger: Trigger) -> str | None:
        """Return the bot's token, from the environment or the trigger."""
        name = trigger.config.token_env
        if name:
            return self.env(name)
        return None if trigger.secret is None else self.vault.open(trigger.secret)

    async def lead(self, trigger: Trigger) -> bool:
        """Acquire or extend the lease on reading the bot; False if another server has it.

        A cancelled caller waits for the write, which would otherwise follow its `step_down`.
        """
        held = self.store.hold_lease(
            f"channel:{trigger.id}", self.server, seconds=LEASE, at=self.clock()
        )
        return await uninterrupted(held)

    async def step_down(self, trigger: Trigger) -> None:
        """Release the lease, so that another server can read the bot immediately."""
        await self.store.drop_lease(f"channel:{trigger.id}", self.server)

    async def take(
        self, trigger: Trigger, incoming: Incoming, files: Sequence[JsonObject] = ()
    ) -> Run | None:
        """Start the run of a message; None if it already has one. Raises: RunwhyError."""
        now = self.clock()
        occurrence = Occurrence(trigger_id=trigger.id, key=incoming.key, at=now)
        user = incoming.user_id
        actor = Actor(
            kind="channel", id=None if user is None else str(user), name=incoming.user_name
        )
        data = {"attachments": [*files]} if files else {}
        request = RunRequest(
            workspace=trigger.workspace,
            origin=origin_of_run(trigger, incoming.facts(), at=now, by=actor),
            messages=[InputMessage(role="user", text=incoming.text, data=data)],
            trigger_tags=trigger.tags,
            session_id=await self._session(trigger, incoming.conversation),
        )
        try:
            return await self.runs.start(request, occurrence=occurrence)
        except AlreadyFired:
            return None

    async def is_known(self, trigger: Trigger, incoming: Incoming) -> bool:
        """Whether a message already has a run, so that its files are not needed again."""
        return await self.store.find_occurrence(trigger.id, incoming.key) is not None

    async def why(self, trigger: Trigger, incoming: Incoming) -> str:
        """Return the origin of the reply that a message refers to, or else of the newest one."""
        reply = await self.store.find_reply(
            trigger.id, incoming.conversation, message_id=incoming.reply_to
        )
        run = await self.run_of(trigger, reply) if reply is not None else None
        if run is None:
            return NOTHING
        id, timer, by = run.origin.trigger_id, None, None
        if id is not None and run.origin.trigger == TIMER and run.session_id is not None:
            timer = await self.timers.get_timer(run.workspace, run.session_id, id)
        elif id is not None:
            by = await self.store.get_trigger(run.workspace, id)
        return why_text(run, trigger=by, timer=timer)

    async def _session(self, trigger: Trigger, conversation: str) -> str:
        known = await self.store.get_channel_session(trigger.id, conversation)
        if known is not None:
            session = await self.store.get_session(trigger.workspace, known)
            if session is not None and session.status is SessionStatus.ACTIVE:
                return known
        name = f"{trigger.name} {conversation.removesuffix(':0')}"
        made = await self.sessions.create(trigger.workspace, spec_of_chat(trigger, name), {})
        await self.store.set_channel_session(trigger.id, conversation, made.id)
        return made.id

    async def due(self, trigger: Trigger) -> Sequence[Reply]:
        """Return the replies of a bot to send now, oldest first."""
        return await self.store.list_replies(trigger.id, at=self.clock())

    async def next_due(self, trigger: Trigger) -> float | None:
        """Return in how many seconds the next reply of a bot is due."""
        at = await self.store.next_reply(trigger.id)
        return None if at is None else (at - self.clock()).total_seconds()

    async def run_of(self, trigger: Trigger, reply: Reply) -> Run | None:
        """Return the run of a reply."""
        return await self.store.get_run(trigger.workspace, reply.run_id)

    async def follow(self, run: Run) -> AsyncGenerator[Event | None, None]:
        """Yield the run's events until it has ended, and None periodically as a keep-alive."""
        events = self.runs.follow(run, after=0, stopping=lambda: False, ping_every=PING_EVERY)
        async with aclosing(events):
            async for event in events:
                yield event

    async def settle(self, reply: Reply, status: DeliveryStatus, error: str | None = None) -> None:
        """Store that the delivery of a reply has ended."""
        await self.note(settle(reply, status, at=self.clock(), error=error))

    async def fail(self, reply: Reply, error: str, *, final: bool, wait: float) -> Reply:
        """Store a failed attempt to send a reply, and return the reply after it."""
        tried = after_failure(reply, error, at=self.clock(), final=final, wait=wait)
        await self.note(tried)
        return tried
