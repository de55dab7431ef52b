"""Arbitrary frames on the WebSocket of a terminal do not break the server."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fuzz.inputs import JSON, SHARP, damaged
from tests.server.api_client import Api, ok
from tests.support.servers import PATIENCE, running_server, server_settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

RESIZE = {"resize": {"cols": 80, "rows": 24}}
TEXTS = SHARP.map(lambda text: text.encode(errors="replace").decode())
MESSAGES = (
    TEXTS
    | JSON.map(json.dumps)
    | st.integers(0, 2**32).map(lambda seed: json.dumps(damaged(RESIZE, seed)))
    | st.sampled_from(["[" * 100_000, '{"resize":{"cols":2,"rows":1}}', '{"resize":null}', ""])
)
FRAMES = st.lists(MESSAGES | st.binary(max_size=300), max_size=8)
few = settings(
    max_examples=max(10, settings().max_examples // 10),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)


class TerminalTarget:
    """A terminal with a program that discards all input."""

    def __init__(self, api: Api) -> None:
        self.api = api
        body = {"shell": "bash"}
        response = api.post(f"/agent-sessions/{api.session()}/terminals", body)
        self.id = ok(response, 201)["terminalId"]
        self.url = api.url.replace("http", "ws", 1) + f"{api.base}/terminals/{self.id}/ws"
        with self.socket() as socket:
            seen = b""
            socket.send(b"stty raw -echo; printf rea''dy; exec cat >/dev/null\r")
            while b"ready" not in seen:
                data = socket.recv(timeout=PATIENCE)
                seen += data if isinstance(data, bytes) else b""

    def socket(self) -> ClientConnection:
        return connect(self.url, proxy=None, max_size=None, close_timeout=0.2)

    def rows(self) -> int:
        return len(self.api.get(f"/terminals/{self.id}/screen")["rows"])


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TerminalTarget]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        with running_server(server_settings(home), work=False) as server:
            api = Api(server.url)
            yield TerminalTarget(api)
            api.http.close()


@few
@given(frames=FRAMES, rows=st.integers(5, 60))
def test_frames_are_typed_or_ignored_and_resizes_are_applied(
    target: TerminalTarget, frames: list[str | bytes], rows: int
) -> None:
    with target.socket() as socket:
        for frame in frames:
            socket.send(frame)
        socket.send(json.dumps({"resize": {"cols": 80, "rows": rows}}))
        until = time.monotonic() + PATIENCE
        while target.rows() != rows:  # then all previous frames were handled
            assert time.monotonic() < until
        assert not isinstance(socket.protocol.close_rcvd, int)


@few
@given(raw=st.binary(min_size=1, max_size=200))
def test_invalid_frames_close_only_their_socket(target: TerminalTarget, raw: bytes) -> None:
    with target.socket() as socket:
        socket.socket.sendall(raw)
        try:
            socket.recv(timeout=0)
        except (ConnectionClosed, TimeoutError):
            pass
    assert target.rows() > 0
