"""A server is killed after an external call succeeded and before it stored the result."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import PATIENCE, Served, environment, served
from tests.support import callers
from tests.support.http_server import HttpRequest, HttpResponse, http_server
from tests.support.servers import RunningServer, running_server, server_settings
from tests.support.telegram_server import TOKEN, FakeTelegram, running_telegram

from runwhy.wiring import wall_clock


def post(server: Served, path: str, body: dict[str, Any]) -> dict[str, Any]:
    url = f"{server.url}/api/v1/workspaces/default{path}"
    answer = callers.post(url, json=body)
    assert answer.status_code in (201, 202), answer.text
    return dict(answer.json())


def in_two_minutes() -> datetime:
    """Return a time after the timeout of a delivery that starts now."""
    return wall_clock() + timedelta(minutes=2)


def get(server: Served | RunningServer, path: str) -> dict[str, Any]:
    url = f"{server.url}/api/v1/workspaces/default{path}"
    return dict(callers.get(url).json())


class Receiver:
    """Receives deliveries, and calls `on_first` before it responds to the first."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, bytes]] = []
        self.on_first: Callable[[], None] | None = None
        self.twice = threading.Event()
        self.url = ""

    def take(self, request: HttpRequest) -> HttpResponse:
        self.seen.append((request.headers["webhook-id"], request.body))
        if len(self.seen) == 1 and self.on_first is not None:
            self.on_first()
        if len(self.seen) == 2:
            self.twice.set()
        return HttpResponse()


@contextmanager
def running_receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    with http_server(receiver.take) as url:
        receiver.url = f"{url}/hook"
        yield receiver


def kill(server: Served) -> None:
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()


def test_an_accepted_delivery_that_was_not_recorded_is_repeated_with_the_same_id(
    tmp_path: Path,
) -> None:
    env = environment(tmp_path, RUNWHY_WEBHOOK_HOSTS="127.0.0.0/8")
    with running_receiver() as receiver:
        with served(env=env) as server:
            receiver.on_first = lambda: kill(server)
            subscription = post(server, "/subscriptions", {"url": receiver.url})["id"]
            post(server, "/agent-runs", {"systemPrompt": "x", "prompt": "Hi", "modelId": "echo"})
            server.process.wait(PATIENCE)
        assert len(receiver.seen) == 1
        later = server_settings(tmp_path, webhook_hosts=("127.0.0.0/8",), secret_key=())
        with running_server(later, clock=in_two_minutes) as running:
            assert receiver.twice.wait(PATIENCE)
            runs = get(running, "/agent-runs")["runs"]
            deliveries = get(running, f"/subscriptions/{subscription}/deliveries")["deliveries"]

    first, second = receiver.seen
    assert first == second
    assert json.loads(first[1])["data"]["id"] == runs[0]["id"]
    assert len(runs) == 1 and [d["id"] for d in deliveries] == [first[0]]


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
def test_a_message_has_one_run_and_its_reply_is_finished_after_a_kill(
    tmp_path: Path, method: str
) -> None:
    with running_telegram() as telegram:
        with served(env=environment(tmp_path)) as server:
            killed = _kill_after(telegram, method, server)
            post(server, "/triggers", _bot(telegram))
            telegram.write("Hello [[sleep 0.3]]")
            assert killed.wait(PATIENCE)
        with served(env=environment(tmp_path)) as server:
            telegram.wait_until(
                lambda: "task: Hello" in "".join(telegram.texts()[-1:]) and telegram.unread == 0
            )
            runs = get(server, "/agent-runs")["runs"]

    assert len(runs) == 1
    # Telegram cannot be queried for its messages, so the first one can be sent again.
    assert len(telegram.messages) == (2 if method == "sendMessage" else 1)


def _bot(telegram: FakeTelegram) -> dict[str, Any]:
    return {
        "kind": "telegram",
        "name": "bot",
        "token": TOKEN,
        "allowedChatIds": [7],
        "apiBase": telegram.url,
        "spec": {"modelId": "echo"},
    }


def _kill_after(telegram: FakeTelegram, method: str, server: Served) -> threading.Event:
    """Kill the server after Telegram has executed this method once, before it responds."""
    killed = threading.Event()

    def then_kill() -> None:
        kill(server)
        killed.set()

    telegram.before_answer(method, then_kill)
    return killed
