"""Headers are bounded while they arrive, before any key is checked."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.server import header_limits, uvicorn_runner
from runwhy.server.header_limits import MAX_BYTES, MAX_COUNT, MAX_PIPELINED

START = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
SMALL = START + b"\r\n"
SOCKET = b"GET /api/v1/workspaces/default/terminals/t/ws HTTP/1.1\r\nHost: localhost\r\n"
SOCKET += b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
SOCKET += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.fixture(scope="module", params=["LimitedHttpTools", "LimitedH11"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """A server with each of the two parsers."""
    protocol = getattr(header_limits, request.param)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn_runner, "limited_protocol", lambda: protocol)
        with running_server(server_settings(tmp_path_factory.mktemp("s")), work=False) as running:
            yield running


@contextmanager
def connected(server: RunningServer) -> Iterator[socket.socket]:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as opened:
        yield opened


def rest_of(opened: socket.socket) -> bytes:
    """Return everything until the server closes the connection."""
    received = b""
    while data := opened.recv(65536):
        received += data
    return received


@pytest.mark.parametrize("start", [START, SOCKET], ids=["http", "websocket"])
@pytest.mark.parametrize("endless", [b"X-Long: " + b"a" * MAX_BYTES, b"X-A: b\r\n" * MAX_BYTES])
def test_a_connection_is_closed_when_its_headers_exceed_the_limit(
    server: RunningServer, start: bytes, endless: bytes
) -> None:
    refuses_after_limit(server, start + endless)


def test_a_connection_is_closed_when_its_url_exceeds_the_limit(server: RunningServer) -> None:
    refuses_after_limit(server, b"GET /" + b"a" * MAX_BYTES)


def refuses_after_limit(server: RunningServer, request: bytes) -> None:
    with connected(server) as opened:
        opened.sendall(request[: MAX_BYTES + 1])
        head, _, body = rest_of(opened).partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 431 ") and b"connection: close" in head
    told = json.loads(body)
    assert told["error"] == "headers_too_large"
    assert told["problems"][0]["limit"] == MAX_BYTES


def test_headers_within_the_limit_are_accepted_again_and_again(server: RunningServer) -> None:
    large = START + b"X-Long: " + b"a" * (MAX_BYTES - 1024) + b"\r\n\r\n"
    with connected(server) as opened, opened.makefile("rb") as answers:
        for _ in range(3):  # the limit counts per request
            opened.sendall(large[: len(large) // 2])
            opened.sendall(large[len(large) // 2 :])
            assert answers.readline().startswith(b"HTTP/1.1 200")
            length = 0
            while (line := answers.readline()) != b"\r\n":
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            answers.read(length)


@pytest.mark.parametrize(
    "headers",
    [b"X-A: b\r\n" * MAX_COUNT, b"X-Long: " + b"a" * MAX_BYTES + b"\r\n"],
    ids=["many", "long"],
)
def test_complete_headers_beyond_a_limit_are_refused(server: RunningServer, headers: bytes) -> None:
    with connected(server) as opened:
        opened.sendall(START + b"Connection: close\r\n" + headers + b"\r\n")
        assert opened.recv(65536).startswith(b"HTTP/1.1 431 ")


def test_a_websocket_with_too_many_headers_is_refused(server: RunningServer) -> None:
    with connected(server) as opened:
        opened.sendall(SOCKET + b"X-A: b\r\n" * MAX_COUNT + b"\r\n")
        assert opened.recv(65536).startswith(b"HTTP/1.1 4")


def test_a_late_body_does_not_count_as_headers(server: RunningServer) -> None:
    """The response may be complete before the body, which is then ignored."""
    body = b"x" * (2 * MAX_BYTES)
    post = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body)
    with connected(server) as opened:
        opened.sendall(post)
        assert opened.recv(65536).startswith(b"HTTP/1.1 4")
        opened.sendall(body + SMALL[:-2] + b"Connection: close\r\n\r\n")
        assert b"HTTP/1.1 200" in rest_of(opened)


CHUNKED = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("endless", [b"a" * MAX_BYTES, b"\r\nX-A: b" * (MAX_BYTES // 8)])
def test_a_connection_is_closed_when_its_trailers_exceed_the_limit(
    server: RunningServer, endless: bytes
) -> None:
    with connected(server) as opened:
        opened.sendall(CHUNKED + b"1\r\nx\r\n0\r\nX-Long: ")
        with pytest.raises(OSError):  # reset, because not everything was read
            opened.sendall(endless * 1000)


def test_a_trailer_is_not_a_header(server: RunningServer) -> None:
    with connected(server) as opened:
        opened.sendall(CHUNKED + b"0\r\nHost: example.org\r\n\r\n" + SMALL)
        first = opened.recv(65536)

    assert first.startswith(b"HTTP/1.1 404 ")


def test_only_some_requests_may_wait_for_earlier_responses(server: RunningServer) -> None:
    with connected(server) as opened:
        opened.sendall(SMALL * 2)
        assert opened.recv(65536).startswith(b"HTTP/1.1 200")
    with connected(server) as opened:
        opened.sendall(
            SMALL * (10 * MAX_PIPELINED) + b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"
        )
        try:
            answered = rest_of(opened).count(b"HTTP/1.1 ")
        except ConnectionResetError:
            answered = 0
    if uvicorn_runner.limited_protocol() is header_limits.LimitedHttpTools:
        assert answered <= MAX_PIPELINED + 1  # h11 reads the next request after the response
