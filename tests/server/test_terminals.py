"""Terminals over HTTP and WebSocket, with a real shell and a real server."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import Api, ok, refused
from tests.support.servers import RunningServer, running_server, server_settings
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from runwhy.core.accounts.workspaces import Scope

PATIENCE = 90.0


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def opened(api: Api, session: str, **body: Any) -> str:
    said = api.post(f"/agent-sessions/{session}/terminals", {"shell": "bash", **body})
    return str(ok(said, 201)["terminalId"])


@contextmanager
def looking(api: Api, terminal: str, **more: Any) -> Iterator[ClientConnection]:
    url = api.url.replace("http", "ws", 1) + f"{api.base}/terminals/{terminal}/ws"
    with connect(url, proxy=None, **more) as socket:
        yield socket


def until(socket: ClientConnection, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        data = socket.recv(timeout=PATIENCE)
        assert isinstance(data, bytes)
        seen += data
    return seen


def run(api: Api, session: str, socket: ClientConnection, line: str) -> None:
    """Type a line, and wait for its end on the session's stream."""
    path = f"/agent-sessions/{session}/stream"
    before = len(ends(api, session))
    socket.send(line.encode() + b"\r")
    count = 0
    with api.http.stream("GET", path) as response:
        for text in response.iter_lines():
            count += text == "event: block_end"
            if count > before:
                return


def ends(api: Api, session: str) -> list[str]:
    terminals = api.get(f"/agent-sessions/{session}/terminals")["terminals"]
    return [
        block["cmd"]
        for each in terminals
        for block in api.get(f"/terminals/{each['terminalId']}/blocks")["blocks"]
        if block["status"] != "running"
    ]


def test_commands_run_in_a_terminal_are_attached_to_the_next_message(api: Api, home: Path) -> None:
    session = api.session()
    terminal = opened(api, session, cwd=str(home))
    with looking(api, terminal) as socket:
        until(socket, b"\x1b]633;A;")
        run(api, session, socket, "ls /nonexistent")
        run(api, session, socket, "seq 500")

    blocks = api.get(f"/terminals/{terminal}/blocks")["blocks"]
    assert [(b["cmd"], b["exitCode"], b["status"]) for b in blocks] == [
        ("ls /nonexistent", 2, "completed"),
        ("seq 500", 0, "completed"),
    ]
    pending = api.get(f"/agent-sessions/{session}/pending-context")
    assert [b["cmd"] for b in pending["blocks"]] == ["ls /nonexistent", "seq 500"]
    assert 0 < pending["bytes"] <= 4096
    log = api.get(f"/agent-runs/{api.send(session, 'Why?')}/log")["parts"]
    (context,) = [json.loads(p["content"]) for p in log if p["kind"] == "context"]
    assert context["shell_id"] == terminal
    assert context["commands"][1]["lines_total"] == 500
    assert context["commands"][1]["preview"]["lines"] == [str(n) for n in range(481, 501)]


def test_reconnecting_shows_the_current_screen(api: Api, home: Path) -> None:
    terminal = opened(api, api.session())
    with looking(api, terminal) as socket:
        until(socket, b"633;A;")
        socket.send(b"echo remem''ber\r")
        until(socket, b"remember")

    with looking(api, terminal) as socket:
        assert b"remember" in until(socket, b"remember")
    assert "remember" in "\n".join(api.get(f"/terminals/{terminal}/screen")["rows"])
    scrollback = api.get(f"/terminals/{terminal}/scrollback", limit=1)
    assert len(scrollback["lines"]) == 1
    assert scrollback["nextCursor"]


def test_a_resize_message_resizes_the_terminal(api: Api, home: Path) -> None:
    session = api.session()
    terminal = opened(api, session)
    with looking(api, terminal) as socket:
        until(socket, b"633;A;")
        socket.send("nonsense")
        socket.send(json.dumps({"resize": {"cols": 0, "rows": 1}}))
        socket.send(json.dumps({"resize": {"cols": 132, "rows": 43}}))
        socket.send(b"stty size\r")
        until(socket, b"43 132")


def test_large_output_reaches_viewers_with_bounded_memory(api: Api, home: Path) -> None:
    terminal = opened(api, api.session())
    with looking(api, terminal, max_size=None) as socket:
        until(socket, b"633;A;")
        socket.send(b"head -c 8000000 /dev/zero | tr '\\0' x; echo; echo do''ne\r")
        seen = 0
        tail = b""
        while b"done" not in tail:
            data = socket.recv(timeout=PATIENCE)
            assert isinstance(data, bytes)
            seen += len(data)
            tail = (tail[-100:] + data)[-4000:]

    assert seen > 8_000_000


def test_exiting_the_shell_closes_the_socket_and_the_terminal(api: Api, home: Path) -> None:
    session = api.session()
    terminal = opened(api, session)
    with looking(api, terminal) as socket:
        until(socket, b"633;A;")
        socket.send(b"exit 3\r")
        for _ in socket:
            pass

    assert socket.close_code == 1000
    api.stream(f"/agent-sessions/{session}/stream", until=("block_end",))
    blocks = api.get(f"/agent-sessions/{session}/pending-context")["blocks"]
    assert [(b["cmd"], b["exitCode"]) for b in blocks] == [("exit 3", 3)]


def test_ending_a_session_closes_its_terminals(api: Api, home: Path) -> None:
    session = api.session()
    with looking(api, opened(api, session)) as socket:
        until(socket, b"633;A;")
        ok(api.http.delete(f"/agent-sessions/{session}"))
        for _ in socket:
            pass

    refused(api.post(f"/agent-sessions/{session}/terminals", {}), 409, "session_ended")


def test_a_closed_terminal_is_not_found(api: Api, home: Path) -> None:
    terminal = opened(api, api.session())

    ok(api.http.delete(f"/terminals/{terminal}"))

    refused(api.http.get(f"/terminals/{terminal}/screen"), 404, "not_found")
    refused(api.http.delete(f"/terminals/{terminal}"), 404, "not_found")


def test_invalid_requests_are_rejected_with_their_field(api: Api, home: Path) -> None:
    path = f"/agent-sessions/{api.session()}/terminals"

    refused(api.post(path, {"shell": "csh"}), 400, "invalid_request")
    refused(api.post(path, {"shell": "bash", "cwd": "/nonexistent"}), 400, "invalid_request")
    refused(api.post(path, {"cols": 0}), 400, "invalid_request")


def test_a_page_of_another_site_cannot_use_a_terminal(api: Api, home: Path) -> None:
    terminal = opened(api, api.session())

    with pytest.raises(InvalidStatus), looking(api, terminal, origin="http://evil.example"):
        pass
    with pytest.raises(InvalidStatus), looking(api, "trm_none"):
        pass


def test_terminals_can_be_limited_or_disabled(tmp_path: Path, home: Path) -> None:
    with running_server(server_settings(tmp_path / "a", max_terminals=1)) as server:
        api = Api(server.url)
        session = api.session()
        opened(api, session)
        refused(api.post(f"/agent-sessions/{session}/terminals", {}), 429, "rate_limited")
        api.http.close()
    with running_server(server_settings(tmp_path / "b", terminals=False)) as server:
        api = Api(server.url)
        refused(api.post(f"/agent-sessions/{api.session()}/terminals", {}), 403, "forbidden")
        api.http.close()


def test_a_key_needs_the_scope_and_sees_its_own_workspace(
    local: RunningServer, api: Api, connect: Callable[..., Api], home: Path
) -> None:
    def key(*scopes: Scope) -> str:
        made = ok(api.post("/keys", {"name": "k", "scopes": list(scopes)}), 201)
        return str(made["secret"] if "secret" in made else made["key"])

    slug = api.base.rsplit("/", 1)[1]
    session = api.session()
    terminal = opened(api, session)
    without = connect(local.url, slug, key=key(Scope.SESSIONS_WRITE))
    having = connect(local.url, slug, key=key(Scope.TERMINAL))

    refused(without.post(f"/agent-sessions/{session}/terminals", {}), 403, "insufficient_scope")
    having.get(f"/terminals/{terminal}/screen")
    headers = dict(without.http.headers)
    with pytest.raises(InvalidStatus), looking(without, terminal, additional_headers=headers):
        pass
    refused(connect(local.url).http.get(f"/terminals/{terminal}/screen"), 404, "not_found")


def test_stopping_the_server_stops_its_shells(tmp_path: Path, home: Path) -> None:
    with running_server(server_settings(tmp_path)) as server:
        api = Api(server.url)
        terminal = opened(api, api.session())
        workspace = server.call(server.runwhy.store.get_workspace("default"))
        assert workspace is not None
        room = server.runwhy.services.terminals.get(workspace.id, terminal)
        api.http.close()

    assert room.is_closed
    assert not [t for t in threading.enumerate() if t.name.startswith("runwhy-pty")]


def test_the_output_of_a_running_command_is_streamed(api: Api, home: Path) -> None:
    session = api.session()
    terminal = opened(api, session, cwd=str(home))
    with looking(api, terminal) as socket:
        until(socket, b"633;A;")
        socket.send(b"seq 30; read -r line\r")
        stream = f"/agent-sessions/{session}/stream"
        *_, begun, delta = api.stream(stream, until=("block_delta",))

    told = delta.data["data"]
    assert begun.event == "block_begin"
    assert told["lines"] == [str(number) for number in range(11, 31)]
    assert (told["status"], told["linesTotal"]) == ("running", 30)
    assert api.get(f"/terminals/{terminal}/blocks")["blocks"][0]["output"].endswith("29\n30")
