"""Telegram updates, and splitting of long replies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Required, TypedDict

from runwhy.core.json import storable
from runwhy.core.triggers.telegram_files import File, file_of, unsupported_kind

MAX_MESSAGE = 4096  # in UTF-16 units, as Telegram counts
SENDING = "no answer from the chat"  # stored before a message is sent
REPEATED = "You may have seen this message before: the connection was lost while it was sent."
MAX_PIECE = MAX_MESSAGE - len(REPEATED) - 2  # of a reply, so that the line above fits
MAX_NAME = 128
MAX_DATA = 64  # bytes of a button's data, as Telegram limits them
MAX_NUMBER = 2**63 - 1
_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{8,100}")
_WHY = re.compile(r"/why(@\w{1,64})?")
_BOUNDARIES = ("\n\n", "\n", ". ", " ")


class _Content(TypedDict, total=False):
    text: Required[str]
    file: File
    unsupported: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A message to a bot."""

    update_id: int
    chat_id: int
    message_id: int
    text: str
    chat_type: str = "private"
    topic_id: int | None = None
    user_id: int | None = None
    user_name: str | None = None
    reply_to: int | None = None  # the message that this one replies to
    file: File | None = None
    unsupported: str | None = None  # the kind of a message that cannot be read

    @property
    def asks_why(self) -> bool:
        """Whether this is the command `/why`."""
        return self.file is None and _WHY.fullmatch(self.text.strip()) is not None

    @property
    def key(self) -> str:
        """The idempotency key of the message."""
        return f"{self.chat_id}:{self.message_id}"

    @property
    def conversation(self) -> str:
        """The chat and its topic; each pair is a session."""
        return f"{self.chat_id}:{self.topic_id or 0}"

    def facts(self) -> dict[str, str | int | bool | None]:
        """Return the channel's facts about the run that this message starts."""
        facts: dict[str, str | int | bool | None] = {
            "telegram_chat_id": self.chat_id,
            "telegram_message_id": self.message_id,
            "telegram_chat_type": self.chat_type,
        }
        facts |= {"telegram_from_user_id": self.user_id} if self.user_id is not None else {}
        return facts | ({"telegram_topic_id": self.topic_id} if self.topic_id is not None else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPress:
    """A press of a button below a message of a bot. Only the server of Telegram vouches for it."""

    update_id: int
    id: str
    chat_id: int
    message_id: int
    user_id: int
    data: str
    user_name: str | None = None

    @property
    def conversation(self) -> str:
        """The presses of a chat are handled in order."""
        return f"{self.chat_id}:press"


def update_id_of(update: object) -> int | None:
    """Return the number of an update, used to acknowledge it, or None."""
    return _number_in(update, "update_id")


def _number_in(value: object, name: str) -> int | None:
    return _number(value.get(name)) if isinstance(value, Mapping) else None


def _number(value: object) -> int | None:
    """Return a whole number that a database can hold, or None."""
    return value if type(value) is int and abs(value) <= MAX_NUMBER else None


def is_token(text: str) -> bool:
    """Whether this looks like a bot token.

    Other secrets in the named environment variable (a provider's key, a password) must never be
    sent to Telegram.
    """
    return _TOKEN.fullmatch(text) is not None


def read_update(update: object) -> Incoming | None:
    """Return the message of an update; None for edits, joins and malformed updates."""
    match update:
        case {
            "update_id": int(update_id),
            "message": {
                "message_id": int(message_id),
                "chat": {"id": int(chat_id), **chat},
                **rest,
            },
        } if None not in map(_number, (update_id, message_id, chat_id)):
            content = _content(rest)
            if content is None:
                return None
            user = rest.get("from")
            in_topic = rest.get("is_topic_message") is True
            return Incoming(
                update_id=update_id,
                chat_id=chat_id,
                message_id=message_id,
                chat_type=storable(str(chat.get("type") or "private"))[:20],
                topic_id=_number_in(rest, "message_thread_id") if in_topic else None,
                user_id=_number_in(user, "id"),
                user_name=_name(user),
                reply_to=_number_in(rest.get("reply_to_message"), "message_id"),
                **content,
            )
        case _:
            return None


def read_press(update: object) -> ButtonPress | None:
    """Return the press of a button in an update, if it is one below a message of this bot."""
    match update:
        case {
            "update_id": int(update_id),
            "callback_query": {
                "id": str(id),
                "from": {"id": int(user_id), **user},
                "message": {"message_id": int(message_id), "chat": {"id": int(chat_id)}},
                "data": str(data),
            },
        } if None not in map(_number, (update_id, message_id, chat_id, user_id)):
            return ButtonPress(
                update_id=update_id,
                id=storable(id)[:MAX_NAME],
                chat_id=chat_id,
                message_id=message_id,
                user_id=user_id,
                user_name=_name(user),
                data=storable(data)[:MAX_DATA],
            )
        case _:
            return None


def _content(message: Mapping[Any, object]) -> _Content | None:
    """Return the text, the file or the unsupported kind of a message."""
    if (kind := unsupported_kind(message)) is not None:
        return {"text": "", "unsupported": kind}
    file = file_of(message)
    text = message.get("text") if file is None else message.get("caption")
    clean = storable(text) if isinstance(text, str) else ""
    if file is not None:
        return {"text": clean, "file": file}
    return {"text": clean} if clean.strip() else None


def _name(user: object) -> str | None:
    fields = user if isinstance(user, Mapping) else {}
    name = fields.get("username") or fields.get("first_name")
    return storable(name)[:MAX_NAME] if isinstance(name, str) and name else None


def repeated_text(text: str, note: str = REPEATED) -> str:
    """Return a message with a line about an earlier attempt, which may have sent it."""
    return f"{first_units(text, MAX_MESSAGE - len(note) - 2)}\n\n{note}"


def split_reply(text: str, limit: int = MAX_PIECE) -> list[str]:
    """Split a reply into messages at the ends of paragraphs, lines, sentences or words."""
    pieces = []
    rest = text.strip()
    while utf16_units(rest) > limit:
        at = _cut(first_units(rest, limit))
        pieces.append(rest[:at].rstrip())
        rest = rest[at:].lstrip()
    return [*pieces, rest] if rest else pieces


def _cut(window: str) -> int:
    """Return where to cut: the best boundary in the second half, else within a word."""
    for mark in _BOUNDARIES:
        at = window.rfind(mark)
        if at >= len(window) // 2:
            return at + len(mark)
    return len(window)


def utf16_units(text: str) -> int:
    """Return the length of a text as Telegram counts it."""
    return len(text) + sum(ord(character) > 0xFFFF for character in text)


def first_units(text: str, limit: int) -> str:
    """Return the beginning of a text, at most `limit` UTF-16 units."""
    window = text[:limit]
    while utf16_units(window) > limit:
        window = window[: len(window) - max(1, (utf16_units(window) - limit) // 2)]
    return window
