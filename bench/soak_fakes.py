"""Fakes of a soak: a model that can stall, and a receiver of webhooks."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bench.soak_ledger import Call, Delivery, Ledger
from standardwebhooks import Webhook, WebhookVerificationError
from tests.support.http_server import HttpResponse, http_server
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Call as ToolCall
from tests.support.scripted_models import Reply, Request, Say, ScriptedServer, Stall

KEY = re.compile(r"soak:([\w.-]+);")
REFUSED_EACH = 40  # the receiver refuses one in this many deliveries, which must be retried


def step_of(messages: list[dict[str, Any]]) -> tuple[str, int, list[dict[str, Any]]]:
    """Return the key of the newest task, the number of replies to it, and the new messages."""
    tasks = [at for at, one in enumerate(messages) if one["role"] == "user" and _key(one)]
    task = tasks[-1]
    step = sum(1 for one in messages[task:] if one["role"] == "assistant")
    before = [at for at, one in enumerate(messages[:task]) if one["role"] == "assistant"]
    key = _key(messages[task])
    assert key is not None
    return key, step, messages[(before[-1] + 1 if before else 0) :]


def _key(message: dict[str, Any]) -> str | None:
    found = KEY.findall(_text(message))
    return found[-1] if found else None


def _text(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content)


class RecordingOpenAi(OpenAi):
    """Records every model call, and when its reply was complete."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def stream(self, reply: Reply, request: Request) -> Iterator[bytes | Stall]:
        """Yield the events of a reply; the call ends after the last one is read."""
        key, step, new = step_of(request.body["messages"])
        call = Call(key, step, self._ledger.now())
        self._ledger.calls.append(call)
        for command in _commands(new):
            self._ledger.commands_sent.setdefault(command, set()).add(key)
        yield from super().stream(reply, request)
        call.ended = self._ledger.now()


def _commands(messages: list[dict[str, Any]]) -> Iterator[str]:
    for text in map(_text, messages):
        if '"user_cmd_context"' in text:
            yield from (command["cmd"] for command in json.loads(text)["commands"])


class SoakModel(ScriptedServer):
    """A model that calls a tool first if there is one, then replies, and can stall in between."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(RecordingOpenAi(ledger))
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]  # killed clients
        self.go_on.set()

    def take(self, request: Request) -> Reply:
        """Return the reply to a request."""
        body = request.body
        if body.get("tools") and step_of(body["messages"])[1] == 0:
            return (Stall(), ToolCall("look", {}))
        return (Say("All is ", chunk=3), Stall(), Say("fine, thank you for asking.", chunk=6))


class Receiver:
    """Receives deliveries of finished runs, checks their signatures, and refuses some."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._refused: set[str] = set()
        self._lock = threading.Lock()
        self.secret = ""
        self.url = ""

    def take(self, headers: Mapping[str, str], body: bytes) -> int:
        """Record a delivery and return the response status."""
        id, run_id = headers["webhook-id"], json.loads(body)["data"]["id"]
        try:
            Webhook(self.secret).verify(body, headers)
            signed = True
        except WebhookVerificationError:
            signed = False
        with self._lock:
            is_due = len(self._ledger.deliveries) % REFUSED_EACH == REFUSED_EACH - 1
            taken = id in self._refused or not is_due
            self._refused.add(id)
            delivery = Delivery(id, run_id, self._ledger.now(), taken, signed)
            self._ledger.deliveries.append(delivery)
        return 204 if taken else 503


@contextmanager
def running_receiver(ledger: Ledger) -> Iterator[Receiver]:
    """Run a receiver until the end of the block."""
    receiver = Receiver(ledger)
    with http_server(
        lambda request: HttpResponse(status=receiver.take(request.headers, request.body))
    ) as url:
        receiver.url = f"{url}/hook"
        yield receiver
