"""Parsers of the client: streams split anywhere, and unexpected responses of a server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import httpx2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.fuzz.inputs import JSON, SHARP, damaged, damaged_bytes

from runwhy import Client, RunEvent
from runwhy.cli.mcp import _parse
from runwhy.client import results
from runwhy.client.answer_reader import read as read_answer
from runwhy.client.errors import api_error
from runwhy.errors import RunwhyError
from runwhy.server.sse import frame
from runwhy.wire import accounts, runs, sessions

SEEDS = st.integers(0, 2**32)
CUTS = st.lists(st.integers(0, 3000), max_size=12)
END = {"seq": 1_000_000, "type": "result", "data": {"text": "done"}}


class Pieces(httpx2.SyncByteStream):
    """A response body that arrives in these pieces."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        yield from self._pieces


def read(pieces: Sequence[bytes]) -> list[RunEvent]:
    """Return the events that the client reads from a stream in these pieces, without reconnects."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        headers = {"content-type": "text/event-stream"}
        return httpx2.Response(200, headers=headers, stream=Pieces(pieces))

    found: list[RunEvent] = []
    transport = httpx2.MockTransport(answer)
    with Client("http://localhost", transport=transport, reconnect_for=0.0) as client:
        try:
            found.extend(client.follow("run_1"))
        except RunwhyError:
            pass
    return found


def cut_at(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    positions = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(positions)]


TEXT = SHARP.map(lambda text: text.encode(errors="replace").decode())
DATA = st.dictionaries(TEXT, TEXT | st.integers(-(2**53), 2**53), max_size=3)
TYPES = st.sampled_from(["queued", "started", "assistant_delta", "tool_call", "entry"])


@given(st.lists(st.tuples(TYPES, DATA), max_size=6), CUTS, st.sampled_from([b"\n", b"\r\n", b"\r"]))
@example([("assistant_delta", {"text": "\r\n\u2028é🙂\x85"})], list(range(300)), b"\r\n")
def test_events_do_not_depend_on_how_the_bytes_are_split(
    drawn: list[tuple[str, dict[str, Any]]], cuts: list[int], newline: bytes
) -> None:
    events: list[dict[str, Any]] = [
        {"seq": number, "type": type, "data": data}
        for number, (type, data) in enumerate(drawn, start=1)
    ]
    end = {**END, "seq": len(events) + 1}
    stream = b": open\n\n" + b"".join(frame(event) for event in [*events, end])
    stream = stream.replace(b"\n", newline)

    whole = read([stream])

    assert [{"seq": e.seq, "type": e.type, "data": e.data} for e in whole] == [*events, end]
    assert read(cut_at(stream, cuts)) == whole
    assert read([bytes([byte]) for byte in stream[:600]] + [stream[600:]]) == whole


PIECES = st.sampled_from(
    [
        *(b"data: ", b"data:", b"id: ", b"event: ", b"retry: 9\n", b"\n", b"\n\n", b"\r", b"\r\n"),
        *(b": ping\n\n", b'{"seq":1,"type":"result"}', b'{"seq":-1}', b"\xef\xbb\xbf", b"\xff"),
        *(b"[" * 3000, b'{"seq":9' + b"9" * 5000 + b"}", b'{"seq":true}', b"\0", b"data"),
    ]
)


@given(st.lists(PIECES | st.binary(max_size=30), max_size=12).map(b"".join), CUTS)
def test_an_invalid_stream_gives_the_same_events_for_any_split(
    data: bytes, cuts: list[int]
) -> None:
    whole = read([data])

    assert read(cut_at(data, cuts)) == whole
    numbers = [event.seq for event in whole]
    assert numbers == sorted(set(numbers))  # no duplicates, in order


@pytest.mark.parametrize("raw", ["[" * 100_000, '{"seq":' * 50_000, "9" * 100_000])
def test_an_expensive_frame_is_not_an_event(raw: str) -> None:
    assert results.read_frame(raw) is None


ANSWERS = [
    *(accounts.Agent, accounts.ApiKey, accounts.ModelCatalog, accounts.Workspace),
    *(runs.Run, runs.RunAccepted, runs.RunPage, results.EventData, results.Memory),
    *(results.MemoryPage, sessions.SessionInfo, sessions.SessionPage, sessions.TimerList),
]
READERS = [results.read_session_events, *(partial(read_answer, answer) for answer in ANSWERS)]
RUN = {
    "id": "run_1",
    "metadata": {"a": "b"},
    "origin": {"trigger": "api", "actor": {"kind": "key"}, "requestedAt": "2026-01-01T00:00:00Z"},
    "model": {"id": "echo"},
    "tokens": {"inputTokens": 1},
    "createdAt": "2026-11-01T10:00:00.000Z",
    "envelope": {"bytes": 1, "dropped": []},
    "messages": [{"role": "user", "content": "x"}],
    "runs": [{}],
    "sessions": [{}],
    "events": [{"seq": 1, "type": "user_message"}],
}


@given(
    st.sampled_from(READERS), st.dictionaries(SHARP, JSON) | SEEDS.map(lambda s: damaged(RUN, s))
)
def test_responses_of_any_shape_are_parsed(reader: Any, value: Any) -> None:
    if isinstance(value, dict):
        reader(value)


@given(st.integers(100, 599), JSON, SHARP | st.none())
def test_error_responses_of_any_shape_are_parsed(
    status: int, body: object, retry_after: str | None
) -> None:
    error = api_error(status, body, retry_after=retry_after)
    assert error.status == status and str(error)


@given(st.binary(max_size=200) | SEEDS.map(lambda s: damaged_bytes(json.dumps(RUN).encode(), s)))
@example(b"[" * 100_000)
def test_lines_of_an_mcp_client_are_parsed_or_ignored(line: bytes) -> None:
    assert isinstance(_parse(line), dict)
