"""Event streams: each event once and in order, also after reconnecting."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.server.api_client import Api, Frame, frames_of, ok, refused
from tests.support.postgres import PostgresServer
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.settings import Settings

TOOL = {"kind": "local", "name": "look"}


def numbers(frames: list[Frame]) -> list[int]:
    return [frame.id for frame in frames]


def test_a_stream_resumes_after_the_last_event_seen(both: Api) -> None:
    run = both.run("[[tool look {}]]", tools=[TOOL])
    ok(
        both.post(
            f"/agent-runs/{run}/tool-results", {"toolUseId": both.waiting(run), "result": "stars"}
        )
    )
    whole = both.events(run)
    path = f"/agent-runs/{run}/stream"

    for seen in range(len(whole)):
        assert both.events(run, lastSeq=seen) == whole[seen:]
        with both.http.stream("GET", path, headers={"Last-Event-ID": str(seen)}) as response:
            assert list(frames_of(response)) == whole[seen:]  # the server closed it


def test_the_reconnect_header_overrides_the_parameter(api: Api) -> None:
    run = api.run()
    whole = api.events(run)
    path = f"/agent-runs/{run}/stream?lastSeq=1"

    for header, first in (("3", 4), ("", 2)):
        with api.http.stream("GET", path, headers={"Last-Event-ID": header}) as response:
            assert list(frames_of(response)) == whole[first - 1 :]


@pytest.mark.parametrize("beyond", [0, 1, 1000])
def test_resuming_after_the_end_repeats_the_terminal_event(both: Api, beyond: int) -> None:
    run = both.run()
    end = both.events(run)[-1]

    assert both.events(run, lastSeq=end.id + beyond) == [end]


@pytest.mark.parametrize("wrong", ["-1", "x", "1.5", str(2**53)])
def test_an_event_id_that_is_not_a_number_is_rejected(api: Api, wrong: str) -> None:
    path = f"/agent-runs/{api.run()}/stream"

    refused(api.http.get(path, params={"lastSeq": wrong}), 400, "invalid_request")
    if not wrong.isdecimal():
        refused(api.http.get(path, headers={"Last-Event-ID": wrong}), 400, "invalid_request")


def test_a_running_run_can_be_streamed(both: Api) -> None:
    run = both.run("[[tool look {}]]", tools=[TOOL])
    seen: list[str] = []
    with both.http.stream("GET", f"/agent-runs/{run}/stream") as response:
        for frame in frames_of(response):
            seen.append(frame.event)
            if frame.event == "local_tool_call":
                data = {"toolUseId": frame.data["data"]["toolUseId"], "result": "stars"}
                ok(both.post(f"/agent-runs/{run}/tool-results", data))

    # The server closed the stream after exactly one terminal event.
    assert seen[-1] == "result"
    assert sum(kind in ("result", "error", "cancelled") for kind in seen) == 1
    assert "local_tool_result_in" in seen


def test_several_listeners_receive_the_same_events(both: Api) -> None:
    run = both.run("[[tool look {}]]", tools=[TOOL])
    path = f"/agent-runs/{run}/stream"
    with both.http.stream("GET", path) as one, both.http.stream("GET", path) as two:
        call = both.waiting(run)
        ok(both.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": "x"}))
        assert list(frames_of(one)) == list(frames_of(two)) == both.events(run)


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """A database for this server only; another one would claim requeued runs."""
    if request.param == "sqlite":
        yield server_settings(tmp_path)
        return
    postgres: PostgresServer = request.getfixturevalue("postgres")
    yield server_settings(tmp_path, database_url=postgres.create_database("restarted"))
    postgres.drop_database("restarted")


def test_a_stream_can_be_resumed_after_a_restart(settings: Settings) -> None:
    with running_server(settings) as server:
        api = Api(server.url)
        run = api.run("[[tool look {}]]", tools=[TOOL], metadata={"a": "b"})
        call = api.waiting(run)
        seen = api.stream(f"/agent-runs/{run}/stream", until=("local_tool_call",))
        api.http.close()
    with running_server(settings) as server:
        api = Api(server.url)
        api.stream(f"/agent-runs/{run}/stream", lastSeq=seen[-1].id, until=("started",))
        ok(api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": "stars"}))
        rest = api.events(run, lastSeq=seen[-1].id)
        whole = api.events(run)
        api.http.close()

    assert seen + rest == whole
    assert numbers(whole) == list(range(1, len(whole) + 1))
    assert [f.event for f in whole].count("local_tool_call") == 1
    starts = [f.data["data"]["attempt"] for f in whole if f.event == "started"]
    assert starts == list(range(1, len(starts) + 1)) and len(starts) > 1
    assert whole[-1].event == "result" and "stars" in whole[-1].data["data"]["text"]


def test_open_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path)) as server:
        api = Api(server.url)
        run = api.run("[[tool look {}]]", tools=[TOOL])
        api.waiting(run)
        response = api.http.send(
            api.http.build_request("GET", f"/agent-runs/{run}/stream"), stream=True
        )
        frames = frames_of(response)
        next(frames)
    assert all(frame.event != "result" for frame in frames)  # it ended without an error
    api.http.close()


@pytest.fixture
def nervous(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that sends pings very often."""
    with running_server(server_settings(tmp_path)) as server:
        server.runwhy.app.state.ping_every = 0.02
        yield server


def comments(response: httpx2.Response, count: int) -> list[str]:
    found = []
    for line in response.iter_lines():
        if line.startswith(":"):
            found.append(line)
        if len(found) == count:
            break
    return found


def test_an_idle_stream_sends_comments_as_pings(nervous: RunningServer) -> None:
    api = Api(nervous.url)
    run = api.run("[[tool look {}]]", tools=[TOOL])
    api.waiting(run)
    session = api.session()

    for path in (f"/agent-runs/{run}/stream", f"/agent-sessions/{session}/stream"):
        with api.http.stream("GET", path) as response:
            assert comments(response, 3) == [": open", ": ping", ": ping"]
    api.http.close()


def heard_first(api: Api, path: str, do: Callable[[], object]) -> str:
    """Return the first event for a listener that resumes far after the newest event."""
    with api.http.stream("GET", path, params={"lastSeq": 500}) as response:
        lines = response.iter_lines()
        while next(lines) != ": ping":  # it is connected, and there is no new event
            pass
        do()
        return next(line for line in lines if line.startswith("event"))


def test_resuming_after_the_newest_event_receives_the_next_one(
    nervous: RunningServer,
) -> None:
    api = Api(nervous.url)
    session = api.session(tools=[TOOL])
    run = api.send(session, "[[tool look {}]]")
    *_, call = api.stream(f"/agent-runs/{run}/stream", until=("local_tool_call",))
    result = {"toolUseId": call.data["data"]["toolUseId"], "result": "stars"}

    of_run = heard_first(
        api,
        f"/agent-runs/{run}/stream",
        lambda: ok(api.post(f"/agent-runs/{run}/tool-results", result)),
    )
    api.ended(run)
    of_session = heard_first(
        api, f"/agent-sessions/{session}/stream", lambda: api.send(session, "Go on.")
    )
    api.http.close()

    assert (of_run, of_session) == ("event: local_tool_result_in", "event: queued")


def test_a_disconnected_listener_is_removed(nervous: RunningServer) -> None:
    api = Api(nervous.url)
    session = api.session()
    feed: Any = nervous.runwhy.feed
    topic = f"session:{session}"
    with api.http.stream("GET", f"/agent-sessions/{session}/stream") as response:
        lines = response.iter_lines()  # kept, because dropping it closes the connection
        while next(lines) != ": ping":
            pass
        assert topic in feed._listeners

    deadline = time.monotonic() + PATIENCE
    while topic in feed._listeners and time.monotonic() < deadline:
        time.sleep(0.01)
    assert topic not in feed._listeners
    api.http.close()


def test_the_stream_of_a_session_has_all_its_events(both: Api) -> None:
    session = both.session()
    first, second = both.send(session, "One"), both.send(session, "Two")
    both.ended(second)
    path = f"/agent-sessions/{session}/stream"
    count = len(both.events(first)) + len(both.events(second))

    with both.http.stream("GET", path) as response:
        frames = [frame for _, frame in zip(range(count), frames_of(response), strict=False)]

    assert numbers(frames) == list(range(1, count + 1))
    for run in (first, second):
        mine = [frame for frame in frames if frame.data["data"]["runId"] == run]
        assert [f.event for f in mine] == [f.event for f in both.events(run)]
        assert all(frame.data["at"].endswith("Z") for frame in mine)
    with both.http.stream("GET", path, params={"lastSeq": count - 2}) as response:
        frames_again = [frame for _, frame in zip(range(2), frames_of(response), strict=False)]
    assert frames_again == frames[-2:]


def test_the_stream_of_a_session_continues_with_the_next_run(both: Api) -> None:
    session = both.session()
    both.ended(both.send(session, "One"))
    with both.http.stream("GET", f"/agent-sessions/{session}/stream") as response:
        frames = frames_of(response)
        assert next(f for f in frames if f.event == "result")

        run = both.send(session, "Two")

        end = next(f for f in frames if f.event == "result")
        assert end.data["data"]["runId"] == run


def test_data_is_one_line_for_any_text(both: Api) -> None:
    odd = "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\nh\ri"
    run = both.run(odd)

    with both.http.stream("GET", f"/agent-runs/{run}/stream") as response:
        raw = response.read()

    assert len(raw.decode().splitlines()) == raw.count(b"\n")
    assert odd in both.get(f"/agent-runs/{run}")["finalText"]
    assert odd in both.events(run)[-1].data["data"]["text"]


def test_a_stream_needs_the_scope(tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path, host="0.0.0.0")) as server:
        api = Api(server.url)
        refused(
            api.http.get("/agent-runs/run_00000000000000000000000000/stream"), 401, "unauthorized"
        )
        api.http.close()
