"""A small client for the Telegram Bot API methods that a channel needs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import httpx2

from runwhy.core.triggers.telegram_files import is_path

DEFAULT_BASE = "https://api.telegram.org"
POLL_SECONDS = 25
RESPONSE_TIMEOUT = 30.0
DOWNLOAD_TIMEOUT = 60.0
AT_A_TIME = 8  # calls that send something; Telegram limits their rate
MAX_WAIT = 5.0  # seconds; a longer retry_after is left to the caller
MAX_ATTEMPTS = 3
FINAL = frozenset({400, 401, 403, 404})  # a retry cannot help: blocked, deleted, wrong token
# Errors before the request was sent. After all others, Telegram may have executed it.
_UNSENT = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.ProxyError,
    httpx2.UnsupportedProtocol,
)


class TelegramError(Exception):
    """The Bot API returned an error; `code` is its HTTP status, 0 if there was no response.

    `retry_after` is how many seconds it asked to wait. `unsent` is whether the request did not
    leave this server.
    """

    def __init__(
        self, code: int, description: str, retry_after: float = 0.0, *, unsent: bool = False
    ) -> None:
        super().__init__(f"{code}: {description}")
        self.code = code
        self.description = description
        self.retry_after = retry_after
        self.unsent = unsent

    @property
    def is_final(self) -> bool:
        """Whether a retry cannot help."""
        return self.code in FINAL

    @property
    def may_have_arrived(self) -> bool:
        """Whether Telegram may have executed the call: no response, or an error of the server."""
        return not self.unsent and (self.code == 0 or self.code >= 500)


class FileTooLarge(Exception):
    """A file is over the limit."""


class _NoAddresses(logging.Filter):
    """Drops log records with Bot API addresses, because they contain the token."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "/bot" not in record.getMessage()


logging.getLogger("httpx2").addFilter(_NoAddresses())


class BotApi:
    """Calls methods for one bot; waits as requested when rate limited."""

    def __init__(self, token: str, *, base: str = DEFAULT_BASE) -> None:
        self._base = f"{base.rstrip('/')}/bot{token}"
        self._files = f"{base.rstrip('/')}/file/bot{token}"
        self._slots = asyncio.Semaphore(AT_A_TIME)
        self._http = httpx2.AsyncClient(timeout=RESPONSE_TIMEOUT, trust_env=True)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def get_updates(self, offset: int) -> Sequence[object]:
        """Return new updates, waiting up to the poll timeout; acknowledges all before `offset`."""
        updates = await self._call(
            "getUpdates",
            within=RESPONSE_TIMEOUT + POLL_SECONDS,
            offset=offset,
            timeout=POLL_SECONDS,
            allowed_updates=["message", "callback_query"],
        )
        return updates if isinstance(updates, list) else []

    async def send_message(
        self,
        chat_id: int,
        text: str,
        *,
        topic_id: int | None = None,
        reply_to: int | None = None,
        buttons: Sequence[tuple[str, str]] | None = None,
    ) -> int:
        """Send a message and return its id. With `buttons` (label, data), links have no preview."""
        reply = None
        if reply_to is not None:
            reply = {"message_id": reply_to, "allow_sending_without_reply": True}
        async with self._slots:
            sent = await self._call(
                "sendMessage",
                chat_id=chat_id,
                text=text,
                message_thread_id=topic_id,
                reply_parameters=reply,
                **({} if buttons is None else _with_buttons(buttons)),
            )
        id = sent.get("message_id") if isinstance(sent, dict) else None
        if not isinstance(id, int):
            raise TelegramError(0, "the response has no message_id")
        return id

    async def edit_message(self, chat_id: int, message_id: int, text: str) -> None:
        """Edit a message; an edit without changes is ignored."""
        edit: dict[str, Any] = {"chat_id": chat_id, "message_id": message_id, "text": text}
        try:
            async with self._slots:
                await self._call("editMessageText", **edit)
        except TelegramError as error:
            if "message is not modified" not in error.description:
                raise

    async def answer_press(self, press_id: str, text: str) -> None:
        """Answer the press of a button with a line for that person. An old one is ignored."""
        try:
            await self._call("answerCallbackQuery", callback_query_id=press_id, text=text[:200])
        except TelegramError as error:
            if not error.is_final:
                raise

    async def send_typing(self, chat_id: int, *, topic_id: int | None = None) -> None:
        """Show for a few seconds that a reply is being written."""
        await self._call(
            "sendChatAction", chat_id=chat_id, action="typing", message_thread_id=topic_id
        )

    async def download(self, file_id: str, *, limit: int) -> bytes:
        """Return the content of a file. Raises: TelegramError, FileTooLarge."""
        found = await self._call("getFile", file_id=file_id)
        path, size = (found.get("file_path"), found.get("file_size")) if found else (None, None)
        if isinstance(size, int) and size > limit:
            raise FileTooLarge
        if not is_path(path):
            raise TelegramError(0, "the response has no file_path")
        content = bytearray()
        try:
            async with (
                asyncio.timeout(DOWNLOAD_TIMEOUT),
                self._http.stream("GET", f"{self._files}/{path}") as response,
            ):
                if response.status_code != 200:
                    raise TelegramError(response.status_code, "the file was not sent")
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if len(content) > limit:
                        raise FileTooLarge
        except (httpx2.HTTPError, TimeoutError) as error:
            raise TelegramError(0, type(error).__name__) from None  # the text may have the token
        return bytes(content)

    async def _call(
        self, method: str, *, within: float = RESPONSE_TIMEOUT, **parameters: Any
    ) -> Any:
        body = {name: value for name, value in parameters.items() if value is not None}
        for left in reversed(range(MAX_ATTEMPTS)):
            try:
                response = await self._http.post(
                    f"{self._base}/{method}", json=body, timeout=within
                )
                answer = response.json()
            except (httpx2.HTTPError, ValueError) as error:
                name, unsent = type(error).__name__, isinstance(error, _UNSENT)
                # The text of the error may contain the token.
                raise TelegramError(0, name, unsent=unsent) from None
            if isinstance(answer, dict) and answer.get("ok") is True:
                return answer.get("result")
            code, description, wait = _refusal(response.status_code, answer)
            if code != 429 or not left or wait > MAX_WAIT:
                raise TelegramError(code, description, wait if code == 429 else 0.0)
            await asyncio.sleep(wait)
        raise AssertionError("unreachable")


def _with_buttons(buttons: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the parameters of a message with buttons, one below the other."""
    rows = [[{"text": label, "callback_data": data}] for label, data in buttons]
    # A preview would make Telegram fetch an address that a request contains.
    quiet = {"link_preview_options": {"is_disabled": True}}
    return {**quiet, "reply_markup": {"inline_keyboard": rows}} if rows else quiet


def _refusal(status: int, answer: object) -> tuple[int, str, float]:
    fields = answer if isinstance(answer, dict) else {}
    parameters = fields.get("parameters")
    wait = parameters.get("retry_after") if isinstance(parameters, dict) else None
    seconds = float(wait) if isinstance(wait, int | float) and wait >= 0 else 1.0
    return status, str(fields.get("description") or "no description")[:200], seconds
