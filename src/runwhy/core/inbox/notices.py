"""Notices: inbox items that a webhook or a chat is notified of, and the buttons in a chat."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from runwhy.core.agents.approval_text import question
from runwhy.core.agents.coding_agents import Decision
from runwhy.core.display_text import escape_controls, one_line
from runwhy.core.inbox.items import InboxItem, ItemAction
from runwhy.core.triggers.telegram import (
    MAX_MESSAGE,
    REPEATED,
    SENDING,
    ButtonPress,
    first_units,
    repeated_text,
    utf16_units,
)
from runwhy.core.triggers.trigger import Trigger

BUTTONS_FOR = timedelta(days=7)  # at most; buttons end with their request
MAX_ATTEMPTS = 8
FIRST_WAIT = 5.0  # seconds; doubled for each further attempt
MAX_QUESTION = 3000  # UTF-16 units; a longer request cannot be allowed in a chat
TOO_LONG = "The request is too long for a message. Allow it in the dashboard or with runwhy inbox."
FIRST_PRESS = "You can use the buttons of either message; the first press counts."
_PREFIX = "rw"
_DECISIONS: dict[str, Decision] = {"a": "approve", "r": "approve_for_run", "d": "deny"}
_LABELS = {"a": "Allow once", "r": "Allow for this run", "d": "Deny"}
_DONE = {
    "approve": "Allowed once",
    "approve_for_run": "Allowed for this run",
    "deny": "Denied",
    "dismiss": "Dismissed",
    "cancel_run": "Run cancelled",
    "rerun": "Run repeated",
    "replay": "Sent again",
    "resume_trigger": "Trigger resumed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """An item that a target was notified of: an outgoing webhook, or the bot of a chat.

    `next_at` is the time to send or change its message. `pressed` is the id of the press that
    decided. With `text`, it is a message that is sent unchanged.
    """

    id: str
    workspace: int
    target: str
    item_id: str
    opened_at: datetime
    nonce: str
    expires_at: datetime
    run_id: str | None = None
    approval_id: str | None = None
    closed_at: datetime | None = None
    chat_id: int | None = None
    message_id: int | None = None
    next_at: datetime | None = None
    attempts: int = 0
    error: str | None = None
    pressed: str | None = None
    text: str | None = None

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier attempt may have sent its message, without an answer of the chat."""
        return self.message_id is None and self.error == SENDING


class Button(NamedTuple):
    """A button below a message: its label, and the data that its press contains."""

    label: str
    data: str


class NotAllowed(Exception):
    """A press of a button does not count. The message is the reason."""


def expiry_of(item: InboxItem, *, now: datetime) -> datetime:
    """Return until when the buttons of an item count."""
    latest = now + BUTTONS_FOR
    return latest if item.deadline is None else min(item.deadline, latest)


def buttons_of(item: InboxItem, notice: Notice) -> Sequence[Button]:
    """Return the buttons of an item. A request that is not shown whole can only be denied."""
    if ItemAction.APPROVE not in item.actions:
        return ()
    shown = _DECISIONS if utf16_units(_question(item)) <= MAX_QUESTION else ("d",)
    data = {key: ":".join((_PREFIX, notice.id, key, notice.nonce)) for key in shown}
    return [Button(_LABELS[key], data[key]) for key in shown]


def notice_of_press(press: ButtonPress) -> str | None:
    """Return the id of the notice that a press names, if it has the form of a button."""
    match press.data.split(":"):
        case [prefix, id, key, _] if prefix == _PREFIX and key in _DECISIONS:
            return id
        case _:
            return None


def decision_of_press(
    press: ButtonPress, notice: Notice | None, trigger: Trigger, *, now: datetime
) -> Decision:
    """Return the decision of a press after all checks. Raises: NotAllowed.

    The data of a press is whatever the sender's program chose, so it is checked against the
    notice. The chat and the user come from Telegram.
    """
    if notice is None or notice.target != trigger.id or notice.workspace != trigger.workspace:
        raise NotAllowed("this button is unknown")
    *_, key, nonce = press.data.split(":")
    if not hmac.compare_digest(nonce.encode(), notice.nonce.encode()):
        raise NotAllowed("this button is unknown")
    if press.chat_id != notice.chat_id or press.chat_id != trigger.config.inbox_chat_id:
        raise NotAllowed("decisions are not possible in this chat")
    if press.user_id not in (trigger.config.inbox_user_ids or ()):
        raise NotAllowed("you are not in inboxUserIds of this bot")
    if notice.pressed not in (None, press.id):
        raise NotAllowed("this button was used before")
    if now >= notice.expires_at and notice.pressed is None:
        raise NotAllowed("this button has expired")
    return _DECISIONS[key]


def person_of(press: ButtonPress) -> str:
    """Return the name of the person who pressed a button, with the id that Telegram gives."""
    name = one_line(press.user_name or "")
    return f"{name} (Telegram {press.user_id})" if name else f"Telegram {press.user_id}"


def message_text(item: InboxItem) -> str:
    """Return the message about an open item. It has no markup."""
    body = _question(item) if item.asked is not None else one_line(item.title)
    if utf16_units(body) > MAX_QUESTION:
        body = f"{first_units(body, MAX_QUESTION)}…\n\n{TOO_LONG}"
    lines = [body, "", f"Why: {one_line(item.why)}", *_otherwise(item)]
    return first_units("\n".join(lines), MAX_MESSAGE)


def repeated_notice(text: str, *, buttons: bool) -> str:
    """Return a message that an earlier attempt may have sent."""
    return repeated_text(text, f"{REPEATED} {FIRST_PRESS}" if buttons else REPEATED)


def closed_text(item: InboxItem | None, before: str) -> str:
    """Return the message about an item that is closed."""
    if item is None or item.answer is None:
        return f"{before}\n\nSettled."
    answer = item.answer
    reason = f": {one_line(answer.reason)}" if answer.reason else ""
    done = _DONE.get(answer.action, "Settled")
    by = f" by {one_line(answer.by)}" if answer.by else ""
    return first_units(f"{one_line(item.title)}\n\n{done}{by}{reason}", MAX_MESSAGE)


def next_attempt(failed: int, *, now: datetime, wait: float, final: bool) -> datetime | None:
    """Return when to try again after some failed attempts; None to give up."""
    if final or failed >= MAX_ATTEMPTS:
        return None
    return now + timedelta(seconds=max(wait, FIRST_WAIT * 2 ** (failed - 1)))


def _question(item: InboxItem) -> str:
    if item.asked is None or item.approval_id is None:
        return escape_controls(item.title)
    return question(item.asked, item.title.partition(" wants to ")[0])


def _otherwise(item: InboxItem) -> list[str]:
    if not item.otherwise:
        return []
    at = item.deadline and item.deadline.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return [f"Without an answer by {at}: {item.otherwise}" if at else item.otherwise]
