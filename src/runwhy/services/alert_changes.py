"""Changes of alerts: a new state with its history, and the notices to recipients."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import msgspec

from runwhy.core.alerts.alert import (
    Alert,
    AlertEvent,
    AlertState,
    AlertStatus,
    Recipient,
    RecipientKind,
)
from runwhy.core.alerts.decision import Transition, announces, limits_of
from runwhy.core.alerts.notices import (
    FIRING,
    MESSAGES_FOR,
    RESOLVED,
    message_text,
    title_text,
)
from runwhy.core.alerts.timeline import from_ms
from runwhy.core.inbox.notices import Notice
from runwhy.core.triggers.subscriptions import Outgoing
from runwhy.ports import AlertStore, Clock, NewId
from runwhy.ports.alerts import AlertChange
from runwhy.wire.alerts import AlertNotice
from runwhy.wire.answer import time_text

SILENCE_ENDED = "the silence ended"


@dataclass(slots=True)
class _Draft:
    """A change while it is put together."""

    state: AlertState
    events: list[AlertEvent] = field(default_factory=list)
    outgoing: list[Outgoing] = field(default_factory=list)
    messages: list[Notice] = field(default_factory=list)
    is_incomplete: bool = False
    title: str = ""  # of the notices


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertChanges:
    """Creates changes of states, which the store writes in one transaction."""

    store: AlertStore
    clock: Clock
    new_id: NewId
    new_nonce: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    async def of_transitions(
        self, alert: Alert, state: AlertState, transitions: Sequence[Transition]
    ) -> AlertChange:
        """Return the change for some transitions, in their order."""
        draft = _Draft(state)
        for each in transitions:
            status = AlertStatus.FIRING if each.is_firing else AlertStatus.OK
            await self._add(draft, alert, status, from_ms(each.at), each.value)
        return self._done(draft)

    async def of_status(
        self, alert: Alert, state: AlertState, status: AlertStatus, reason: str
    ) -> AlertChange:
        """Return the change to a status for another reason than a value."""
        draft = _Draft(state)
        await self._add(draft, alert, status, self.clock(), None, reason)
        return self._done(draft)

    async def of_silence(self, alert: Alert, state: AlertState) -> AlertChange:
        """Return the change that notifies recipients after a silence."""
        draft = _Draft(state)
        await self._add(draft, alert, state.status, state.since, state.value, SILENCE_ENDED)
        draft.events[-1] = replace(draft.events[-1], at=self.clock())
        return self._done(draft)

    def _done(self, draft: _Draft) -> AlertChange:
        state = replace(draft.state, version=draft.state.version + 1, measured_at=self.clock())
        return AlertChange(
            state=state,
            events=draft.events,
            outgoing=draft.outgoing,
            messages=draft.messages,
            is_incomplete=draft.is_incomplete,
        )

    async def _add(
        self,
        draft: _Draft,
        alert: Alert,
        status: AlertStatus,
        at: datetime,
        value: float | None,
        reason: str | None = None,
    ) -> None:
        now, is_firing = self.clock(), status is AlertStatus.FIRING
        is_announced = status is not AlertStatus.BROKEN and announces(
            is_firing=is_firing,
            is_announced=draft.state.is_announced,
            is_silenced=alert.is_silenced(now),
        )
        draft.state = replace(
            draft.state,
            status=status,
            since=at,
            value=value,
            problem=reason if status is AlertStatus.BROKEN else None,
            is_announced=is_firing if is_announced else draft.state.is_announced,
        )
        draft.events.append(
            AlertEvent(
                id=self.new_id("ale"),
                workspace=alert.workspace,
                alert_id=alert.id,
                status=status,
                at=at,
                recorded_at=now,
                value=value,
                threshold=limits_of(alert).fire,
                is_announced=is_announced,
                reason=reason,
            )
        )
        if is_announced:
            cause = None if reason == SILENCE_ENDED else reason
            draft.title = title_text(alert, draft.state, cause)
            for each in alert.recipients:
                await self._notify(draft, alert, each, now)

    async def _notify(
        self, draft: _Draft, alert: Alert, recipient: Recipient, now: datetime
    ) -> None:
        if recipient.kind is RecipientKind.WEBHOOK and recipient.id is not None:
            draft.outgoing.append(self._outgoing(alert, draft, recipient.id, now))
        elif recipient.kind is RecipientKind.TELEGRAM and recipient.id is not None:
            bot = await self.store.get_trigger(alert.workspace, recipient.id)
            if bot is None or bot.config.inbox_chat_id is None:
                draft.is_incomplete = True
                return
            chat = bot.config.inbox_chat_id
            draft.messages.append(self._message(alert, draft, bot.id, chat, now))

    def _outgoing(self, alert: Alert, draft: _Draft, subscription: str, now: datetime) -> Outgoing:
        state = draft.state
        type = FIRING if state.status is AlertStatus.FIRING else RESOLVED
        data = AlertNotice.of(
            alert,
            state,
            at=state.since,
            threshold=limits_of(alert).fire,
            title=draft.title,
        )
        payload = {"type": type, "timestamp": time_text(now), "data": data.as_json()}
        return Outgoing(
            id=self.new_id("msg"),
            subscription_id=subscription,
            run_id="",
            type=type,
            payload=msgspec.json.encode(payload).decode(),
            created_at=now,
            next_at=now,
        )

    def _message(self, alert: Alert, draft: _Draft, bot: str, chat: int, now: datetime) -> Notice:
        state = draft.state
        return Notice(
            id=self.new_id("ntc"),
            workspace=alert.workspace,
            target=bot,
            item_id=f"alert:{alert.id}:{state.status}",
            opened_at=state.since,
            nonce=self.new_nonce(),
            expires_at=now + MESSAGES_FOR,
            closed_at=now,  # it is not an item of the inbox, which would be closed later
            chat_id=chat,
            next_at=now,
            text=message_text(alert, state, draft.title),
        )
