"""Inbox items reach a Telegram chat, whose buttons count as decisions of configured people only."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from standardwebhooks import Webhook
from tests.contracts.conftest import emptied
from tests.e2e.test_telegram_replies import bot_of
from tests.server.api_client import Api, ok, refused
from tests.server.test_inbox import BASH, ask
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings
from tests.support.telegram_server import FakeTelegram, buttons_of, running_telegram
from tests.triggers.webhook_receiver import receiver

from runwhy.core.inbox.notices import FIRST_PRESS
from runwhy.core.triggers.telegram import REPEATED, SENDING
from runwhy.services.inbox_notices import PER_USER
from runwhy.stores.sql.dialect import Tx

CHAT, ADA, EVE = 7, 42, 666
PAUSED = {
    "kind": "cron",
    "name": "n",
    "schedule": "0 2 * * *",
    "prompt": "x",
    "enabled": False,
}
INBOX = {"inboxChatId": CHAT, "inboxUserIds": [ADA]}


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


@dataclass(frozen=True)
class Chat:
    """A server whose bot sends the inbox to a chat."""

    server: RunningServer
    api: Api
    telegram: FakeTelegram

    def ask(self, id: str = "toolu_1") -> str:
        """Let a run request an approval, and wait for its message."""
        count = len(self.telegram.messages)
        run = ask(self.server, self.api, id)
        self.telegram.wait_until(lambda: len(self.telegram.messages) > count)
        return run

    def answered(self, count: int = 1) -> list[str]:
        self.telegram.wait_until(lambda: len(self.telegram.answers()) >= count)
        return self.telegram.answers()

    def decision(self, run: str, id: str = "toolu_1") -> Any:
        found = self.api.get(f"/agent-runs/{run}/approvals")["approvals"]
        return next(one for one in found if one["id"] == id)

    def refusals(self) -> list[Any]:
        found: list[Any] = self.api.get("/audit", action="approval.refused")["changes"]
        return found

    def change(self, statement: str) -> int:
        """Change the database, and return the number of changed rows."""

        def do(tx: Tx) -> int:
            return tx.conn.execute(text(statement)).rowcount

        return self.server.call(self.server.runwhy.store.in_transaction(do))

    def retry_notice(self, *, after: int) -> None:
        """Wait for a number of failed attempts to send a notice, and make the next one due."""
        due = f"UPDATE inbox_notices SET next_at = 1 WHERE attempts = {after}"
        eventually(lambda: self.change(due))


@contextmanager
def chatting(tmp_path: Path, telegram: FakeTelegram, **settings: Any) -> Iterator[Chat]:
    with running_server(server_settings(tmp_path, **settings)) as server:
        api = Api(server.url)
        try:
            ok(api.post("/triggers", bot_of(telegram, **INBOX)), 201)
            yield Chat(server, api, telegram)
        finally:
            telegram.end()
            api.http.close()


def eventually(check: Callable[[], object]) -> Any:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := check():
            return found
    raise AssertionError("not reached")


def test_an_approval_is_sent_once_and_allowed_with_a_button(
    tmp_path: Path, telegram: FakeTelegram, database: str
) -> None:
    with chatting(tmp_path, telegram, database_url=database) as chat:
        run = chat.ask()
        (message,) = telegram.messages.values()
        assert message["chat_id"] == CHAT
        assert "The agent wants to run a command\n  $ make deploy" in message["text"]
        assert "Why: " in message["text"] and "Without an answer by" in message["text"]
        assert message["link_preview_options"] == {"is_disabled": True}
        assert telegram.buttons() == [["Allow once", "Allow for this run", "Deny"]]
        telegram.press("Allow for this run", user=ADA)
        assert chat.answered() == ["Allowed."]
        decided = chat.decision(run)
        telegram.wait_until(lambda: "Allowed for this run by ada" in telegram.texts(CHAT)[0])
        (change,) = chat.api.get("/audit", action="approval.decided")["changes"]

        assert decided["decision"] == "approve_for_run"
        assert decided["decidedBy"] == "ada (Telegram 42)"
        assert change["actor"] == {"kind": "channel", "id": "42", "name": "ada (Telegram 42)"}
        assert telegram.buttons() == [[]]
        assert len(telegram.messages) == 1
        assert chat.refusals() == []


def test_a_repeated_message_says_so_and_the_first_press_in_either_counts(
    tmp_path: Path, telegram: FakeTelegram, database: str
) -> None:
    with chatting(tmp_path, telegram, database_url=database) as chat:
        run = chat.ask()
        (first,) = telegram.messages
        # As after a crash between the answer of Telegram and the write that follows.
        lost = f"message_id = NULL, next_at = 1, error = '{SENDING}' WHERE message_id = {first}"
        eventually(lambda: chat.change(f"UPDATE inbox_notices SET {lost}"))
        other = chat.ask("toolu_2")
        telegram.wait_until(lambda: len(telegram.messages) == 3)
        (second,) = (id for id, one in telegram.messages.items() if REPEATED in one["text"])
        old, new = (buttons_of(telegram.messages[id]) for id in (first, second))
        told = telegram.messages[second]["text"]
        telegram.press("Allow once", user=ADA, data=old["Allow once"])
        assert chat.answered() == ["Allowed."]
        telegram.press("Deny", user=ADA, data=new["Deny"])
        assert chat.answered(2)[1] == "Refused: this button was used before"
        telegram.wait_until(lambda: "Allowed" in telegram.messages[second]["text"])

        assert old == new
        assert told.endswith(f"{REPEATED} {FIRST_PRESS}")
        assert chat.decision(run)["decision"] == "approve"
        assert chat.decision(other, "toolu_2")["decision"] is None


def test_a_message_whose_answer_was_lost_is_repeated_and_says_so(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    busy = {"description": "Too Many Requests", "parameters": {"retry_after": 60}}
    with chatting(tmp_path, telegram) as chat:
        telegram.drop_answer("sendMessage")
        chat.ask()
        chat.retry_notice(after=1)
        telegram.refuse("sendMessage", 429, **busy)  # says nothing about the first attempt
        ok(chat.api.post("/triggers", PAUSED), 201)  # wakes the bot
        chat.retry_notice(after=2)
        ok(chat.api.post("/triggers", {**PAUSED, "name": "other"}), 201)
        telegram.wait_until(lambda: sum("make deploy" in t for t in telegram.texts(CHAT)) == 2)

        first, second = (said for said in telegram.texts(CHAT) if "make deploy" in said)
        assert second == f"{first}\n\n{REPEATED} {FIRST_PRESS}"


def test_a_line_whose_answer_was_lost_is_repeated_and_says_so(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with chatting(tmp_path, telegram):
        telegram.drop_answer("sendMessage")
        telegram.write("/why")
        telegram.wait_until(lambda: len(telegram.texts(CHAT)) == 2)

    first, second = telegram.texts(CHAT)
    assert second == f"{first}\n\n{REPEATED}"


def button(telegram: FakeTelegram, label: str) -> str:
    """Return the data of a button."""
    return buttons_of(telegram.message_with(label)[1])[label]


def forged(chat: Chat) -> dict[str, dict[str, Any]]:
    """Return presses that must not count, by the reason that is recorded."""
    prefix, notice, key, nonce = button(chat.telegram, "Allow once").split(":")
    return {
        "you are not in inboxUserIds of this bot": {"user": EVE},
        "decisions are not possible in this chat": {"chat": 8},
        "this button is unknown": {"data": f"{prefix}:{notice}:{key}:{'x' * len(nonce)}"},
        "this button is unknown ": {"data": f"{prefix}:ntc_{'0' * 26}:{key}:{nonce}"},
        "this button is unknown  ": {"data": "approve everything"},
        "this button is unknown   ": {"data": f"{prefix}:{notice}:admin:{nonce}"},
        "this button is unknown    ": {"data": f"{prefix}:{notice}:{key}:"},
    }


def test_forged_presses_are_refused_and_recorded(
    tmp_path: Path, telegram: FakeTelegram, database: str
) -> None:
    with chatting(tmp_path, telegram, database_url=database) as chat:
        run = chat.ask()
        for count, (reason, press) in enumerate(forged(chat).items(), start=1):
            telegram.press("Allow once", **press)
            assert chat.answered(count)[-1] == f"Refused: {reason.strip()}"
            assert chat.decision(run)["decision"] is None
            entry = chat.refusals()[0]
            assert entry["after"]["reason"] == reason.strip()
            assert entry["actor"]["id"] == str(press.get("user", ADA))
        telegram.press("Deny", user=ADA)
        assert chat.answered(8)[-1] == "Denied."
        assert chat.decision(run)["decision"] == "deny"


def test_refused_presses_of_a_user_do_not_fill_the_audit_log(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with chatting(tmp_path, telegram) as chat:
        chat.ask()
        for _ in range(PER_USER.burst + 5):
            telegram.press("Allow once", user=EVE)
        assert set(chat.answered(PER_USER.burst + 5)) == {
            "Refused: you are not in inboxUserIds of this bot"
        }
        assert PER_USER.burst <= len(chat.refusals()) < PER_USER.burst + 5


def test_a_button_is_used_once_and_a_repeated_update_changes_nothing(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with chatting(tmp_path, telegram) as chat:
        run = chat.ask()
        allow, deny = button(telegram, "Allow once"), button(telegram, "Deny")
        telegram.press("Allow once", id="one")
        chat.answered()
        first = chat.decision(run)
        repeated = {
            "id": "one",
            "from": {"id": ADA, "username": "ada"},
            "message": {"message_id": 1, "chat": {"id": CHAT}},
            "data": allow,
        }
        telegram.push({"callback_query": repeated})  # as after a crash before it was acknowledged
        assert chat.answered(2)[-1] == "Your decision was stored."
        telegram.push({"callback_query": {**repeated, "id": "two", "data": deny}})
        assert chat.answered(3)[-1] == "Refused: this button was used before"
        assert chat.decision(run) == first
        assert [one["after"]["reason"] for one in chat.refusals()] == [
            "this button was used before"
        ]


def test_an_expired_button_is_refused(tmp_path: Path, telegram: FakeTelegram) -> None:
    with chatting(tmp_path, telegram) as chat:
        run = chat.ask()
        chat.change("UPDATE inbox_notices SET expires_at = 1")
        telegram.press("Allow once")
        assert chat.answered() == ["Refused: this button has expired"]
        assert chat.decision(run)["decision"] is None


def test_a_person_who_was_removed_cannot_decide(tmp_path: Path, telegram: FakeTelegram) -> None:
    with chatting(tmp_path, telegram) as chat:
        run = chat.ask()
        with_other = chat.api.http.patch("/triggers/bot", json={"inboxUserIds": [EVE]})
        assert with_other.status_code == 200
        telegram.press("Allow once", user=ADA)
        assert chat.answered() == ["Refused: you are not in inboxUserIds of this bot"]
        assert chat.decision(run)["decision"] is None


def test_a_bot_of_another_workspace_cannot_decide(tmp_path: Path, telegram: FakeTelegram) -> None:
    with chatting(tmp_path, telegram) as chat, running_telegram() as other:
        run = chat.ask()
        allow = button(telegram, "Allow once")
        base = f"{chat.server.url}/api/v1/workspaces"
        ok(chat.api.http.post(base, json={"slug": "other"}), 201)
        theirs = Api(chat.server.url, "other")
        ok(theirs.post("/triggers", bot_of(other, **INBOX)), 201)
        press = {"id": "x", "from": {"id": ADA}, "data": allow}
        message = {"message_id": 1, "chat": {"id": CHAT}}
        other.push({"callback_query": {**press, "message": message}})
        other.wait_until(lambda: bool(other.answers()))
        assert other.answers() == ["Refused: this button is unknown"]
        assert chat.decision(run)["decision"] is None
        assert other.messages == {}
        (entry,) = theirs.get("/audit", action="approval.refused")["changes"]
        assert run not in str(entry)
        assert chat.refusals() == []
        theirs.http.close()
        other.end()


def test_a_decision_elsewhere_closes_the_message(tmp_path: Path, telegram: FakeTelegram) -> None:
    with chatting(tmp_path, telegram) as chat:
        run = chat.ask()
        decision = {"decision": "deny", "reason": "not today"}
        ok(chat.api.post(f"/agent-runs/{run}/approvals/toolu_1", decision))
        telegram.wait_until(lambda: "Denied by this machine: not today" in telegram.texts(CHAT)[0])
        assert telegram.buttons() == [[]]


def test_a_message_that_failed_is_sent_later_once(tmp_path: Path, telegram: FakeTelegram) -> None:
    with chatting(tmp_path, telegram) as chat:
        telegram.refuse("sendMessage", 500, description="Internal Server Error")
        run = ask(chat.server, chat.api)
        telegram.wait_until(lambda: len(telegram.calls_of("sendMessage")) == 1)
        statement = "SELECT attempts FROM inbox_notices WHERE next_at IS NOT NULL"
        store = chat.server.runwhy.store

        def attempts() -> Any:
            return chat.server.call(store.reading(lambda c: c.execute(text(statement)).scalar()))

        assert eventually(attempts) == 1
        chat.change("UPDATE inbox_notices SET next_at = 1")
        ok(chat.api.post("/triggers", PAUSED), 201)
        telegram.wait_until(lambda: len(telegram.messages) >= 2)
        assert sum("make deploy" in said for said in telegram.texts(CHAT)) == 1
        assert chat.decision(run)["decision"] is None


def test_a_request_that_is_too_long_can_only_be_denied(
    tmp_path: Path, telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = {"tool": "Bash", "input": {"command": "echo " + "x" * 4000 + "; rm -rf /"}}
    monkeypatch.setitem(BASH, "input", long["input"])
    with chatting(tmp_path, telegram) as chat:
        chat.ask()
        assert telegram.buttons() == [["Deny"]]
        assert "too long for a message" in telegram.texts(CHAT)[0]


def test_a_key_needs_the_right_to_decide_to_name_deciders(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    with chatting(tmp_path, telegram) as chat:
        made = ok(chat.api.post("/keys", {"name": "k", "scopes": ["triggers:write"]}), 201)
        weak = Api(chat.server.url, key=made["secret"])
        change = weak.http.patch("/triggers/bot", json={"inboxUserIds": [EVE]})
        refused(change, 403, "insufficient_scope")
        weak.http.close()


def test_a_webhook_receives_opened_and_closed_items_signed(tmp_path: Path) -> None:
    settings = server_settings(tmp_path, webhook_hosts=("127.0.0.0/8",))
    with running_server(settings) as server, receiver() as there:
        api = Api(server.url)
        made = ok(
            api.post("/subscriptions", {"url": there.url, "events": "inbox", "name": "ops"}), 201
        )
        run = ask(server, api, metadata={"customer": "acme"})
        eventually(lambda: len(there.came) == 1)
        ok(api.post(f"/agent-runs/{run}/approvals/toolu_1", {"decision": "approve"}))
        eventually(lambda: len(there.came) == 2)
        opened, closed = (
            Webhook(made["secret"]).verify(c.body, dict(c.headers)) for c in there.came
        )

        assert (opened["type"], closed["type"]) == ("inbox.opened", "inbox.closed")
        assert opened["data"]["id"] == closed["data"]["id"] == f"approval:{run}:toolu_1"
        assert opened["data"]["asked"] == BASH
        assert closed["data"]["answer"]["action"] == "approve"
        ok(api.post(f"/agent-runs/{run}/cancel", {}))
        api.ended(run)
        assert len(there.came) == 2  # the end of a run is not sent
        api.http.close()
