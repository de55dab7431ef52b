"""A Telegram Bot API for tests over real HTTP, with messages to and from a bot."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.http_server import HttpRequest, HttpResponse, http_server

PATIENCE = 90.0
TOKEN = "123456:test-token"
Answer = tuple[int, dict[str, Any]]


class FakeTelegram:
    """The chats of a bot. Updates are kept until a higher offset acknowledges them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._updates: list[dict[str, Any]] = []
        self._next_update = 100
        self._next_message = 1
        self._next_press = 0
        self._ended = False
        self._act: tuple[str, Callable[[], None], int] | None = None
        self.url = ""
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.messages: dict[int, dict[str, Any]] = {}  # messages of the bot, after edits
        self.refusals: deque[tuple[str, Answer]] = deque()  # responses to send instead, by method
        self.files: dict[str, bytes] = {}  # by file id
        self.downloads: list[str] = []  # ids of downloaded files
        self.forget_offsets = False  # deliver acknowledged updates again

    def write(self, text: str | None, *, chat: int = 7, **more: Any) -> int:
        """Send a message to the bot, without text if None; return the message's id."""
        with self._changed:
            id = self._next_message
            self._next_message += 1
        message = {
            "message_id": id,
            "chat": {"id": chat, "type": "private"},
            "from": {"id": 42, "is_bot": False, "first_name": "Ada", "username": "ada"},
            "date": 1,
            **({} if text is None else {"text": text}),
            **more,
        }
        self.push({"message": message})
        return id

    def push(self, update: dict[str, Any]) -> None:
        """Add an update; the number is set unless the update has one."""
        with self._changed:
            number = self._next_update
            self._next_update += 1
            self._updates.append({"update_id": number, **update})
            self._changed.notify_all()

    def press(
        self,
        label: str,
        *,
        user: int = 42,
        chat: int | None = None,
        data: str | None = None,
        id: str | None = None,
    ) -> str:
        """Press a button of the newest message that has it; return the id of the press.

        `chat` and `data` are what a forged press could contain.
        """
        number, message = self.message_with(label)
        with self._changed:
            self._next_press += 1
            press = id or f"press-{self._next_press}"
        chat_id = message["chat_id"] if chat is None else chat
        pressed = {
            "id": press,
            "from": {"id": user, "is_bot": False, "first_name": "Ada", "username": "ada"},
            "message": {"message_id": number, "chat": {"id": chat_id, "type": "private"}},
            "chat_instance": "1",
            "data": buttons_of(message)[label] if data is None else data,
        }
        self.push({"callback_query": pressed})
        return press

    def message_with(self, label: str) -> tuple[int, dict[str, Any]]:
        """Return the newest message with this button, after its id."""
        return [(id, m) for id, m in self.messages.items() if label in buttons_of(m)][-1]

    def buttons(self) -> list[list[str]]:
        """Return the labels of the buttons below each message of the bot."""
        return [list(buttons_of(message)) for message in self.messages.values()]

    def answers(self) -> list[str]:
        """Return the lines that answered presses."""
        return [call["text"] for call in self.calls_of("answerCallbackQuery")]

    def refuse(self, method: str, status: int, **body: Any) -> None:
        """Answer the next call of a method with an error."""
        self.refusals.append((method, (status, {"ok": False, "error_code": status, **body})))

    def before_answer(self, method: str, act: Callable[[], None], nth: int = 1) -> None:
        """Call `act` after a method was executed for the nth time from now, before the response."""
        self._act = (method, act, nth)

    def drop_answer(self, method: str, nth: int = 1) -> None:
        """Close the connection after a method was executed for the nth time, without a response."""

        def drop() -> None:
            raise ConnectionAbortedError

        self.before_answer(method, drop, nth)

    def wait_until(self, condition: Callable[[], bool], within: float = PATIENCE) -> None:
        """Wait until calls make the condition true. Raises: AssertionError."""
        with self._changed:
            assert self._changed.wait_for(condition, within), self.calls[-10:]

    def texts(self, chat: int = 7) -> list[str]:
        """Return the messages of the bot in a chat, after edits."""
        return [m["text"] for m in self.messages.values() if m["chat_id"] == chat]

    def calls_of(self, method: str) -> list[dict[str, Any]]:
        """Return the arguments of all calls of a method."""
        return [given for name, given in self.calls if name == method]

    @property
    def unread(self) -> int:
        """Return the number of updates that are not acknowledged."""
        return len(self._updates)

    def answer(self, method: str, given: dict[str, Any]) -> Answer:
        """Return the response of the Bot API."""
        with self._changed:
            self.calls.append((method, given))
            self._changed.notify_all()
            if self.refusals and self.refusals[0][0] == method:
                return self.refusals.popleft()[1]
            result = self._result(method, given)
            self._changed.notify_all()
            act = self._acted(method)
        if act is not None:
            act()
        if result is None:
            body = {"ok": False, "error_code": 400, "description": "Bad Request"}
            return 400, body
        return (
            (400, result)
            if isinstance(result, dict) and "error_code" in result
            else (
                200,
                {"ok": True, "result": result},
            )
        )

    def _acted(self, method: str) -> Callable[[], None] | None:
        if self._act is None or self._act[0] != method:
            return None
        _, act, left = self._act
        self._act = (method, act, left - 1) if left > 1 else None
        return act if left == 1 else None

    def _result(self, method: str, given: dict[str, Any]) -> Any:
        match method:
            case "getUpdates":
                return self._get_updates(given.get("offset", 0), given.get("timeout", 0))
            case "sendMessage":
                id = self._next_message
                self._next_message += 1
                self.messages[id] = given
                return {"message_id": id, **given}
            case "editMessageText":
                shown = self.messages[given["message_id"]]
                if shown["text"] == given["text"]:
                    reason = "Bad Request: message is not modified: specified new message content"
                    return {"ok": False, "error_code": 400, "description": reason}
                markup = {"reply_markup": given.get("reply_markup")}  # removed unless sent again
                self.messages[given["message_id"]] = {**shown, "text": given["text"], **markup}
                return True
            case "answerCallbackQuery":
                return True
            case "getFile" if given["file_id"] in self.files:
                id = given["file_id"]
                return {"file_id": id, "file_path": f"documents/{id}"}
            case "sendChatAction":
                return True
            case _:
                return None

    def _get_updates(self, offset: int, timeout: float) -> list[dict[str, Any]]:
        if not self.forget_offsets:
            self._updates = [u for u in self._updates if _number(u) >= offset]
            self._changed.notify_all()
        self._changed.wait_for(lambda: self._updates or self._ended, min(timeout, PATIENCE))
        return list(self._updates)

    def download(self, id: str) -> bytes | None:
        """Return the content of a file, if there is one."""
        with self._changed:
            self.downloads.append(id)
            self._changed.notify_all()
        return self.files.get(id)

    def end(self) -> None:
        """Answer all waiting requests."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()


def buttons_of(message: dict[str, Any]) -> dict[str, str]:
    """Return the data of the buttons below a message, by label."""
    keyboard = (message.get("reply_markup") or {}).get("inline_keyboard", [])
    return {one["text"]: one["callback_data"] for row in keyboard for one in row}


def _number(update: dict[str, Any]) -> int:
    number = update["update_id"]
    return number if isinstance(number, int) else 0


def _respond(fake: FakeTelegram, request: HttpRequest) -> HttpResponse:
    prefix, _, method = request.path.rpartition("/")
    if prefix == f"/file/bot{TOKEN}/documents":
        content = fake.download(method)
        return HttpResponse(status=404 if content is None else 200, body=content or b"")
    if prefix == f"/bot{TOKEN}":
        status, body = fake.answer(method, json.loads(request.body or b"{}"))
    else:
        status, body = 401, {"ok": False, "error_code": 401, "description": "Unauthorized"}
    headers = {"content-type": "application/json"}
    return HttpResponse(status=status, body=json.dumps(body).encode(), headers=headers)


@contextmanager
def running_telegram() -> Iterator[FakeTelegram]:
    """Run a Bot API on a free port until the end of the block."""
    fake = FakeTelegram()
    with http_server(lambda request: _respond(fake, request)) as fake.url:
        try:
            yield fake
        finally:
            fake.end()
