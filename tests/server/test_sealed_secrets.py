"""Secrets at rest: database files contain none in plain text, and only the key opens them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, text
from standardwebhooks import Webhook
from tests.server.api_client import SPEC, Api, ok, refused
from tests.support import callers
from tests.support.mcp_server import TestMcpServer
from tests.support.postgres import PostgresServer
from tests.support.servers import running_server, server_settings

from runwhy.cli import main
from runwhy.settings import Settings
from runwhy.vault import PLAIN, Vault, WrongSecretKey, new_key
from runwhy.wiring import make_store, wall_clock

Connect = Callable[..., Api]

HOOK_SECRET = "whsec_aHVzaCBodXNoIGh1c2ggaHVzaCBodXNo"
TOKEN = "123456:bot-token-that-nobody-may-read"
HEADER = "Bearer header-that-nobody-may-read"
PASSWORD = "password-that-nobody-may-read"
MARKS = (HOOK_SECRET.removeprefix("whsec_"), TOKEN, HEADER.split()[1], PASSWORD)


@dataclass(frozen=True, kw_only=True)
class Place:
    """A database and the directory with its files."""

    settings: Callable[..., Settings]
    files: Callable[[], Iterator[Path]]

    def holding(self, mark: str) -> list[str]:
        """Return the files that contain a text."""
        return [file.name for file in self.files() if mark.encode() in file.read_bytes()]


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    def settings(**changes: Any) -> Settings:
        return server_settings(tmp_path, **{"secret_key": (), **given, **changes})

    given: dict[str, Any] = {}
    if request.param == "sqlite":
        yield Place(settings=settings, files=lambda: tmp_path.glob("runwhy.db*"))
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    given["database_url"] = server.create_database("sealed")

    def written() -> Iterator[Path]:
        engine = create_engine(server.url("postgres"))
        with engine.connect() as conn:
            conn.execute(text("CHECKPOINT"))
        engine.dispose()
        return (file for file in (server.data / "base").rglob("*") if file.is_file())

    yield Place(settings=settings, files=written)
    server.drop_database("sealed")


def fill(api: Api, mcp: str = "http://127.0.0.1:9/mcp") -> dict[str, Any]:
    """Store a secret in everything that has one, including generated ones."""
    tool = {"kind": "mcp", "name": "t", "url": mcp, "headers": {"Authorization": HEADER}}
    hidden = {**tool, "name": "u", "url": f"http://user:{PASSWORD}@127.0.0.1:9/mcp"}
    spec = {**SPEC, "tools": [tool, hidden]}
    hook = {"kind": "webhook", "name": "h", "prompt": "p", "spec": spec, "verify": "standard"}
    made = ok(api.post("/triggers", {**hook, "secret": HOOK_SECRET}), 201)
    bot = {"kind": "telegram", "name": "b", "token": TOKEN, "allowedChatIds": [1]}
    ok(api.post("/triggers", {**bot, "enabled": False}), 201)
    ok(api.post("/agents", {"name": "a", **spec}), 201)
    sub = ok(api.post("/subscriptions", {"name": "s", "url": "https://example.org/"}), 201)
    again = ok(api.post(f"/subscriptions/{sub['id']}/rotate"))
    return {
        "hook": made,
        "subscriptions": (sub["secret"], again["secret"]),
        "session": api.session(**spec),
        "run": api.run(**spec),
    }


def deliver(url: str, hook: dict[str, Any], id: str = "msg_1") -> httpx2.Response:
    body, now = json.dumps({"a": 1}), wall_clock()
    headers = {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(HOOK_SECRET).sign(id, now, body),
    }
    return callers.post(url + hook["hookPath"], content=body, headers=headers)


def test_database_files_contain_no_secret_and_all_secrets_work(
    place: Place, connect: Connect
) -> None:
    settings = place.settings()
    with running_server(settings, work=False) as server:
        made = fill(api := connect(server.url))
        assert HEADER not in str(api.get("/audit")) and PASSWORD not in str(api.get("/audit"))
        shown = str([api.get("/agents"), api.get(f"/agent-runs/{made['run']}")])
        assert "sealed" not in shown and "[redacted:header]" in shown
    file = settings.secret_key_file
    assert file.stat().st_mode & 0o777 == 0o600

    for mark in (*MARKS, *(s.removeprefix("whsec_") for s in made["subscriptions"])):
        assert place.holding(mark) == []
    assert place.holding("sealed:1:")

    with running_server(settings, work=False) as server:  # reads the key again
        assert deliver(server.url, made["hook"]).status_code == 202
        [sub] = server.call(server.runwhy.store.list_subscriptions(1))
        assert server.runwhy.services.deliveries._opened(sub).secret == made["subscriptions"][1]


def test_a_server_with_a_wrong_key_does_not_start_and_explains_it(
    place: Place, connect: Connect
) -> None:
    settings = place.settings()
    with running_server(settings, work=False) as server:
        hook = fill(connect(server.url))["hook"]
    settings.secret_key_file.rename(kept := settings.secret_key_file.with_name("kept"))
    other = new_key()

    for wrong, said in (
        (place.settings(), "does not exist"),
        (place.settings(secret_key=[other]), "does not decrypt"),
    ):
        with pytest.raises(RuntimeError), running_server(wrong, work=False):
            pass
        assert not settings.secret_key_file.exists()
        found = _doctor(wrong)
        assert found["state"] == "fail" and said in found["detail"], found

    right = place.settings(secret_key=[other, kept.read_text().strip()])
    with running_server(right, work=False) as server:
        assert deliver(server.url, hook).status_code == 202


def _doctor(settings: Settings) -> dict[str, Any]:
    done = _cli(settings, "doctor", "--json")
    found = [json.loads(line) for line in done.splitlines()]
    return next(one for one in found if one["name"] == "secret key")


def _cli(settings: Settings, *args: str, code: int | None = None) -> str:
    env = {
        "RUNWHY_DATA_DIR": str(settings.data_dir),
        "RUNWHY_DATABASE_URL": settings.database_url,
        "RUNWHY_SECRET_KEY": ",".join(settings.secret_key),
        "RUNWHY_PORT": "0",
        "PATH": "",
    }
    done = CliRunner().invoke(main, [*args], env=env, prog_name="runwhy")
    assert code is None or done.exit_code == code, done.output
    return done.output


def test_keys_are_rotated_in_the_file_and_in_the_environment(
    place: Place, connect: Connect
) -> None:
    settings = place.settings()
    with running_server(settings, work=False) as server:
        hook = fill(connect(server.url))["hook"]
    old = settings.secret_key_file.read_text()

    said = _cli(settings, "secrets", "rotate", code=0)

    assert said.endswith("secrets encrypted with the new key\n")
    first = settings.secret_key_file.read_text()
    assert first != old and len(first.split()) == 1
    second = _cli(settings, "secrets", "key", code=0).strip()
    both = place.settings(secret_key=[second, first.strip()])
    _cli(both, "secrets", "rotate", code=0)
    alone = place.settings(secret_key=[second])
    assert "only one key" in _cli(alone, "secrets", "rotate", code=1)
    with running_server(alone, work=False) as server:
        assert deliver(server.url, hook).status_code == 202


def test_after_losing_the_key_secrets_can_be_dropped_and_the_rest_works(
    place: Place, connect: Connect
) -> None:
    settings = place.settings()
    with running_server(settings, work=False) as server:
        made = fill(connect(server.url))
    settings.secret_key_file.unlink()

    said = _cli(settings, "secrets", "forget", "--yes", code=0)

    assert said.endswith("secrets discarded\n") and not said.startswith("0")
    with running_server(settings, work=False) as server:
        api = connect(server.url)
        assert api.get(f"/agent-runs/{made['run']}")["id"] == made["run"]
        assert deliver(server.url, made["hook"]).status_code == 401
        ok(api.http.patch(f"/triggers/{made['hook']['id']}", json={"secret": HOOK_SECRET}))
        assert deliver(server.url, made["hook"]).status_code == 202


def test_tool_headers_reach_the_server_unchanged(tmp_path: Path, connect: Connect) -> None:
    with TestMcpServer().serving() as calc:
        settings = server_settings(tmp_path, tool_hosts=(calc.host,), secret_key=())
        with running_server(settings) as server:
            api = connect(server.url)
            tool = {"kind": "mcp", "name": "calc", "headers": {"Authorization": HEADER}}
            where = {"url": f"{calc.url}?api_key={PASSWORD}"}
            run = api.ended(api.run(tools=[{**tool, **where}]))
            assert run["status"] == "succeeded", run
            assert PASSWORD not in str(run) and HEADER not in str(run)
    assert not any(PASSWORD.encode() in f.read_bytes() for f in tmp_path.glob("runwhy.db*"))


def test_a_sealed_value_sent_by_a_caller_is_not_opened(tmp_path: Path, connect: Connect) -> None:
    stolen = Vault([new_key()]).seal("x")
    with running_server(server_settings(tmp_path), work=False) as server:
        api = connect(server.url)
        tool = {"kind": "mcp", "name": "t", "url": "http://evil.example/"}
        for more in ({"headers": {"X-A": stolen}}, {"sealedUrl": stolen}):
            body = {**SPEC, "prompt": "x", "tools": [{**tool, **more}]}
            refused(api.post("/agent-runs", body), 400, "invalid_request")
        hook = {"kind": "webhook", "name": "h", "prompt": "p", "verify": "token", "spec": SPEC}
        refused(api.post("/triggers", {**hook, "secret": stolen}), 400, "invalid_request")


def test_an_invalid_key_is_rejected_with_its_name(tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path), work=False):
        pass
    settings = server_settings(tmp_path, secret_key=("short",))

    assert "secret_key: is not valid" in _doctor(settings)["detail"]
    with pytest.raises(Exception, match="secret_key: is not valid"):
        make_store(settings, lambda topics: None)


def test_a_value_sealed_with_another_key_is_not_opened() -> None:
    with pytest.raises(WrongSecretKey, match="RUNWHY_SECRET_KEY"):
        Vault([new_key()]).open(Vault([new_key()]).seal("x"))
    with pytest.raises(WrongSecretKey):
        PLAIN.open(Vault([new_key()]).seal("x"))
