"""A small client for the four Telegram Bot API methods that a channel needs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import httpx2

DEFAULT_BASE = "https://api.telegram.org"
POLL_SECONDS = 25
RESPONSE_TIMEOUT = 30.0
MAX_WAIT = 300.0  # seconds; caps the server's retry_after
MAX_ATTEMPTS = 5


class TelegramError(Exception):
    """The Bot API returned an error; `code` is its HTTP status, 0 if there was no response."""

    def __init__(self, code: int, description: str) -> None:
        super().__init__(f"{code}: {description}")
        self.code = code
        self.description = description


class _NoAddresses(logging.Filter):
    """Drops log records with Bot API addresses, because they contain the token."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "/bot" not in record.getMessage()


logging.getLogger("httpx2").addFilter(_NoAddresses())


class BotApi:
    """Calls methods for one bot; waits as requested when rate limited."""

    def __init__(self, token: str, *, base: str = DEFAULT_BASE) -> None:
        self._base = f"{base.rstrip('/')}/bot{token}"
        self._http = httpx2.AsyncClient(
            timeout=httpx2.Timeout(RESPONSE_TIMEOUT + POLL_SECONDS, connect=RESPONSE_TIMEOUT),
            trust_env=True,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def get_updates(self, offset: int) -> Sequence[object]:
        """Return new updates, waiting up to the poll timeout; acknowledges all before `offset`."""
        updates = await self._call(
            "getUpdates", offset=offset, timeout=POLL_SECONDS, allowed_updates=["message"]
        )
        return updates if isinstance(updates, list) else []

    async def send_message(
        self, chat_id: int, text: str, *, topic_id: int | None = None, reply_to: int | None = None
    ) -> int:
        """Send a message and return its id."""
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
            raise TelegramError(0, "the response has no message_id")
        return id

    async def edit_message(self, chat_id: int, message_id: int, text: str) -> None:
        """Edit a message; an edit without changes is ignored."""
        try:
            await self._call("editMessageText", chat_id=chat_id, message_id=message_id, text=text)
        except TelegramError as error:
            if "message is not modified" not in error.description:
                raise

    async def send_typing(self, chat_id: int, *, topic_id: int | None = None) -> None:
        """Show for a few seconds that a reply is being written."""
        await self._call(
            "sendChatAction", chat_id=chat_id, action="typing", message_thread_id=topic_id
        )

    async def _call(self, method: str, **parameters: Any) -> Any:
        body = {name: value for name, value in parameters.items() if value is not None}
        for left in reversed(range(MAX_ATTEMPTS)):
            try:
                response = await self._http.post(f"{self._base}/{method}", json=body)
                answer = response.json()
            except (httpx2.HTTPError, ValueError) as error:
                raise TelegramError(
                    0, type(error).__name__
                ) from None  # the error text may contain the token
            if isinstance(answer, dict) and answer.get("ok") is True:
                return answer.get("result")
            code, description, wait = _refusal(response.status_code, answer)
            if code != 429 or not left:
                raise TelegramError(code, description)
            await asyncio.sleep(min(wait, MAX_WAIT))
        raise AssertionError("unreachable")


def _refusal(status: int, answer: object) -> tuple[int, str, float]:
    fields = answer if isinstance(answer, dict) else {}
    parameters = fields.get("parameters")
    wait = parameters.get("retry_after") if isinstance(parameters, dict) else None
    seconds = float(wait) if isinstance(wait, int | float) and wait >= 0 else 1.0
    return status, str(fields.get("description") or "no description")[:200], seconds
