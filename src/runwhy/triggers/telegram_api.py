"""A thin client of the Telegram Bot API: the four methods that a channel needs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import httpx2

DEFAULT_BASE = "https://api.telegram.org"
POLL_SECONDS = 25
ANSWER_WITHIN = 30.0
MAX_WAIT = 300.0  # whatever is asked for, we look again after this
TRIES = 5


class TelegramError(Exception):
    """The Bot API said no, or said nothing; `code` is what it answered with, 0 for no answer."""

    def __init__(self, code: int, description: str) -> None:
        super().__init__(f"{code}: {description}")
        self.code = code
        self.description = description


class _NoAddresses(logging.Filter):
    """The token is part of each address, so these are not logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "/bot" not in record.getMessage()


logging.getLogger("httpx2").addFilter(_NoAddresses())


class BotApi:
    """Calls methods for one bot; waits as long as it is told to when it asked too often."""

    def __init__(self, token: str, *, base: str = DEFAULT_BASE) -> None:
        self._base = f"{base.rstrip('/')}/bot{token}"
        self._http = httpx2.AsyncClient(
            timeout=httpx2.Timeout(ANSWER_WITHIN + POLL_SECONDS, connect=ANSWER_WITHIN),
            trust_env=True,
        )

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.aclose()

    async def get_updates(self, offset: int) -> Sequence[object]:
        """What came since, at the latest after a while; all before `offset` is acknowledged."""
        found = await self._call(
            "getUpdates", offset=offset, timeout=POLL_SECONDS, allowed_updates=["message"]
        )
        return found if isinstance(found, list) else []

    async def send_message(
        self, chat_id: int, text: str, *, topic_id: int | None = None, reply_to: int | None = None
    ) -> int:
        """Send a message; its id."""
        reply = None
        if reply_to is not None:
            reply = {"message_id": reply_to, "allow_sending_without_reply": True}
        sent = await self._call(
            "sendMessage",
            chat_id=chat_id,
            text=text,
            message_thread_id=topic_id,
            reply_parameters=reply,
        )
        id = sent.get("message_id") if isinstance(sent, dict) else None
        if not isinstance(id, int):
            raise TelegramError(0, "the answer has no message_id")
        return id

    async def edit_message(self, chat_id: int, message_id: int, text: str) -> None:
        """Change a message of ours; one that says so already is fine."""
        try:
            await self._call("editMessageText", chat_id=chat_id, message_id=message_id, text=text)
        except TelegramError as error:
            if "message is not modified" not in error.description:
                raise

    async def say_typing(self, chat_id: int, *, topic_id: int | None = None) -> None:
        """Show for some seconds that an answer is being written."""
        await self._call(
            "sendChatAction", chat_id=chat_id, action="typing", message_thread_id=topic_id
        )

    async def _call(self, method: str, **given: Any) -> Any:
        body = {name: value for name, value in given.items() if value is not None}
        for left in reversed(range(TRIES)):
            try:
                response = await self._http.post(f"{self._base}/{method}", json=body)
                said = response.json()
            except (httpx2.HTTPError, ValueError) as error:
                raise TelegramError(0, type(error).__name__) from None  # the address has the token
            if isinstance(said, dict) and said.get("ok") is True:
                return said.get("result")
            code, description, wait = _refusal(response.status_code, said)
            if code != 429 or not left:
                raise TelegramError(code, description)
            await asyncio.sleep(min(wait, MAX_WAIT))
        raise AssertionError("unreachable")


def _refusal(status: int, said: object) -> tuple[int, str, float]:
    answer = said if isinstance(said, dict) else {}
    parameters = answer.get("parameters")
    wait = parameters.get("retry_after") if isinstance(parameters, dict) else None
    seconds = float(wait) if isinstance(wait, int | float) and wait >= 0 else 1.0
    return status, str(answer.get("description") or "no reason was given")[:200], seconds
