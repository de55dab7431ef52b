"""Sessions: created, used, read, updated and ended."""

from __future__ import annotations

from typing import Any

import pytest
from tests.client.scripted_server import Events, Json, Script, frame

import runwhy

SESSION = {
    "id": "ses_1",
    "name": "chat",
    "status": "active",
    "createdAt": "2026-11-01T10:00:00.000Z",
    "lastUsedAt": "2026-11-01T10:00:00.000Z",
    "endedAt": None,
    "agentSpec": {"systemPrompt": "Be brief."},
    "messages": [{"role": "user", "content": "Hi"}],
    "metadata": {"customer": "acme"},
    "version": 3,
}


def script_session(server: Script) -> None:
    server.on("POST", "/agent-sessions", Json({"sessionId": "ses_1"}, status=201))
    server.on("GET", "/agent-sessions/ses_1", Json(SESSION))
    accepted = {"runId": "run_1", "status": "queued", "metadata": {"customer": "acme"}}
    server.on("POST", "/agent-sessions/ses_1/messages", Json(accepted, status=202))
    server.on(
        "GET",
        "/agent-runs/run_1/stream",
        Events([frame(1, "assistant_delta", text="Hi"), frame(2, "result", text="Hi")]),
    )


@runwhy.tool
def clock() -> str:
    """The time."""
    return "noon"


def test_a_session_is_created_and_answers(client: Any, server: Script) -> None:
    script_session(server)

    session = client.create_session(
        system_prompt="Be brief.", metadata={"customer": "acme"}, tools=[clock]
    )
    result = session.send("Hi", metadata={"customer": None, "env": "dev"}, multitask="reject")

    assert session.id == "ses_1"
    assert (result.text, result.metadata) == ("Hi", {"customer": "acme"})
    made, sent = server.seen("POST")
    assert made.body["metadata"] == {"customer": "acme"}
    assert made.body["tools"][0]["name"] == "clock"
    assert made.headers["idempotency-key"] != sent.headers["idempotency-key"]
    assert sent.body == {
        "prompt": "Hi",
        "metadata": {"customer": None, "env": "dev"},
        "multitask": "reject",
    }


def test_a_session_streams(client: Any, server: Script) -> None:
    script_session(server)

    events = list(client.session("ses_1").stream(messages=[{"role": "user", "content": "Hi"}]))

    assert [event.type for event in events] == ["assistant_delta", "result"]
    assert server.seen("POST")[0].body == {"messages": [{"role": "user", "content": "Hi"}]}


def test_a_message_can_be_sent_without_waiting(client: Any, server: Script) -> None:
    script_session(server)

    assert client.session("ses_1").start("Hi").run_id == "run_1"
    assert not server.seen("GET")


def test_a_resumed_session_sends_its_tools(client: Any, server: Script) -> None:
    script_session(server)

    client.resume_session("ses_1", tools=[clock]).send("Hi")

    assert server.requests[0].method == "GET"
    assert server.seen("POST")[0].body["tools"][0]["name"] == "clock"


def test_a_session_that_does_not_exist_cannot_be_resumed(client: Any, server: Script) -> None:
    with pytest.raises(runwhy.NotFoundError):
        client.resume_session("ses_0")


def test_a_session_is_read(client: Any, server: Script) -> None:
    script_session(server)

    info = client.get_session("ses_1")

    assert (info.id, info.name, info.status, info.version) == ("ses_1", "chat", "active", 3)
    assert info.metadata == {"customer": "acme"}
    assert info.messages == ({"role": "user", "content": "Hi"},)
    assert info.spec == {"systemPrompt": "Be brief."}
    assert info.ended_at is None and info.raw == SESSION


def test_the_history_is_read_to_its_end(client: Any, server: Script) -> None:
    pages = [
        Json({"messages": [{"role": "user", "content": "Hi"}], "nextCursor": "two"}),
        Json({"messages": [{"role": "assistant", "content": "Hello"}], "nextCursor": None}),
    ]
    server.on("GET", "/agent-sessions/ses_1/history", *pages)

    said = client.session("ses_1").history(view="operator")

    assert [message["content"] for message in said] == ["Hi", "Hello"]
    assert server.requests[1].query == [("view", "operator"), ("cursor", "two")]


def test_messages_are_read_as_events(client: Any, server: Script) -> None:
    page = {
        "sessionId": "ses_1",
        "total": 2,
        "events": [
            {"seq": 1, "type": "user_message", "text": "Hi"},
            {"seq": 2, "type": "assistant_message", "data": {"text": "Hello"}},
        ],
        "nextBeforeSeq": 2,
        "truncated": True,
    }
    server.on("GET", "/agent-sessions/ses_1/events", Json(page))

    part = client.session("ses_1").events(last_messages=2, before_seq=3)
    client.session("ses_1").events()

    assert [(e.seq, e.type, e.text) for e in part.events] == [
        (1, "user_message", "Hi"),
        (2, "assistant_message", "Hello"),
    ]
    assert (part.total, part.next_before_seq, part.truncated) == (2, 2, True)
    assert server.requests[0].query == [("lastMessages", "2"), ("beforeSeq", "3")]
    assert server.requests[1].query == [("full", "1")]


def test_a_session_is_updated_only_at_the_expected_version(client: Any, server: Script) -> None:
    stale = Json({"error": "conflict", "message": "at version 4"}, status=409)
    server.on("PATCH", "/agent-sessions/ses_1", Json(SESSION), stale)
    session = client.session("ses_1")

    changed = session.update(metadata={"env": None}, autonomy={"max_consecutive": 1}, if_version=3)
    with pytest.raises(runwhy.ConflictError):
        session.update(name="other", if_version=3)

    assert changed.version == 3
    assert server.requests[0].headers["if-match"] == "3"
    assert server.requests[0].body == {
        "metadata": {"env": None},
        "autonomy": {"maxConsecutive": 1},
    }


def test_sessions_are_listed(client: Any, server: Script) -> None:
    row = {
        "sessionId": "ses_1",
        "creationDate": "2026-11-01T10:00:00.000Z",
        "lastInteractionDate": "2026-11-01T11:00:00.000Z",
        "summary": "Hi",
        "status": "active",
        "metadata": {"customer": "acme"},
    }
    page = {"total": 7, "limit": 1, "offset": 2, "sessions": [row], "nextCursor": "c"}
    server.on("GET", "/agent-sessions", Json(page))

    found = client.list_sessions(metadata={"customer": "acme"}, limit=1, offset=2)

    (summary,) = found.sessions
    assert (summary.id, summary.summary, summary.status) == ("ses_1", "Hi", "active")
    assert summary.metadata == {"customer": "acme"}
    assert (found.total, found.limit, found.offset, found.next_cursor) == (7, 1, 2, "c")


def test_a_session_is_ended(client: Any, server: Script) -> None:
    server.on("DELETE", "/agent-sessions/ses_1", Json({}))

    client.session("ses_1").end()
    client.end_session("ses_1")

    assert len(server.seen("DELETE", "/agent-sessions/ses_1")) == 2
