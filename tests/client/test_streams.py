"""Streams deliver each event once and in order, across reconnects."""

from __future__ import annotations

from typing import Any

import pytest
from tests.client.conftest import MakeClient
from tests.client.scripted_server import Events, Json, Script, frame

from runwhy import ConnectionFailed, NotFoundError

STREAM = "/agent-runs/run_1/stream"

QUEUED = frame(1, "queued", runId="run_1", metadata={"env": "prod"})
STARTED = frame(2, "started", runId="run_1")
HELLO = frame(3, "assistant_delta", text="Hello ")
WORLD = frame(4, "assistant_delta", text="world")
DONE = frame(5, "result", subtype="success", ok=True, text="Hello world")
ALL = [QUEUED, STARTED, HELLO, WORLD, DONE]


def seqs(client: Any, **options: Any) -> list[int]:
    return [event.seq for event in client.follow("run_1", **options)]


def test_a_broken_stream_delivers_each_event_once(client: Any, server: Script) -> None:
    half = WORLD[: len(WORLD) // 2]
    server.on(
        "GET",
        STREAM,
        Events([QUEUED, STARTED, HELLO, half], cut=True),
        Events([HELLO, WORLD, DONE]),  # including an event that was already delivered
    )

    events = list(client.follow("run_1"))

    assert [event.seq for event in events] == [1, 2, 3, 4, 5]
    assert "".join(e.text for e in events if e.type == "assistant_delta") == "Hello world"


def test_a_stream_resumes_after_the_last_event(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Events([QUEUED, STARTED], cut=True), Events([HELLO, WORLD, DONE]))

    seqs(client)

    first, second = server.seen("GET", "/stream")
    assert "last-event-id" not in first.headers and not first.query
    assert second.headers["last-event-id"] == "2"
    assert second.query == [("lastSeq", "2")]


def test_a_stream_closed_early_is_reopened(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Events([QUEUED]), Events([]), Events(ALL[1:]))

    assert seqs(client) == [1, 2, 3, 4, 5]


def test_a_lost_event_is_requested_again(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Events([QUEUED, HELLO, WORLD, DONE]), Events(ALL[1:]))

    assert seqs(client) == [1, 2, 3, 4, 5]


def test_an_event_the_server_does_not_have_is_skipped(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Events([QUEUED, HELLO, WORLD, DONE]), Events([HELLO, WORLD, DONE]))

    assert seqs(client) == [1, 3, 4, 5]


def test_a_stream_ends_with_the_terminal_event(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Events([*ALL, frame(6, "assistant_delta", text="too late")]))

    assert seqs(client) == [1, 2, 3, 4, 5]
    assert len(server.seen("GET", "/stream")) == 1


def test_a_repeated_terminal_event_ends_the_stream_silently(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Events([DONE]))

    assert seqs(client, after=5) == []


def test_pings_and_unknown_frames_are_ignored(client: Any, server: Script) -> None:
    noise = [": ping\n\n", "event: hint\ndata: not json\n\n", 'data: {"no": "seq"}\n\n']
    server.on("GET", STREAM, Events([*noise, *ALL]))

    assert seqs(client) == [1, 2, 3, 4, 5]


def test_text_with_any_line_break_is_received_unchanged(client: Any, server: Script) -> None:
    text = "a\nb\r\nc\u2028d\x85e\x1ef"
    server.on("GET", STREAM, Events([frame(1, "result", text=text)]))

    assert [event.text for event in client.follow("run_1")] == [text]


def test_a_short_outage_is_bridged(client: Any, server: Script) -> None:
    away = Json({"error": "unavailable", "message": "restarting"}, status=503)
    server.on("GET", STREAM, away, Events(ALL))

    assert seqs(client) == [1, 2, 3, 4, 5]


def test_a_stream_without_progress_fails_after_the_limit(
    make_client: MakeClient, server: Script
) -> None:
    server.on("GET", STREAM, Events([QUEUED], cut=True), Events([], cut=True))
    client = make_client(server.url, reconnect_for=0.3)

    with pytest.raises(ConnectionFailed, match=server.url):
        seqs(client)

    assert len(server.seen("GET", "/stream")) > 2


def test_an_unknown_run_fails_immediately(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Json({"error": "not_found", "message": "no run_1"}, status=404))

    with pytest.raises(NotFoundError, match="no run_1"):
        seqs(client)

    assert len(server.requests) == 1


def test_leaving_a_stream_early_does_not_block(client: Any, server: Script) -> None:
    server.on("GET", STREAM, Events([QUEUED, server.wait_for("POST", "/cancel")]))
    server.on("POST", "/agent-runs/run_1/cancel", Json({}))

    for event in client.follow("run_1"):
        assert event.type == "queued"
        break
    client.cancel_run("run_1")
