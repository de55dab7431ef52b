"""What stands on the other side in a soak: a model that can stall, and a receiver of webhooks."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bench.soak_ledger import Call, Delivery, Ledger
from standardwebhooks import Webhook, WebhookVerificationError
from tests.support.http_server import Answered, answering
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Call as ToolCall
from tests.support.scripted_models import Reply, Request, Say, ScriptedServer, Stall

KEY = re.compile(r"soak:([\w.-]+);")
REFUSED_EACH = 40  # every so many deliveries the receiver refuses one, which must come again


def asked_for(messages: list[dict[str, Any]]) -> tuple[str, int, list[dict[str, Any]]]:
    """Whose step this is: the key in the newest task, the replies since, and what is new."""
    places = [at for at, one in enumerate(messages) if one["role"] == "user" and _key(one)]
    task = places[-1]
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


class Noting(OpenAi):
    """Writes down every call, and when it was answered whole."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def stream(self, reply: Reply, request: Request) -> Iterator[bytes | Stall]:
        """The events of an answer; the call has ended when all were taken."""
        key, step, new = asked_for(request.body["messages"])
        call = Call(key, step, self._ledger.now())
        self._ledger.calls.append(call)
        for command in _commands(new):
            self._ledger.shown.setdefault(command, set()).add(key)
        yield from super().stream(reply, request)
        call.ended = self._ledger.now()


def _commands(messages: list[dict[str, Any]]) -> Iterator[str]:
    for text in map(_text, messages):
        if '"user_cmd_context"' in text:
            yield from (command["cmd"] for command in json.loads(text)["commands"])


class SoakModel(ScriptedServer):
    """Calls a tool first when there is one, and says something; in between it may stall."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(Noting(ledger))
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]  # who was killed
        self.go_on.set()

    def take(self, request: Request) -> Reply:
        """The reply to this request, whoever asks."""
        body = request.body
        if body.get("tools") and asked_for(body["messages"])[1] == 0:
            return (Stall(), ToolCall("look", {}))
        return (Say("It is ", chunk=3), Stall(), Say("as it should be, all in all.", chunk=6))


class Receiver:
    """Takes deliveries of runs that ended, checks whose they are, and refuses some."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._refused: set[str] = set()
        self._lock = threading.Lock()
        self.secret = ""
        self.url = ""

    def take(self, headers: Mapping[str, str], body: bytes) -> int:
        """What is answered."""
        id, run_id = headers["webhook-id"], json.loads(body)["data"]["id"]
        try:
            Webhook(self.secret).verify(body, headers)
            signed = True
        except WebhookVerificationError:
            signed = False
        with self._lock:
            many = len(self._ledger.deliveries) % REFUSED_EACH == REFUSED_EACH - 1
            taken = id in self._refused or not many
            self._refused.add(id)
            told = Delivery(id, run_id, self._ledger.now(), taken, signed)
            self._ledger.deliveries.append(told)
        return 204 if taken else 503


@contextmanager
def receiving(ledger: Ledger) -> Iterator[Receiver]:
    """A receiver that listens until the end of the block."""
    there = Receiver(ledger)
    with answering(lambda asked: Answered(status=there.take(asked.headers, asked.body))) as url:
        there.url = f"{url}/hook"
        yield there
