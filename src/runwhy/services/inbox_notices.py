"""Notices about inbox items: to outgoing webhooks, and to Telegram chats with buttons."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import msgspec
import structlog

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.rate_limits import Rate
from runwhy.core.agents.coding_agents import Approval, Decision, decision_event
from runwhy.core.inbox.items import InboxItem
from runwhy.core.inbox.notices import (
    NotAllowed,
    Notice,
    decision_of_press,
    expiry_of,
    next_attempt,
    notice_of_press,
    person_of,
)
from runwhy.core.queries.field_values import prompt_of
from runwhy.core.runs.origin import Actor
from runwhy.core.triggers.subscriptions import Outgoing, Subscriber, wants, wants_item
from runwhy.core.triggers.telegram import SENDING, ButtonPress
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.errors import RunwhyError, Unavailable
from runwhy.ports import AUDIT_CONTEXT, Clock, NewId, NoticeStore
from runwhy.services.deliveries import agent_name, disable_expired
from runwhy.services.inbox import Inbox, InboxView
from runwhy.services.rate_limits import Buckets
from runwhy.wire import inbox as wire
from runwhy.wire.answer import time_text

LEASE = 30.0  # seconds
REFUSED = "approval.refused"
PER_USER = Rate(per_minute=2, burst=10)  # entries in the audit log
IN_TOTAL = Rate(per_minute=20, burst=50)

_log = structlog.get_logger("runwhy.inbox")


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxNotices:
    """Notifies webhooks and chats of items that were opened or closed, once each.

    A notice is derived from the items, so it is not lost when a server dies. Its row is written
    with its delivery, and there is one row for a target and an item, so that it is sent once.
    """

    store: NoticeStore
    inbox: Inbox
    clock: Clock
    new_id: NewId
    server: str
    new_nonce: Callable[[], str] = lambda: secrets.token_urlsafe(16)
    _users: Buckets = field(default_factory=lambda: Buckets(PER_USER), init=False)
    _total: Buckets = field(default_factory=lambda: Buckets(IN_TOTAL), init=False)

    async def notify(self) -> datetime | None:
        """Write the notices that are due, if this server holds the lease."""
        await disable_expired(self.store, at=self.clock())
        hooks = await self.store.list_inbox_subscriptions()
        bots = [bot for bot in await self._bots() if bot.config.inbox_chat_id is not None]
        if not hooks and not bots:
            return None
        held = self.store.hold_lease("inbox:notices", self.server, seconds=LEASE, at=self.clock())
        if not await held:
            return None
        workspaces = {hook.workspace for hook in hooks} | {bot.workspace for bot in bots}
        for workspace in sorted(workspaces):
            items = await self.inbox.items(InboxView(workspace=workspace, now=self.clock()))
            for bot in bots:
                if bot.workspace == workspace:
                    await self._notify_bot(bot, items)
            for hook in hooks:
                if hook.workspace == workspace:
                    await self._notify_hook(hook, items)
        return None

    async def _bots(self) -> Sequence[Trigger]:
        return await self.store.list_triggers_of(TriggerKind.TELEGRAM)

    async def _notify_bot(self, bot: Trigger, items: Sequence[InboxItem]) -> None:
        now = self.clock()
        opened, gone = await self._changes(bot.id, items)
        for item in opened:
            notice = self._notice(bot.workspace, bot.id, item, now)
            await self.store.open_notice(
                replace(notice, chat_id=bot.config.inbox_chat_id, next_at=now)
            )
        for notice in gone:
            await self.store.close_notice(notice, at=now)

    async def _notify_hook(self, hook: Subscriber, items: Sequence[InboxItem]) -> None:
        now = self.clock()
        wanted = [item for item in items if await self._is_wanted(hook, item)]
        opened, gone = await self._changes(hook.id, wanted)
        for item in opened:
            made = self._outgoing(hook, "inbox.opened", item.run_id, _shown(item), now)
            await self.store.open_notice(self._notice(hook.workspace, hook.id, item, now), made)
        by_id = {item.id: item for item in items}
        for notice in gone:
            item_now = by_id.get(notice.item_id)
            data = _shown(item_now) if item_now else {"id": notice.item_id, "runId": notice.run_id}
            made = self._outgoing(hook, "inbox.closed", notice.run_id, data, now)
            await self.store.close_notice(notice, made, at=now)

    async def _changes(
        self, target: str, items: Sequence[InboxItem]
    ) -> tuple[list[InboxItem], list[Notice]]:
        """Return the items that a target does not know yet, and the notices that are settled."""
        known = await self.store.list_open_notices(target)
        open_ids = {item.id for item in items if item.is_open}
        told = {notice.item_id for notice in known}
        unknown = [item for item in items if item.is_open and item.id not in told]
        opened = [item for item in unknown if target not in item.told]
        return opened, [notice for notice in known if notice.item_id not in open_ids]

    async def _is_wanted(self, hook: Subscriber, item: InboxItem) -> bool:
        if not hook.query:
            return True
        if item.run_id is None:
            return wants_item(hook, item.tags, item.since, now=self.clock())
        run = await self.store.get_run(hook.workspace, item.run_id)
        if run is None:
            return False
        prompt = prompt_of(await self.store.list_parts(run.id))
        agent = await agent_name(self.store, run, [hook])
        return wants(hook, run, prompt, agent, now=self.clock())

    def _notice(self, workspace: int, target: str, item: InboxItem, now: datetime) -> Notice:
        return Notice(
            id=self.new_id("ntc"),
            workspace=workspace,
            target=target,
            item_id=item.id,
            opened_at=item.changed_at,
            nonce=self.new_nonce(),
            expires_at=expiry_of(item, now=now),
            run_id=item.run_id,
            approval_id=item.approval_id,
        )

    def _outgoing(
        self, hook: Subscriber, type: str, run: str | None, data: Mapping[str, object], at: datetime
    ) -> Outgoing:
        payload = {"type": type, "timestamp": time_text(at), "data": data}
        return Outgoing(
            id=self.new_id("msg"),
            subscription_id=hook.id,
            run_id=run or "",
            type=type,
            payload=msgspec.json.encode(payload).decode(),
            created_at=at,
            next_at=at,
        )

    # Messages of a bot

    async def due(self, bot: Trigger) -> Sequence[tuple[Notice, InboxItem | None]]:
        """Return the messages of a bot to send or change now, with their items."""
        found = await self.store.list_due_notices(bot.id, at=self.clock())
        if not found:
            return ()
        items = await self.inbox.items(InboxView(workspace=bot.workspace, now=self.clock()))
        by_id = {item.id: item for item in items}
        return [(notice, by_id.get(notice.item_id)) for notice in found]

    async def next_due(self, bot: Trigger) -> float | None:
        """Return in how many seconds the next message of a bot is due."""
        at = await self.store.next_notice(bot.id)
        return None if at is None else (at - self.clock()).total_seconds()

    async def sending(self, notice: Notice) -> None:
        """Store that a new message is sent now. After a crash, the next message mentions it."""
        await self.store.note_notice(replace(notice, error=SENDING))

    async def sent(self, notice: Notice, message_id: int | None) -> None:
        """Store that a message was sent or changed."""
        done = replace(notice, message_id=message_id, next_at=None, error=None)
        await self.store.note_notice(done)

    async def failed(self, notice: Notice, error: str, *, final: bool, wait: float) -> None:
        """Store a failed attempt; after several, the message is given up."""
        attempts = notice.attempts + 1
        again = next_attempt(attempts, now=self.clock(), wait=wait, final=final)
        await self.store.note_notice(
            replace(notice, attempts=attempts, error=error[:300], next_at=again)
        )

    # Presses of buttons

    async def press(self, bot: Trigger, press: ButtonPress) -> str:
        """Count the press of a button as the person's decision; return the line for that person.

        Anything else is refused and recorded in the audit log. Raises: Unavailable.
        """
        id = notice_of_press(press)
        notice = None if id is None else await self.store.get_notice(id)
        try:
            decision = decision_of_press(press, notice, bot, now=self.clock())
            assert notice is not None
            if notice.pressed == press.id:
                return "Your decision was stored."  # sent again by Telegram
            decided = await self._decide(bot, notice, press, decision)
        except Unavailable:
            raise
        except (NotAllowed, RunwhyError) as error:
            reason = error.message if isinstance(error, RunwhyError) else str(error)
            await self._refuse(bot, press, notice, reason)
            return f"Refused: {reason}"
        return "Denied." if decided.decision == "deny" else "Allowed."

    async def _decide(
        self, bot: Trigger, notice: Notice, press: ButtonPress, decision: Decision
    ) -> Approval:
        run = await self.store.get_run(bot.workspace, notice.run_id or "")
        if run is None or notice.approval_id is None:
            raise NotAllowed("the request no longer exists")
        now = self.clock()
        decided = Approval(
            id=notice.approval_id,
            asked={},
            asked_at=now,
            decision=decision,
            decided_by=person_of(press),
            decided_at=now,
        )
        self._act_as(press)
        event = decision_event(decided)
        return await self.store.decide_by_notice(notice, press.id, run, decided, event)

    def _act_as(self, press: ButtonPress) -> None:
        actor = Actor(kind="channel", id=str(press.user_id), name=person_of(press))
        AUDIT_CONTEXT.set(AuditContext(actor=actor, at=self.clock()))

    async def _refuse(
        self, bot: Trigger, press: ButtonPress, notice: Notice | None, reason: str
    ) -> None:
        fields = {"trigger": bot.id, "chat": press.chat_id, "user": press.user_id}
        _log.warning("inbox.press_refused", reason=reason, **fields)
        now = self.clock()
        if self._users.take(str(press.user_id), at=now) or self._total.take("", at=now):
            return  # an attacker must not fill the disk
        mine = notice is not None and notice.workspace == bot.workspace
        subject = (notice.run_id if notice is not None and mine else None) or bot.id
        self._act_as(press)
        await self.store.note_change(bot.workspace, REFUSED, subject, {"reason": reason, **fields})


def _shown(item: InboxItem) -> Mapping[str, object]:
    return wire.InboxItem.of(item).as_json()
