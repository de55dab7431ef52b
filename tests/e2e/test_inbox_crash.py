"""A server is killed while it notifies people of inbox items: each notice arrives, once.

The server kills itself with SIGKILL before or after one of the writes, or is killed by the receiver
before its response arrives.
"""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import create_engine, text
from tests.cli.processes import PATIENCE, Served, environment, served
from tests.e2e.test_crash_points import get, in_two_minutes, kill, post
from tests.support import callers
from tests.support.http_server import HttpRequest, HttpResponse, http_server
from tests.support.postgres import PostgresServer
from tests.support.servers import running_server, server_settings
from tests.support.telegram_server import TOKEN, FakeTelegram, running_telegram

from runwhy.core.triggers.telegram import REPEATED

CHAT, ADA = 7, 42
CRON = {"kind": "cron", "name": "nightly", "schedule": "0 2 * * *", "prompt": "Look."}
WRITES = ["open_notice", "close_notice"]
LATER: dict[str, Any] = {"webhook_hosts": ("127.0.0.0/8",), "secret_key": ()}

# Imported by Python at the start of the process, because its folder is on the path.
KILLER = """
import os, signal

method, moment = os.environ["KILL_AT"].split(":")

def arm():
    from runwhy.stores.store import SqlStore
    original = getattr(SqlStore, method)

    async def deadly(self, *args, **kwargs):
        if moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = await original(self, *args, **kwargs)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(SqlStore, method, deadly)

arm()
"""


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'runwhy.db'}"
        return
    postgres: PostgresServer = request.getfixturevalue("postgres")
    yield postgres.create_database("inbox_crash", like=request.getfixturevalue("migrated"))
    postgres.drop_database("inbox_crash")


def end_leases(database: str) -> None:
    """End the leases of the dead server, which last for up to a minute of the database's time."""
    engine = create_engine(database)
    with engine.begin() as conn:
        conn.execute(text("UPDATE leases SET until = 0"))
    engine.dispose()


def lease_holder(database: str) -> str:
    """Return the server that writes notices."""
    engine = create_engine(database)
    with engine.connect() as conn:
        query = text("SELECT holder FROM leases WHERE name = 'inbox:notices'")
        found: str = conn.execute(query).scalar_one()
    engine.dispose()
    return found


def wait_until_noted(database: str) -> None:
    """Wait until the server has stored that a message was sent."""
    engine, end = create_engine(database), time.monotonic() + PATIENCE
    while True:
        with engine.connect() as conn:
            noted = conn.execute(text("SELECT message_id FROM inbox_notices")).scalar()
        if noted is not None:
            break
        assert time.monotonic() < end
        time.sleep(0.05)
    engine.dispose()


def deadly(tmp_path: Path, point: str, **more: str) -> dict[str, str]:
    """Return the environment of a server that kills itself at a point."""
    folder = tmp_path / "killer"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(KILLER)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return environment(tmp_path, KILL_AT=point, PYTHONPATH=path, **more)


class Receiver:
    """Receives deliveries by their ids, and can kill the server before it responds."""

    def __init__(self) -> None:
        self.seen: dict[str, list[str]] = {"inbox.opened": [], "inbox.closed": []}
        self.victim: tuple[str, Served] | None = None
        self.changed = threading.Condition()
        self.url = ""

    def take(self, request: HttpRequest) -> HttpResponse:
        type = json.loads(request.body)["type"]
        with self.changed:
            self.seen.setdefault(type, []).append(request.headers["webhook-id"])
            self.changed.notify_all()
        if self.victim is not None and self.victim[0] == type:
            kill(self.victim[1])
        return HttpResponse()

    def wait_for(self, type: str, count: int = 1) -> None:
        with self.changed:
            arrived = lambda: len(self.seen.get(type, ())) >= count  # noqa: E731
            assert self.changed.wait_for(arrived, PATIENCE), self.seen


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    with http_server(receiver.take) as url:
        receiver.url = f"{url}/hook"
        yield receiver


def start_item(server: Served, receiver: Receiver) -> tuple[str, str]:
    """Subscribe to the inbox, and pause a schedule; return the ids of both."""
    hook = post(server, "/subscriptions", {"url": receiver.url, "events": "inbox"})["id"]
    trigger = add_paused(server)
    return hook, trigger


def add_paused(server: Served) -> str:
    """Pause a new schedule, which opens an item; return its id."""
    trigger: str = post(server, "/triggers", CRON)["id"]
    change(server.url, trigger, "pause")
    return trigger


def resume(url: str, trigger: str) -> None:
    """Resume the schedule, which closes its item."""
    change(url, trigger, "resume")


def change(url: str, trigger: str, verb: str) -> None:
    """Pause or resume a schedule. The server may die before it responds."""
    path = f"{url}/api/v1/workspaces/default/triggers/{trigger}/{verb}"
    with suppress(httpx2.TransportError):
        assert callers.post(path, json={}).status_code == 200


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("method", [*WRITES, "note_attempt"])
def test_a_webhook_gets_each_notice_once_if_the_server_is_killed_at_a_write(
    tmp_path: Path, database: str, method: str, moment: str
) -> None:
    """`note_attempt` stores that the receiver has accepted a delivery."""
    hosts = {"RUNWHY_WEBHOOK_HOSTS": "127.0.0.0/8", "RUNWHY_DATABASE_URL": database}
    with receiving() as receiver:
        with served(env=deadly(tmp_path, f"{method}:{moment}", **hosts)) as server:
            hook, trigger = start_item(server, receiver)
            if method == "close_notice":
                receiver.wait_for("inbox.opened")
                resume(server.url, trigger)
            server.process.wait(PATIENCE)
        assert server.process.returncode == -signal.SIGKILL
        end_leases(database)
        later = server_settings(tmp_path, **LATER, database_url=database)
        with running_server(later, clock=in_two_minutes) as running:
            receiver.wait_for("inbox.opened")
            resume(running.url, trigger)
            receiver.wait_for("inbox.closed")
            sent = get(running, f"/subscriptions/{hook}/deliveries")["deliveries"]

    # A delivery can be repeated, with the same id. There is one for each notice.
    assert [len(set(ids)) for ids in receiver.seen.values()] == [1, 1]
    assert sorted(one["type"] for one in sent) == ["inbox.closed", "inbox.opened"]


@pytest.mark.parametrize("type", ["inbox.opened", "inbox.closed"])
def test_a_delivery_that_was_accepted_but_not_stored_is_repeated_with_its_id(
    tmp_path: Path, database: str, type: str
) -> None:
    hosts = {"RUNWHY_WEBHOOK_HOSTS": "127.0.0.0/8", "RUNWHY_DATABASE_URL": database}
    env = environment(tmp_path, **hosts)
    with receiving() as receiver:
        with served(env=env) as server:
            receiver.victim = (type, server)
            _, trigger = start_item(server, receiver)
            if type == "inbox.closed":
                receiver.wait_for("inbox.opened")
                resume(server.url, trigger)
            server.process.wait(PATIENCE)
        receiver.victim = None
        end_leases(database)
        later = server_settings(tmp_path, **LATER, database_url=database)
        with running_server(later, clock=in_two_minutes) as running:
            receiver.wait_for(type, 2)
            resume(running.url, trigger)
            receiver.wait_for("inbox.closed")

    assert [len(set(ids)) for ids in receiver.seen.values()] == [1, 1]


def bot(telegram: FakeTelegram) -> dict[str, Any]:
    inbox = {"inboxChatId": CHAT, "inboxUserIds": [ADA], "allowedChatIds": [CHAT]}
    connection = {"token": TOKEN, "apiBase": telegram.url}
    return {"kind": "telegram", "name": "bot", "spec": {"modelId": "echo"}, **connection, **inbox}


@pytest.mark.parametrize(
    ("point", "messages"),
    [
        ("open_notice:before", 1),
        ("open_notice:after", 1),
        ("note_notice:before", 1),  # the note that the message is sent now
        ("note_notice:after", 1),
        ("close_notice:before", 1),
        ("close_notice:after", 1),
    ],
)
def test_a_chat_gets_each_notice_once_if_the_server_is_killed_at_a_write(
    tmp_path: Path, database: str, point: str, messages: int
) -> None:
    url = {"RUNWHY_DATABASE_URL": database}
    with running_telegram() as telegram:
        with served(env=deadly(tmp_path, point, **url)) as server:
            post(server, "/triggers", bot(telegram))
            trigger = add_paused(server)
            if point.startswith("close_notice"):
                telegram.wait_until(lambda: len(telegram.messages) == 1)
                resume(server.url, trigger)
            server.process.wait(PATIENCE)
        assert server.process.returncode == -signal.SIGKILL
        end_leases(database)
        later = server_settings(tmp_path, secret_key=(), database_url=database)
        with running_server(later, clock=in_two_minutes) as running:
            telegram.wait_until(lambda: len(telegram.messages) == messages)
            resume(running.url, trigger)
            telegram.wait_until(lambda: "Trigger resumed" in telegram.texts(CHAT)[-1])
        telegram.end()

    texts = telegram.texts(CHAT)
    assert len(texts) == messages
    assert all("nightly is paused" in text for text in texts)


def test_a_message_that_telegram_accepted_is_repeated_and_says_so_if_the_server_is_killed_then(
    tmp_path: Path, database: str
) -> None:
    """Telegram cannot be queried for its messages, so one that was not noted is sent again."""
    with running_telegram() as telegram:
        with served(env=environment(tmp_path, RUNWHY_DATABASE_URL=database)) as server:
            telegram.before_answer("sendMessage", lambda: kill(server))
            post(server, "/triggers", bot(telegram))
            trigger = add_paused(server)
            server.process.wait(PATIENCE)
        assert server.process.returncode == -signal.SIGKILL
        end_leases(database)
        later = server_settings(tmp_path, secret_key=(), database_url=database)
        with running_server(later, clock=in_two_minutes) as running:
            telegram.wait_until(lambda: len(telegram.messages) == 2)
            first, second = telegram.texts(CHAT)
            resume(running.url, trigger)
            telegram.wait_until(lambda: "Trigger resumed" in telegram.texts(CHAT)[-1])
        telegram.end()

    assert REPEATED not in first
    assert second == f"{first}\n\n{REPEATED}"
    assert telegram.texts(CHAT)[0] == first  # its id is unknown, so it cannot be changed


@pytest.mark.full
def test_another_server_notifies_after_the_lease_of_a_killed_one_has_expired(
    tmp_path: Path, postgres: PostgresServer, migrated: str
) -> None:
    """Nothing ends the lease here: it lasts for the time that the dead server was granted."""
    database = postgres.create_database("inbox_leases", like=migrated)
    env = environment(tmp_path, RUNWHY_DATABASE_URL=database, RUNWHY_WEBHOOK_HOSTS="127.0.0.0/8")
    with receiving() as receiver:
        with served(env=env) as first:
            hook, trigger = start_item(first, receiver)
            receiver.wait_for("inbox.opened")
            before = lease_holder(database)
            kill(first)
        with served(env=env) as second:
            resume(second.url, trigger)
            receiver.wait_for("inbox.closed")
            after = lease_holder(database)
            sent = get(second, f"/subscriptions/{hook}/deliveries")["deliveries"]
    postgres.drop_database("inbox_leases")

    assert before != after
    assert [len(ids) for ids in receiver.seen.values()] == [1, 1]
    assert sorted(one["type"] for one in sent) == ["inbox.closed", "inbox.opened"]


@pytest.mark.full
def test_another_server_continues_a_chat_after_the_leases_of_a_killed_one_have_expired(
    tmp_path: Path, postgres: PostgresServer, migrated: str
) -> None:
    """The lease of a bot lasts for a minute, and its new holder looks for it now and then."""
    database = postgres.create_database("chat_leases", like=migrated)
    env = environment(tmp_path, RUNWHY_DATABASE_URL=database)
    with running_telegram() as telegram:
        with served(env=env) as first:
            post(first, "/triggers", bot(telegram))
            trigger = add_paused(first)
            telegram.wait_until(lambda: len(telegram.messages) == 1)
            wait_until_noted(database)
            before = lease_holder(database)
            kill(first)
        with served(env=env, patience=300) as second:
            resume(second.url, trigger)
            closed = lambda: "Trigger resumed" in telegram.texts(CHAT)[-1]  # noqa: E731
            telegram.wait_until(closed, within=180)
            after = lease_holder(database)
        telegram.end()
    postgres.drop_database("chat_leases")

    assert before != after
    assert len(telegram.texts(CHAT)) == 1
