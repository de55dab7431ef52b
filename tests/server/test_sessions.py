"""Sessions over HTTP: inherited tags, history, and ending."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from tests.server.api_client import SPEC, Api, ok, refused


def tags_of(api: Api, run: str) -> dict[str, str]:
    tags: dict[str, str] = api.get(f"/agent-runs/{run}")["metadata"]
    return tags


def patch(api: Api, session: str, **body: Any) -> Any:
    return ok(api.http.patch(f"/agent-sessions/{session}", json=body))


def test_a_run_inherits_its_sessions_tags_and_overrides_or_removes_them(both: Api) -> None:
    session = both.session(metadata={"customer": "acme", "env": "prod"})

    plain = both.send(session)
    other = both.send(session, metadata={"env": "test", "trace": "1"})
    without = both.send(session, metadata={"customer": None})

    assert tags_of(both, plain) == {"customer": "acme", "env": "prod"}
    run = both.get(f"/agent-runs/{other}")
    assert run["metadata"] == {"customer": "acme", "env": "test", "trace": "1"}
    assert run["metadataSources"] == {"customer": "session", "env": "run", "trace": "run"}
    assert run["sessionId"] == session
    assert tags_of(both, without) == {"env": "prod"}
    assert both.get(f"/agent-sessions/{session}")["metadata"] == {"customer": "acme", "env": "prod"}


def test_changing_a_session_does_not_change_its_runs(both: Api) -> None:
    session = both.session(metadata={"a": "1", "gone": "x"})
    before = both.send(session)

    changed = patch(both, session, metadata={"a": "2", "gone": None, "new": "y"}, name="Renamed")

    after = both.send(session)
    assert changed["metadata"] == {"a": "2", "new": "y"}
    assert (changed["name"], changed["version"]) == ("Renamed", 2)
    assert tags_of(both, before) == {"a": "1", "gone": "x"}
    assert tags_of(both, after) == {"a": "2", "new": "y"}
    assert both.get("/agent-sessions", metadata="a:1")["total"] == 0
    assert both.get("/agent-sessions", metadata=["a:2", "new:y"])["total"] == 1


def test_replies_are_unread_until_they_are_marked_as_read(both: Api) -> None:
    session = both.session()
    runs = [both.ended(both.send(session, f"{n}"))["id"] for n in range(2)]

    def unread() -> int:
        (listed,) = both.get("/agent-sessions")["sessions"]
        assert listed["unread"] == both.get(f"/agent-sessions/{session}")["unread"]
        found: int = listed["unread"]
        return found

    assert unread() == 1  # sending the second message marks the first reply as read
    read = f"/agent-sessions/{session}/read"
    assert ok(both.http.post(read, json={"runId": runs[0]})) == {"sessionId": session, "unread": 1}
    assert ok(both.http.post(read, json={})) == {"sessionId": session, "unread": 0}
    assert ok(both.http.post(read, json={"runId": runs[0]}))["unread"] == 0
    assert unread() == 0
    refused(both.http.post(read, json={"runId": "run_other"}), 404, "not_found")
    refused(both.http.post("/agent-sessions/ses_none/read", json={}), 404, "not_found")


def test_messages_during_a_change_use_either_the_old_or_the_new_state(both: Api) -> None:
    old = {f"k{n}": "old" for n in range(8)}
    new = {f"k{n}": "new" for n in range(8)}
    session = both.session(metadata=old)

    with ThreadPoolExecutor(12) as threads:
        sends = [threads.submit(both.send, session, f"{n}") for n in range(25)]
        change = threads.submit(patch, both, session, metadata=new)
        sends += [threads.submit(both.send, session, f"{n}") for n in range(25, 50)]
        runs = [send.result() for send in sends]
        change.result()

    found = [tags_of(both, run) for run in runs]
    assert all(tags in (old, new) for tags in found)
    assert tags_of(both, both.send(session)) == new


def test_runs_of_a_session_execute_one_at_a_time_in_order(both: Api) -> None:
    session = both.session()
    runs = [both.send(session, f"Message {n}") for n in range(5)]

    both.ended(runs[-1])

    messages = both.get(f"/agent-sessions/{session}")["messages"]
    assert [m["content"] for m in messages if m["role"] == "user"] == [
        f"Message {n}" for n in range(5)
    ]
    assert [m["role"] for m in messages] == ["user", "assistant"] * 5
    spans = [both.get(f"/agent-runs/{run}") for run in runs]
    for earlier, later in pairwise(spans):
        assert earlier["finishedAt"] <= later["startedAt"]


def test_a_busy_session_enqueues_rejects_interrupts_or_rolls_back(both: Api) -> None:
    session = both.session()
    path = f"/agent-sessions/{session}/messages"
    slow = both.send(session, "[[sleep 600]] one")
    both.stream(f"/agent-runs/{slow}/stream", until=("started",))

    refused(both.post(path, {"prompt": "two", "multitask": "reject"}), 409, "conflict")
    queued = both.send(session, "three", multitask="enqueue")
    assert both.get(f"/agent-runs/{queued}")["status"] == "queued"
    interrupting = both.send(session, "[[sleep 600]] four", multitask="interrupt")
    assert both.ended(slow)["status"] == both.ended(queued)["status"] == "cancelled"
    both.stream(f"/agent-runs/{interrupting}/stream", until=("started",))
    last = both.send(session, "five", multitask="rollback")

    assert both.ended(interrupting)["status"] == "cancelled"
    assert both.ended(last)["status"] == "succeeded"
    told = both.get(f"/agent-runs/{last}/messages")["calls"][0]["messages"]
    assert not any("four" in message["content"] for message in told)
    ok(both.post(path, {"prompt": "six", "multitask": "reject"}), 202)


def test_a_message_overrides_parts_of_the_sessions_spec(both: Api) -> None:
    session = both.session(reasoningLevel="low", toolBudgets={"a": {"maxCalls": 1}})

    run = both.send(session, reasoningLevel="high", toolBudgets={"b": {"maxCalls": 2}})

    spec = both.get(f"/agent-runs/{run}")["spec"]
    assert spec["reasoningLevel"] == "high"
    assert spec["toolBudgets"] == {"b": {"maxCalls": 2}}
    assert spec["systemPrompt"] == SPEC["systemPrompt"]
    stored = both.get(f"/agent-sessions/{session}")["agentSpec"]
    assert (stored["reasoningLevel"], stored["metadata"]) == ("low", {})


def test_system_messages_of_a_new_session_are_appended_to_its_prompt(both: Api) -> None:
    messages = [{"role": "system", "content": "Be kind."}]
    made = ok(both.post("/agent-sessions", {"messages": messages}), 201)
    both_given = both.session(messages=messages)

    assert (
        both.get(f"/agent-sessions/{made['sessionId']}")["agentSpec"]["systemPrompt"] == "Be kind."
    )
    spec = both.get(f"/agent-sessions/{both_given}")["agentSpec"]
    assert spec["systemPrompt"] == "Be brief.\n\nBe kind."


def test_an_ended_session_accepts_no_messages_and_stays_readable(both: Api) -> None:
    session = both.session(metadata={"a": "b"})
    both.ended(both.send(session, "One"))
    slow = both.send(session, "[[sleep 600]]")
    waiting = both.send(session, "Never said")

    ended = ok(both.http.delete(f"/agent-sessions/{session}"))
    again = ok(both.http.delete(f"/agent-sessions/{session}"))

    assert ended == again == {"ok": True, "sessionId": session, "status": "ended"}
    assert both.ended(slow)["status"] == both.ended(waiting)["status"] == "cancelled"
    refused(both.post(f"/agent-sessions/{session}/messages", {"prompt": "x"}), 409, "session_ended")
    read = both.get(f"/agent-sessions/{session}")
    assert (read["status"], read["metadata"]) == ("ended", {"a": "b"}) and read["endedAt"]
    assert "One" in [message["content"] for message in read["messages"]]
    assert both.get("/agent-sessions", status="ended")["total"] == 1
    assert both.get("/agent-sessions", status="active")["total"] == 0


def test_sessions_are_listed_by_last_use_with_a_label(both: Api) -> None:
    first = both.session()
    second = both.session(name="Named")
    both.send(first, "  What   is\nthis? ")
    both.send(second, "Hello")
    both.send(first, "More")

    listed = both.get("/agent-sessions")

    assert (listed["total"], listed["limit"], listed["offset"]) == (2, 50, 0)
    assert [s["sessionId"] for s in listed["sessions"]] == [first, second]
    assert [s["summary"] for s in listed["sessions"]] == ["What is this?", "Named"]
    names = [(s["name"], s["firstMessage"]) for s in listed["sessions"]]
    assert names == [("", "What is this?"), ("Named", "Hello")]


def test_the_user_and_operator_views_can_be_paged(both: Api) -> None:
    session = both.session()
    for prompt in ("One", "Two"):
        both.ended(both.send(session, prompt))
    path = f"/agent-sessions/{session}/history"

    user = both.get(path)
    operator = both.get(path, view="operator")

    assert [m["role"] for m in user["messages"]] == ["user", "assistant"] * 2
    assert {"envelope", "message", "reply"} == {m["kind"] for m in operator["messages"]}
    assert all("provenance" not in m for m in user["messages"])
    assert user == both.get(path)  # the time of a message does not change between reads
    pages: list[Any] = []
    params: dict[str, Any] = {"view": "operator", "limit": 3}
    while True:
        page = both.get(path, **params)
        pages += page["messages"]
        if page["nextCursor"] is None:
            break
        params["cursor"] = page["nextCursor"]
    assert pages == operator["messages"]
    refused(both.http.get(path, params={"cursor": params["cursor"]}), 400, "invalid_request")


def test_events_restore_a_chat_from_its_end(both: Api) -> None:
    session = both.session()
    run = both.send(session, "One")
    both.ended(run)
    path = f"/agent-sessions/{session}/events"

    whole = both.get(path)

    assert whole["total"] == 2 and whole["truncated"] is False
    first, second = whole["events"]
    assert (first["seq"], first["type"], first["text"], first["runId"]) == (
        1,
        "user_message",
        "One",
        run,
    )
    assert second["type"] == "assistant_message"
    assert both.get(path, full=1) == whole
    last = both.get(path, lastMessages=1)
    assert [event["seq"] for event in last["events"]] == [2]
    assert (last["nextBeforeSeq"], last["truncated"]) == (2, True)
    assert both.get(path, lastMessages=1, beforeSeq=2)["events"] == [first]
    assert both.get(path, lastMessages=1, beforeSeq=1)["events"] == []
    assert both.get(f"/agent-sessions/{both.session()}/events")["events"] == []


def test_attachments_are_listed_without_their_bytes(both: Api) -> None:
    session = both.session()
    file = {"type": "input_file", "mimeType": "text/plain", "filename": "a.txt", "data": "aGVsbG8="}
    messages = [{"role": "user", "content": "See this", "attachments": [file]}]
    ok(both.post(f"/agent-sessions/{session}/messages", {"messages": messages}), 202)

    (shown,) = both.get(f"/agent-sessions/{session}/events")["events"][0]["attachments"]

    assert shown["filename"] == "a.txt" and "data" not in shown and shown["size"] == 5
