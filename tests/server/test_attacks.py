"""Attacks with a valid key: other workspaces, read-only keys, revoked keys.

The routes come from the OpenAPI document, so that a new route is tested too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.server.api_client import SPEC, Api, ok, refused
from tests.support.servers import PATIENCE, RunningServer
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_socket

Connect = Callable[..., Api]

BASE = "/api/v1/workspaces/{slug}"
MARK = "hush-hush"
READS = ["runs:read", "sessions:read", "triggers:read", "models:read"]
LOOKS = {  # reads that have a body
    "POST /agent-runs/envelope",
    "POST /agent-sessions/{session_id}/envelope",
    "POST /triggers/preview",
    "POST /models/check",
    "POST /agent-sessions/{session_id}/read",
}
PLENTY: dict[str, Any] = {  # a body with a value for every route
    **SPEC,
    "name": "mine",
    "prompt": "x",
    "text": "x",
    "key": "k",
    "scopes": ["runs:read"],
    "kind": "cron",
    "schedule": "0 9 * * *",
    "timezone": "UTC",
    "url": "https://example.org",
    "type": "check_in",
    "delaySeconds": 60,
    "cmd": "ls",
    "mode": "all",
    "query": "",
    "confirm": "",
    "olderThanSeconds": 86_400,
    "toolUseId": "x",
    "result": "x",
    "decision": "approve",
    "enabled": False,
    "metadata": {"changed": "yes"},
    "params": "",
    "attach": False,
    "task": "x",
}


def routes(api: Api) -> Iterator[tuple[str, str]]:
    document = ok(api.http.get(f"{api.url}/openapi.json"))
    for path, methods in document["paths"].items():
        if path.startswith(BASE):
            yield from ((method.upper(), path.removeprefix(BASE)) for method in methods)


class House:
    """A workspace with one resource of each kind."""

    def __init__(self, api: Api) -> None:
        self.api = api
        session = api.session(name=MARK, metadata={"who": MARK})
        run = api.send(session, MARK)
        api.ended(run)
        hook = {"kind": "webhook", "name": MARK, "verify": "token", "secret": MARK * 3}
        timer = {"type": "check_in", "delaySeconds": 3600, "reason": MARK}
        block = {"cmd": f"echo {MARK}"}
        rule = {"name": MARK, "olderThanSeconds": 86_400, "mode": "all", "query": "who:nobody"}
        self.ids = {
            "run_id": run,
            "session_id": session,
            "agent_id": self.made("/agents", {**SPEC, "name": MARK}),
            "trigger_id": self.made("/triggers", {**hook, "prompt": MARK, "spec": SPEC}),
            "subscription_id": self.made("/subscriptions", {"name": MARK, "url": "https://x.org"}),
            "memory_id": self.made("/memories", {"text": MARK}),
            "view_id": self.made("/views", {"name": MARK, "params": MARK}),
            "key_id": self.made("/keys", {"name": MARK, "scopes": ["admin"]}),
            "rule_id": self.made("/retention-rules", rule),
            "timer_id": self.made(f"/agent-sessions/{session}/timers", timer),
            "block_id": self.made(f"/agent-sessions/{session}/blocks", block),
            "terminal_id": self.made(f"/agent-sessions/{session}/terminals", {"shell": "bash"}),
        }

    def made(self, path: str, body: object) -> str:
        said = ok(self.api.post(path, body), 201)
        return str(next(said[name] for name in ("id", "blockId", "terminalId") if name in said))

    def everything(self) -> Any:
        session = f"/agent-sessions/{self.ids['session_id']}"
        paths = ["/agent-runs", "/agent-sessions", "/agents", "/triggers", "/subscriptions"]
        paths += ["/memories", "/views", "/keys", "/retention-rules", "/audit", "/erasures"]
        paths += [f"{session}/history?view=operator", f"{session}/timers", session]
        found = [self.api.get(path) for path in [*paths, f"{session}/pending-context"]]
        for rule in (rule for one in found for rule in one.get("rules", ())):
            del rule["asks"]  # contains the time
        for log in (one for one in found if "changes" in one):  # refusals change nothing
            kept = [each for each in log["changes"] if each["action"] != "access.refused"]
            log["changes"] = kept
        terminals = self.api.get(f"{session}/terminals")["terminals"]
        return [*found, [terminal["terminalId"] for terminal in terminals]]


def test_no_route_reveals_another_workspace(
    both: Api, either: RunningServer, connect: Connect
) -> None:
    house = House(both)
    stranger, _ = keyed(either, connect, both, "admin", elsewhere=True)
    before, tried = house.everything(), 0
    for method, path in routes(both):
        names = re.findall(r"\{(\w+)\}", path)
        if not names:
            continue
        address = re.sub(r"\{(\w+)\}", lambda name: house.ids.get(name[1], "nowhere"), path)
        body = None if method in ("GET", "DELETE") else PLENTY
        said = stranger.http.request(method, address, json=body)
        assert said.status_code in (400, 404), (method, path, said.text)
        nowhere = re.sub(r"\{\w+\}", "nowhere", path)
        other = stranger.http.request(method, nowhere, json=body)
        assert alike(said, house) == alike(other, house), (method, path)
        tried += 1
    assert tried > 40
    assert house.everything() == before


def alike(said: httpx2.Response, house: House) -> tuple[int, str]:
    """Return an answer without the id that was requested."""
    text = said.text
    for id in (*house.ids.values(), "nowhere"):
        text = text.replace(id, "ID")
    return said.status_code, text


@pytest.mark.parametrize(
    ("path", "field"),
    [
        *(("/agent-runs", name) for name in ("agent_id", "run_id")),
        *(("/agent-sessions", name) for name in ("agent_id",)),
        *(("/triggers", name) for name in ("agent_id", "session_id")),
    ],
)
def test_a_body_cannot_refer_to_another_workspace(
    both: Api, either: RunningServer, connect: Connect, path: str, field: str
) -> None:
    house = House(both)
    stranger, _ = keyed(either, connect, both, "admin", elsewhere=True)
    name = {"agent_id": "agentId", "run_id": "parentRunId", "session_id": "sessionId"}[field]
    body = {"prompt": "x", name: house.ids[field]}
    if path == "/triggers":
        body |= {"kind": "cron", "name": "t", "schedule": "0 9 * * *"}
    if field != "agent_id":
        body |= {"systemPrompt": "x"} if path != "/triggers" else {}

    said = stranger.post(path, body)

    assert said.status_code in (400, 404), said.text
    assert MARK not in said.text


def test_a_read_only_key_changes_nothing_on_any_route(
    api: Api, local: RunningServer, connect: Connect
) -> None:
    house = House(api)
    reader, _ = keyed(local, connect, api, *READS)
    before, tried = house.everything(), 0
    for method, path in routes(api):
        if method == "GET" or f"{method} {path}" in LOOKS:
            continue
        address = re.sub(r"\{(\w+)\}", lambda name: house.ids.get(name[1], "nowhere"), path)
        said = reader.http.request(method, address, json=PLENTY)
        assert refused(said, 403, "insufficient_scope")["required"], (method, path)
        tried += 1
    assert tried > 30
    assert house.everything() == before


def test_hidden_and_unknown_ids_look_the_same_to_a_bound_key(
    both: Api, either: RunningServer, connect: Connect
) -> None:
    house = House(both)
    bound, _ = keyed(either, connect, both, *READS[:2], tags={"who": "nobody"})
    for method, path in routes(both):
        if method != "GET" or not re.search(r"\{(run|session)_id\}", path):
            continue
        address = re.sub(r"\{(\w+)\}", lambda name: house.ids.get(name[1], "nowhere"), path)
        nowhere = re.sub(r"\{\w+\}", "nowhere", path)
        hidden, none = bound.http.get(address), bound.http.get(nowhere)
        assert alike(hidden, house) == alike(none, house), path


def keyed(
    server: RunningServer,
    connect: Connect,
    api: Api,
    *scopes: str,
    elsewhere: bool = False,
    **more: Any,
) -> tuple[Api, str]:
    """Return a client with a key for this workspace or another one, and the key's id."""
    slug = api.base.rsplit("/", 1)[1]
    owner = api
    if elsewhere:
        slug = f"{slug}-other"
        ok(api.http.post(f"{server.url}/api/v1/workspaces", json={"slug": slug}), 201)
        owner = connect(server.url, slug)
    body = {"name": "k", "scopes": list(scopes), **more}
    made = ok(owner.post("/keys", body), 201)
    return connect(server.url, slug, key=made["secret"]), str(made["id"])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty home directory for shells."""
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def impatient(local: RunningServer) -> Iterator[None]:
    """A server whose streams check access often."""
    state = local.runwhy.app.state
    before, state.ping_every = state.ping_every, 0.05
    yield
    state.ping_every = before


@pytest.mark.usefixtures("impatient")
def test_revoking_a_key_ends_its_streams(api: Api, local: RunningServer, connect: Connect) -> None:
    session = api.session()
    reader, key_id = keyed(local, connect, api, "sessions:read", "runs:read")
    with reader.http.stream("GET", f"/agent-sessions/{session}/stream") as response:
        lines = response.iter_lines()
        assert next(lines) == ": open"
        ok(api.http.delete(f"/keys/{key_id}"))
        rest = list(lines)  # the stream ends
    assert not any("event" in line for line in rest)


@pytest.mark.usefixtures("impatient")
def test_revoking_a_key_closes_its_terminals(
    api: Api, local: RunningServer, connect: Connect
) -> None:
    typist, key_id = keyed(local, connect, api, "terminal", "sessions:write")
    path = f"/agent-sessions/{api.session()}/terminals"
    terminal = ok(typist.post(path, {"shell": "bash"}), 201)["terminalId"]
    url = local.url.replace("http", "ws", 1) + f"{api.base}/terminals/{terminal}/ws"
    key = {"Authorization": typist.http.headers["authorization"]}
    with connect_socket(url, proxy=None, additional_headers=key) as socket:
        ok(api.http.delete(f"/keys/{key_id}"))
        drain(socket)
    assert socket.close_code == 1008


def drain(socket: ClientConnection) -> None:
    try:
        while socket.recv(timeout=PATIENCE):
            pass
    except ConnectionClosed:
        return


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://{host}.evil.example", "http://evil@{host}"]
)
def test_a_page_of_another_site_cannot_open_a_terminal_with_the_cookie(
    api: Api, local: RunningServer, connect: Connect, origin: str
) -> None:
    made = ok(api.post("/keys", {"name": "k", "scopes": ["terminal", "sessions:write"]}), 201)
    browser = connect(local.url, api.base.rsplit("/", 1)[1])
    ours = {"X-Runwhy-Dashboard": "1"}
    said = browser.http.post(
        f"{local.url}/api/v1/session", json={"key": made["secret"]}, headers=ours
    )
    cookie = ok(said) and {"Cookie": said.headers["set-cookie"].partition(";")[0]}
    path = f"/agent-sessions/{api.session()}/terminals"
    terminal = ok(api.post(path, {"shell": "bash"}), 201)["terminalId"]
    url = local.url.replace("http", "ws", 1) + f"{api.base}/terminals/{terminal}/ws"
    host = local.url.removeprefix("http://")

    theirs = origin.format(host=host)
    with (
        pytest.raises(InvalidStatus),
        connect_socket(url, proxy=None, additional_headers=cookie, origin=theirs),
    ):
        pass
    with connect_socket(url, proxy=None, additional_headers=cookie, origin=local.url) as socket:
        assert socket.ping().wait(PATIENCE)


BROKEN = [
    *({"A": "b\r\nX-Evil: 1"}, {"A": "b\n"}, {"A\r\nB": "c"}, {"A B": "c"}, {"": "c"}),
    *({"Host": "internal"}, {"Content-Length": "9"}, {"transfer-encoding": "chunked"}),
    {f"H{n}": "x" for n in range(65)},
]


@pytest.mark.parametrize("headers", BROKEN)
def test_a_tool_header_cannot_inject_a_request(api: Api, headers: dict[str, str]) -> None:
    tool = {"kind": "mcp", "name": "t", "url": "https://x.org", "headers": headers}

    body = {**SPEC, "name": "a", "tools": [tool]}
    said = refused(api.post("/agents", body), 400, "invalid_request")

    assert said["problems"][0]["field"].startswith("/tools/0/headers")


BOT_TOKEN = "RUNWHY_TELEGRAM_TOKEN"


@pytest.mark.parametrize(("kind", "field"), [("telegram", "tokenEnv"), ("webhook", "secretEnv")])
@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "RUNWHY_SECRET_KEY", "RUNWHY_DATABASE_URL"])
def test_a_trigger_cannot_name_any_variable_of_the_server(
    api: Api, kind: str, field: str, name: str
) -> None:
    more = {"allowedChatIds": [1]} if kind == "telegram" else {"verify": "token", "spec": SPEC}
    body = {"kind": kind, "name": "b", "prompt": "p", **more}

    said = refused(api.post("/triggers", {**body, field: name}), 400, "invalid_request")

    assert [problem["field"] for problem in said["problems"]] == [f"/{field}"]
    assert "_variables" in said["message"]
    allowed = BOT_TOKEN if kind == "telegram" else "RUNWHY_WEBHOOK_SECRET_X"
    made = ok(api.post("/triggers", {**body, field: allowed}), 201)
    change = api.http.patch(f"/triggers/{made['id']}", json={field: name})
    refused(change, 400, "invalid_request")


def test_a_workspace_admin_cannot_send_server_secrets_to_another_address(
    api: Api, local: RunningServer, connect: Connect
) -> None:
    tenant, _ = keyed(local, connect, api, "admin")
    bot = {"kind": "telegram", "name": "b", "tokenEnv": BOT_TOKEN, "allowedChatIds": [1]}

    refused(tenant.post("/triggers", {**bot, "apiBase": "https://evil.org"}), 403, "forbidden")
    made = ok(tenant.post("/triggers", bot), 201)
    body = {"apiBase": "http://169.254.169.254"}
    refused(tenant.http.patch(f"/triggers/{made['id']}", json=body), 403, "forbidden")
