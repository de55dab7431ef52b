"""Messages to a Telegram bot become runs, and each gets one reply."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.support import callers
from tests.support.locks import held_session
from tests.support.servers import RunningServer, running_server, server_settings
from tests.support.telegram_server import TOKEN, FakeTelegram, running_telegram

from runwhy.core.triggers.telegram import Incoming


@pytest.fixture
def telegram() -> Iterator[FakeTelegram]:
    with running_telegram() as fake:
        yield fake


@contextmanager
def serving(directory: Path, telegram: FakeTelegram, **settings: Any) -> Iterator[RunningServer]:
    with running_server(server_settings(directory, **settings)) as server:
        yield server
        telegram.end()  # answer open polls, so that the server stops quickly


def client_of(server: RunningServer) -> httpx2.Client:
    return callers.client(base_url=server.base)


def add_bot(server: RunningServer, telegram: FakeTelegram, **changes: Any) -> dict[str, Any]:
    body = {
        "kind": "telegram",
        "name": "bot",
        "token": TOKEN,
        "allowedChatIds": [7, 8],
        "apiBase": telegram.url,
        "metadata": {"channel": "telegram"},
        "spec": {"modelId": "echo"},
        **changes,
    }
    with client_of(server) as client:
        made = client.post("/triggers", json=body)
    assert made.status_code == 201, made.text
    return dict(made.json())


def runs_of(server: RunningServer) -> list[dict[str, Any]]:
    with client_of(server) as client:
        return list(client.get("/agent-runs").json()["runs"])


def test_a_message_is_answered_in_its_chat(tmp_path: Path, telegram: FakeTelegram) -> None:
    with serving(tmp_path, telegram) as server:
        trigger = add_bot(server, telegram)
        message = telegram.write("Hello bot")
        telegram.wait_until(lambda: any("Hello bot" in text for text in telegram.texts()))
        (run,) = runs_of(server)

    assert run["origin"]["trigger"] == "telegram"
    assert run["origin"]["triggerId"] == trigger["id"]
    assert run["origin"]["attended"] is True
    assert run["origin"]["actor"] == {"kind": "channel", "id": "42", "name": "ada"}
    assert run["origin"]["facts"] == {
        "trigger_name": trigger["name"],
        "telegram_chat_id": 7,
        "telegram_message_id": message,
        "telegram_chat_type": "private",
        "telegram_from_user_id": 42,
    }
    assert run["metadata"] == {"channel": "telegram"}
    assert telegram.calls_of("sendChatAction")[0]["action"] == "typing"
    assert TOKEN not in str(trigger)


def test_each_chat_and_topic_is_a_session(tmp_path: Path, telegram: FakeTelegram) -> None:
    with serving(tmp_path, telegram) as server:
        add_bot(server, telegram)
        telegram.write("one")
        telegram.write("two")
        telegram.write("three", chat=8)
        telegram.write("four", message_thread_id=3, is_topic_message=True)
        telegram.wait_until(lambda: len(telegram.messages) == 4)
        runs = sorted(
            runs_of(server), key=lambda run: run["origin"]["facts"]["telegram_message_id"]
        )

    sessions = [run["sessionId"] for run in runs]
    assert sessions[0] == sessions[1]
    assert len(set(sessions)) == 3
    assert [m.get("message_thread_id") for m in telegram.messages.values()].count(3) == 1


def test_a_locked_chat_does_not_delay_the_others(
    tmp_path: Path, telegram: FakeTelegram, postgres_url: str
) -> None:
    with serving(tmp_path, telegram, database_url=postgres_url) as server:
        add_bot(server, telegram)
        telegram.write("one")
        telegram.wait_until(lambda: len(telegram.texts(7)) == 1)
        (run,) = runs_of(server)
        with held_session(postgres_url, run["sessionId"]):
            telegram.write("two")
            telegram.write("three", chat=8)
            telegram.wait_until(lambda: len(telegram.texts(8)) == 1)
            assert len(telegram.texts(7)) == 1
        telegram.wait_until(lambda: len(telegram.texts(7)) == 2)
        assert len(runs_of(server)) == 3


def test_a_chat_that_is_not_allowed_gets_no_reply(tmp_path: Path, telegram: FakeTelegram) -> None:
    with serving(tmp_path, telegram) as server:
        add_bot(server, telegram)
        telegram.write("let me in", chat=666)
        telegram.write("hello")
        telegram.wait_until(lambda: len(telegram.messages) == 1)
        runs = runs_of(server)

    assert len(runs) == 1
    assert telegram.texts(666) == []


def test_malformed_updates_are_skipped(tmp_path: Path, telegram: FakeTelegram) -> None:
    for broken in ({"message": None}, {"message": {"text": 7}}, {"poll": {}}, {"update_id": "x"}):
        telegram.push(broken)
    telegram.write("still there?")
    with serving(tmp_path, telegram) as server:
        add_bot(server, telegram)
        telegram.wait_until(lambda: len(telegram.messages) == 1)

        assert len(runs_of(server)) == 1


def test_an_update_that_is_delivered_twice_is_answered_once(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    telegram.forget_offsets = True
    telegram.write("only once")
    with serving(tmp_path, telegram) as server:
        add_bot(server, telegram)
        telegram.wait_until(lambda: len(telegram.calls_of("getUpdates")) > 5)
        telegram.forget_offsets = False
        telegram.write("and this")
        telegram.wait_until(lambda: len(telegram.messages) == 2)

        assert len(runs_of(server)) == 2


def test_a_rate_limited_request_is_retried_after_the_given_time(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    busy = {"description": "Too Many Requests", "parameters": {"retry_after": 0}}
    telegram.refuse("sendMessage", 429, **busy)
    telegram.refuse("sendMessage", 429, **busy)
    with serving(tmp_path, telegram) as server:
        add_bot(server, telegram)
        telegram.write("patience")
        telegram.wait_until(lambda: len(telegram.messages) == 1)

    assert len(telegram.calls_of("sendMessage")) == 3


def test_no_message_is_lost_or_answered_twice_across_a_restart(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with serving(tmp_path, telegram) as server:
        add_bot(server, telegram)
        telegram.write("before")
        telegram.wait_until(lambda: len(telegram.messages) == 1 and telegram.unread == 0)
    telegram.write("during the restart")
    with serving(tmp_path, telegram) as server:
        telegram.wait_until(lambda: len(telegram.messages) == 2 and telegram.unread == 0)
        runs = runs_of(server)

    assert len(runs) == 2
    assert runs[0]["sessionId"] == runs[1]["sessionId"]


def test_an_interrupted_reply_is_finished_after_a_restart(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with running_server(server_settings(tmp_path), work=False) as server:
        trigger = add_bot(server, telegram)
        message = telegram.write("accepted, then killed")
        server.call(_accept(server, trigger["id"], message))
    with serving(tmp_path, telegram) as server:
        telegram.wait_until(lambda: len(telegram.messages) == 1 and telegram.unread == 0)

        assert len(runs_of(server)) == 1
    assert "accepted, then killed" in telegram.texts()[0]


async def _accept(server: RunningServer, trigger_id: str, message_id: int) -> None:
    """Store the run of a message without acknowledging it, as a bot does before it is killed."""
    trigger = await server.runwhy.store.find_trigger(trigger_id)
    assert trigger is not None
    incoming = Incoming(
        update_id=100, chat_id=7, message_id=message_id, text="accepted, then killed"
    )
    assert await server.runwhy.channels.take(trigger, incoming) is not None


def test_a_long_reply_is_split_into_several_messages(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with serving(tmp_path, telegram) as server:
        add_bot(server, telegram)
        telegram.write("word " * 1500)
        telegram.wait_until(lambda: len(telegram.messages) >= 2)

    assert all(len(text) <= 4096 for text in telegram.texts())


def test_a_custom_bot_api_needs_an_admin_key(tmp_path: Path, telegram: FakeTelegram) -> None:
    with running_server(server_settings(tmp_path), work=False) as server, client_of(server) as c:
        key = c.post("/keys", json={"name": "k", "scopes": ["triggers:write"]}).json()["secret"]
        body = {
            "kind": "telegram",
            "name": "b",
            "tokenEnv": "RUNWHY_TELEGRAM_T",
            "allowedChatIds": [1],
        }
        headers = {"Authorization": f"Bearer {key}"}
        refused = c.post("/triggers", json={**body, "apiBase": telegram.url}, headers=headers)
        accepted = c.post("/triggers", json=body, headers=headers)
        no_chats = c.post("/triggers", json={**body, "name": "c", "allowedChatIds": []})

    assert (refused.status_code, refused.json()["required"]) == (403, "admin")
    assert accepted.status_code == 201
    assert [p["field"] for p in no_chats.json()["problems"]] == ["/allowedChatIds"]
