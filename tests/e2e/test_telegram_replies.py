"""Replies in the session of a chat reach the chat, once, whatever started the run."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from tests.cli.processes import environment, served
from tests.contracts.conftest import emptied
from tests.support import callers
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings
from tests.support.telegram_server import TOKEN, FakeTelegram, running_telegram

from runwhy.core.triggers.telegram import REPEATED

ASKED = "Hello bot"
BASE = "/api/v1/workspaces/default"


@pytest.fixture
def telegram() -> Iterator[FakeTelegram]:
    with running_telegram() as fake:
        yield fake


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runwhy.db'}"
    url: str = request.getfixturevalue("postgres_url")
    emptied(url)
    return url


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A chat with a bot that has answered one message."""

    server: RunningServer
    telegram: FakeTelegram
    bot: str
    session: str

    def post(self, path: str, body: Any, **headers: str) -> dict[str, Any]:
        answer = callers.post(self.server.base + path, json=body, headers=headers)
        assert answer.status_code in (200, 201, 202), answer.text
        return dict(answer.json())

    def get(self, path: str) -> dict[str, Any]:
        return dict(callers.get(self.server.base + path).json())

    def send(self, prompt: str, **more: Any) -> str:
        """Start a run in the chat's session over the API."""
        path = f"/agent-sessions/{self.session}/messages"
        return str(self.post(path, {"prompt": prompt, **more})["runId"])

    def delivered(self, run: str) -> dict[str, Any]:
        """Wait until the delivery of a run's reply has ended."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            delivery = self.get(f"/agent-runs/{run}")["delivery"]
            if delivery["status"] != "pending":
                return dict(delivery)
        raise AssertionError(f"the reply of {run} is still pending")

    def patch(self, path: str, body: Any) -> None:
        with callers.client(base_url=self.server.base) as client:
            answer = client.patch(path, json=body)
        assert answer.status_code == 200, answer.text

    def runs(self, trigger: str) -> list[str]:
        return [run["id"] for run in self.get(f"/agent-runs?q=trigger:{trigger}")["runs"]]


def bot_of(telegram: FakeTelegram, **changes: Any) -> dict[str, Any]:
    return {
        "kind": "telegram",
        "name": "bot",
        "token": TOKEN,
        "allowedChatIds": [7, 8],
        "apiBase": telegram.url,
        "spec": {"modelId": "echo"},
        **changes,
    }


@contextmanager
def chatting(tmp_path: Path, telegram: FakeTelegram, **settings: Any) -> Iterator[Chat]:
    with running_server(server_settings(tmp_path, **settings)) as server:
        made = callers.post(f"{server.base}/triggers", json=bot_of(telegram))
        assert made.status_code == 201, made.text
        telegram.write(ASKED)
        telegram.wait_until(lambda: any(ASKED in said for said in telegram.texts()))
        (run,) = callers.get(f"{server.base}/agent-runs").json()["runs"]
        session = run["sessionId"]
        chat = Chat(server=server, telegram=telegram, bot=made.json()["id"], session=session)
        assert chat.delivered(run["id"])["status"] == "delivered"
        yield chat
        telegram.end()


def enable_follow_ups(chat: Chat) -> None:
    policy = {"autonomy": {"enabled": True, "cooldownSeconds": 0}}
    chat.patch(f"/agent-sessions/{chat.session}", policy)


def test_a_follow_up_a_schedule_a_webhook_and_an_api_run_reach_the_chat(
    tmp_path: Path, telegram: FakeTelegram, database: str
) -> None:
    with chatting(tmp_path, telegram, database_url=database) as chat:
        enable_follow_ups(chat)
        chat.post(f"/agent-sessions/{chat.session}/timers", {"type": "check_in", "delaySeconds": 0})
        telegram.wait_until(lambda: len(telegram.texts()) == 2)
        (timer,) = chat.runs("timer")
        here = {"sessionId": chat.session, "prompt": "Look around"}
        cron = {"kind": "cron", "name": "nightly", "schedule": "0 2 * * *", **here}
        fired = chat.post(f"/triggers/{chat.post('/triggers', cron)['id']}/fire", None)["runId"]
        telegram.wait_until(lambda: len(telegram.texts()) == 3)
        hook = {"kind": "webhook", "name": "hook", "verify": "token", "secret": "s" * 32, **here}
        path = chat.post("/triggers", hook)["hookPath"]
        bearer = {"Authorization": f"Bearer {'s' * 32}"}
        hooked = callers.post(chat.server.url + path, json={"n": 1}, headers=bearer)
        telegram.wait_until(lambda: len(telegram.texts()) == 4)
        sent = chat.send("From the API")
        telegram.wait_until(lambda: len(telegram.texts()) == 5)
        runs = [timer, fired, hooked.json()["runId"], sent]
        deliveries = [chat.delivered(run) for run in runs]

    texts = telegram.texts()
    assert [len([said for said in texts if word in said]) for word in ("From the API", ASKED)] == [
        1,
        1,
    ]
    assert [d["status"] for d in deliveries] == ["delivered"] * 4
    assert [d["messageId"] for d in deliveries] == list(telegram.messages)[1:]
    assert all(d["at"] and d["error"] is None and d["attempts"] == 0 for d in deliveries)
    edited = {call["message_id"] for call in telegram.calls_of("editMessageText")}
    assert not edited & {d["messageId"] for d in deliveries}  # sent whole, not while they grow


def test_a_run_outside_the_session_of_a_chat_has_no_delivery(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with chatting(tmp_path, telegram) as chat:
        parent = chat.runs("telegram")[0]
        child = {"systemPrompt": "x", "prompt": "Elsewhere", "parentRunId": parent}
        run = chat.post("/agent-runs", {**child, "modelId": "echo"})["runId"]
        chat.delivered(chat.send("here"))

        assert chat.get(f"/agent-runs/{run}")["delivery"] is None
    assert not any("Elsewhere" in said for said in telegram.texts())


def test_a_failed_run_is_reported_only_to_those_who_asked(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    failing = "[[fail rate_limit]]"
    with chatting(tmp_path, telegram) as chat:
        silent = chat.delivered(chat.send(f"Unasked {failing}"))
        telegram.write(f"Asked {failing}")
        telegram.wait_until(lambda: any("The run failed" in said for said in telegram.texts()))
        asked = chat.delivered(chat.runs("telegram")[0])

    assert (silent["status"], silent["error"]) == ("skipped", "the run failed")
    assert asked["status"] == "delivered"
    assert len([said for said in telegram.texts() if "failed" in said]) == 1


def test_a_blocked_bot_fails_the_delivery_without_retries(
    tmp_path: Path, telegram: FakeTelegram, database: str
) -> None:
    blocked = "Forbidden: bot was blocked by the user"
    with chatting(tmp_path, telegram, database_url=database) as chat:
        telegram.refuse("sendMessage", 403, description=blocked)
        failed = chat.delivered(chat.send("Lost"))
        later = chat.delivered(chat.send("Later"))

    assert (failed["status"], failed["attempts"]) == ("failed", 1)
    assert failed["error"] == f"403: {blocked}"
    assert (failed["messageId"], later["status"]) == (None, "delivered")
    assert not any("Lost" in said for said in telegram.texts())


def test_a_long_rate_limit_is_stored_and_retried(tmp_path: Path, telegram: FakeTelegram) -> None:
    with chatting(tmp_path, telegram) as chat:
        busy = {"description": "Too Many Requests", "parameters": {"retry_after": 3600}}
        telegram.refuse("sendMessage", 429, **busy)
        waiting = chat.send("Wait")
        behind = chat.send("Behind")
        assert chat.delivered(behind)["status"] == "delivered"
        delivery = chat.get(f"/agent-runs/{waiting}")["delivery"]

    assert (delivery["status"], delivery["attempts"]) == ("pending", 1)
    assert delivery["error"] == "429: Too Many Requests"


def test_a_long_reply_is_sent_in_several_messages_and_counted_once(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with chatting(tmp_path, telegram) as chat:
        delivery = chat.delivered(chat.send("word " * 1500))

    assert delivery["status"] == "delivered"
    assert len(telegram.texts()) >= 3
    assert all(len(said) <= 4096 for said in telegram.texts())


def test_a_chat_that_is_no_longer_allowed_gets_nothing(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with chatting(tmp_path, telegram) as chat:
        chat.patch(f"/triggers/{chat.bot}", {"allowedChatIds": [8]})
        delivery = chat.delivered(chat.send("Secret"))

    assert (delivery["status"], "allowedChatIds" in delivery["error"]) == ("failed", True)
    assert not any("Secret" in said for said in telegram.texts())


def test_a_deleted_bot_fails_its_open_deliveries(tmp_path: Path, telegram: FakeTelegram) -> None:
    with chatting(tmp_path, telegram) as chat:
        run = chat.send("Slow [[sleep 3600]]")
        with callers.client(base_url=chat.server.base) as client:
            assert client.delete(f"/triggers/{chat.bot}").status_code in (200, 204)
        delivery = chat.delivered(run)
        callers.post(f"{chat.server.base}/agent-runs/{run}/cancel")

    assert (delivery["status"], delivery["error"]) == ("failed", "the bot was deleted")


def test_a_reply_that_was_due_while_no_server_ran_is_sent_once(
    tmp_path: Path, telegram: FakeTelegram, database: str
) -> None:
    with chatting(tmp_path, telegram, database_url=database) as chat:
        session = chat.session
    with running_server(server_settings(tmp_path, database_url=database), work=False) as server:
        path = f"{server.base}/agent-sessions/{session}/messages"
        run = callers.post(path, json={"prompt": "Later"}).json()["runId"]
        pending = callers.get(f"{server.base}/agent-runs/{run}").json()["delivery"]
    with running_server(server_settings(tmp_path, database_url=database)) as server:
        telegram.wait_until(lambda: any("Later" in said for said in telegram.texts()))
        chat = Chat(server=server, telegram=telegram, bot="", session=session)
        delivery = chat.delivered(run)
    with running_server(server_settings(tmp_path, database_url=database)) as server:
        telegram.write("again")
        telegram.wait_until(lambda: any("again" in said for said in telegram.texts()))

    assert (pending["status"], delivery["status"]) == ("pending", "delivered")
    assert len([said for said in telegram.texts() if "Later" in said]) == 1


@pytest.mark.parametrize("killed_at", [1, 2])
def test_a_reply_is_finished_after_a_kill_and_repeats_at_most_one_message(
    tmp_path: Path, telegram: FakeTelegram, database: str, killed_at: int
) -> None:
    env = environment(tmp_path, RUNWHY_DATABASE_URL=database)
    with served(env=env) as server:
        callers.post(f"{server.url}{BASE}/triggers", json=bot_of(telegram))
        telegram.write(ASKED)
        telegram.wait_until(lambda: any(ASKED in said for said in telegram.texts()))
        session = callers.get(f"{server.url}{BASE}/agent-runs").json()["runs"][0]["sessionId"]
        telegram.before_answer(
            "sendMessage", lambda: os.kill(server.process.pid, SIGKILL), killed_at
        )
        path = f"{server.url}{BASE}/agent-sessions/{session}/messages"
        run = callers.post(path, json={"prompt": "word " * 1500}).json()["runId"]
        server.process.wait(PATIENCE)
    end_leases(database)
    with served(env=env) as server:
        telegram.wait_until(lambda: "1500" in str(telegram.texts()) or len(telegram.texts()) >= 4)
        url = f"{server.url}{BASE}/agent-runs/{run}"
        deadline = time.monotonic() + PATIENCE
        while (delivery := callers.get(url).json()["delivery"])["status"] == "pending":
            assert time.monotonic() < deadline
        shown = server.run("runs", "show", run).stdout

    _, *sent = telegram.texts()
    said = sent.pop(killed_at)  # Telegram cannot be queried for what it has accepted
    assert delivery["status"] == "delivered" and "delivery  delivered" in shown
    assert said == f"{sent[killed_at - 1]}\n\n{REPEATED}"
    assert len(sent) == len(set(sent)) == 2


def end_leases(database: str) -> None:
    """Let the lease of a killed server end, which takes a minute otherwise."""
    engine = create_engine(database)
    with engine.begin() as conn:
        conn.execute(text("DELETE FROM leases"))
    engine.dispose()


def test_two_servers_send_each_reply_once(
    postgres_url: str, tmp_path: Path, telegram: FakeTelegram
) -> None:
    emptied(postgres_url)
    with chatting(tmp_path / "a", telegram, database_url=postgres_url) as chat:
        settings = server_settings(tmp_path / "b", database_url=postgres_url)
        with running_server(settings) as other:
            both = [chat, replace(chat, server=other)]
            runs = [both[number % 2].send(f"number {number}") for number in range(6)]
            states = [chat.delivered(run)["status"] for run in runs]

    assert states == ["delivered"] * 6
    for number in range(6):
        assert len([said for said in telegram.texts() if f"number {number}" in said]) == 1


def test_why_names_the_trigger_the_time_and_who_set_it_up(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    hidden = {"metadata": {"customer": "acme-internal"}}
    with chatting(tmp_path, telegram) as chat:
        enable_follow_ups(chat)
        chat.patch(f"/agent-sessions/{chat.session}", hidden)
        timer = {"type": "check_in", "delaySeconds": 0, "reason": "the-hidden-reason"}
        chat.post(f"/agent-sessions/{chat.session}/timers", timer)
        telegram.wait_until(lambda: len(telegram.texts()) == 2)
        run = chat.runs("timer")[0]
        chat.delivered(run)
        first = next(iter(telegram.messages))
        telegram.write("/why")
        telegram.wait_until(lambda: len(telegram.texts()) == 3)
        telegram.write("/why@shop_bot", reply_to_message={"message_id": first})
        telegram.wait_until(lambda: len(telegram.texts()) == 4)
        telegram.write("/why", chat=8)
        telegram.wait_until(lambda: len(telegram.texts(8)) == 1)
        runs = chat.get("/agent-runs")["runs"]

    newest, replied = telegram.texts()[2:]
    assert newest.startswith("Trigger: a follow-up (check_in)\nTime: 20")
    assert newest.endswith(f"Set up by: a caller of the API\nRun: {run}")
    assert replied.startswith("Trigger: a message in this chat\n")
    assert "Set up by: ada" in replied
    assert telegram.texts(8) == ["This chat has no reply yet."]
    for secret in ("hidden-reason", "acme", "runwhy_meta", "seal"):
        assert secret not in newest
    assert len(runs) == 2  # no model was called
