"""Runs over HTTP, from the request to the result, on both stores."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.server.api_client import SPEC, Api, ok, refused

TOOL = {"kind": "local", "name": "look", "parameters": {"type": "object"}}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def test_a_run_is_accepted_executed_and_readable(both: Api) -> None:
    body = {**SPEC, "prompt": "Hello", "metadata": {"env": "prod", "a": "b"}, "correlationId": "c1"}

    accepted = ok(both.post("/agent-runs", body), 202)

    run_id = accepted["runId"]
    assert accepted == {
        "runId": run_id,
        "streamUrl": f"{both.base}/agent-runs/{run_id}/stream",
        "status": "queued",
        "metadata": {"a": "b", "env": "prod"},
    }
    run = both.ended(run_id)
    assert (run["id"], run["status"], run["sessionId"]) == (run_id, "succeeded", None)
    assert run["metadata"] == {"env": "prod", "a": "b"}
    assert run["metadataSources"] == {"env": "run", "a": "run"}
    assert run["origin"]["correlationId"] == "c1"
    assert run["origin"]["trigger"] == "api"
    assert "task: Hello" in run["finalText"]
    assert run["model"] == {"id": "echo", "provider": "runwhy", "vendorModelId": "echo-1"}
    assert run["tokens"]["inputTokens"] > 0
    assert (run["turns"], run["attempt"], run["error"], run["failureReason"]) == (1, 1, None, None)
    assert run["envelope"]["bytes"] > 0 and run["envelope"]["truncated"] is False
    assert run["spec"] == SPEC
    assert run["rootRunId"] == run_id and run["parentRunId"] is None
    for time in ("createdAt", "startedAt", "finishedAt"):
        assert TIME.fullmatch(run[time])


def test_events_are_numbered_without_gap_and_end_once(both: Api) -> None:
    frames = both.events(both.run(metadata={"a": "b"}))

    assert [frame.id for frame in frames] == list(range(1, len(frames) + 1))
    assert all(frame.data["seq"] == frame.id for frame in frames)
    assert all(frame.data["type"] == frame.event for frame in frames)
    assert [frame.event for frame in frames[:2]] == ["queued", "started"]
    assert frames[0].data["data"]["metadata"] == {"a": "b"}
    assert frames[1].data["data"]["attempt"] == 1
    text = "".join(f.data["data"]["text"] for f in frames if f.event == "assistant_delta")
    end = frames[-1].data["data"]
    assert frames[-1].event == "result" and end["text"] == text
    assert (end["subtype"], end["ok"], end["turns"]) == ("success", True, 1)
    assert end["metadata"] == {"a": "b"}


def test_a_tool_call_waits_for_the_client_and_is_answered_once(both: Api) -> None:
    run = both.run('[[tool look {"at": "the sky"}]]', tools=[TOOL])
    call = both.waiting(run)
    assert both.get(f"/agent-runs/{run}")["status"] in ("running", "waiting")
    path = f"/agent-runs/{run}/tool-results"

    refused(both.post(path, {"toolUseId": call}), 400, "invalid_request")
    refused(
        both.post(path, {"toolUseId": call, "result": "a", "error": "b"}), 400, "invalid_request"
    )
    refused(both.post(path, {"toolUseId": call, "result": {"not": "text"}}), 400, "invalid_request")
    refused(both.post(path, {"result": "a"}), 400, "invalid_request")
    refused(both.post(path, {"toolUseId": "other", "result": "a"}), 404, "unknown_tool_use")
    assert ok(both.post(path, {"toolUseId": call, "result": ""})) == {"ok": True}

    ended = both.ended(run)
    assert ended["status"] == "succeeded" and "tool look returned: " in ended["finalText"]
    refused(both.post(path, {"toolUseId": call, "result": "late"}), 409, "run_terminal")


def test_an_answered_call_cannot_be_answered_again(both: Api) -> None:
    run = both.run("[[tool look {}]] [[tool look {}]]", tools=[TOOL])
    call = both.waiting(run)
    path = f"/agent-runs/{run}/tool-results"
    ok(both.post(path, {"toolUseId": call, "error": "cloudy"}))

    refused(both.post(path, {"toolUseId": call, "result": "again"}), 404, "unknown_tool_use")

    both.post(f"/agent-runs/{run}/cancel")


def test_a_cancelled_run_ends_immediately_and_ignores_late_results(both: Api) -> None:
    run = both.run("[[tool look {}]]", tools=[TOOL])
    call = both.waiting(run)

    first = ok(both.post(f"/agent-runs/{run}/cancel"))
    again = ok(both.post(f"/agent-runs/{run}/cancel"))

    assert first == again == {"ok": True, "runId": run, "status": "cancelled"}
    late = both.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": "late"})
    assert ok(late) == {"ok": True}
    frames = both.events(run)
    assert [frame.event for frame in frames].count("cancelled") == 1
    assert frames[-1].event == "cancelled" and frames[-1].data["data"]["reason"]
    assert both.get(f"/agent-runs/{run}")["status"] == "cancelled"


def test_cancelling_an_ended_run_changes_nothing(both: Api) -> None:
    run = both.ended(both.run())["id"]

    assert ok(both.post(f"/agent-runs/{run}/cancel"))["status"] == "succeeded"
    assert both.events(run)[-1].event == "result"


def test_a_failed_run_has_an_error(both: Api) -> None:
    run = both.run("[[fail overloaded]]")

    end = both.events(run)[-1]

    assert end.event == "error"
    assert (end.data["data"]["errorClass"], end.data["data"]["retryable"]) == ("overloaded", True)
    ended = both.get(f"/agent-runs/{run}")
    assert (ended["status"], ended["error"]["errorClass"]) == ("failed", "overloaded")
    assert ended["failureReason"] == ended["error"]["message"] == end.data["data"]["error"]


def test_a_child_run_gets_the_tags_of_its_parent(both: Api) -> None:
    parent = both.run(metadata={"customer": "acme", "env": "prod"})

    child = both.run(parentRunId=parent, metadata={"env": "test"})
    grandchild = both.get(f"/agent-runs/{both.run(parentRunId=child)}")

    run = both.get(f"/agent-runs/{child}")
    assert run["metadata"] == {"customer": "acme", "env": "test"}
    assert run["metadataSources"] == {"customer": "parent", "env": "run"}
    assert (run["parentRunId"], run["rootRunId"]) == (parent, parent)
    assert (grandchild["parentRunId"], grandchild["rootRunId"]) == (child, parent)


def test_the_exact_messages_sent_to_the_model_can_be_read(both: Api) -> None:
    run = both.run("[[tool look {}]]", tools=[TOOL])
    path = f"/agent-runs/{run}/tool-results"
    ok(both.post(path, {"toolUseId": both.waiting(run), "result": "stars"}))
    both.ended(run)

    calls = both.get(f"/agent-runs/{run}/messages", view="model")["calls"]

    assert [call["turn"] for call in calls] == [1, 2]
    assert [m["kind"] for m in calls[0]["messages"]] == ["message", "envelope", "message"]
    assert [m["role"] for m in calls[1]["messages"][-2:]] == ["assistant", "tool"]
    assert calls[1]["messages"][-1]["content"] == "stars"
    assert calls[1]["messages"][: len(calls[0]["messages"])] == calls[0]["messages"]
    refused(both.http.get(f"/agent-runs/{run}/messages?view=mine"), 400, "invalid_request")


def test_a_task_runs_unattended(both: Api) -> None:
    body = {"task": "Tidy up.", "metadata": {"a": "b"}, "timeout": 5, "context": {"room": 3}}

    accepted = ok(both.post("/tasks", body), 202)

    run = both.ended(accepted["runId"])
    assert (run["origin"]["trigger"], run["origin"]["attended"]) == ("daemon", False)
    assert (run["metadata"], run["spec"]["timeout"]) == ({"a": "b"}, 5)
    assert "task: Tidy up." in run["finalText"]


def test_a_run_that_takes_too_long_is_stopped(both: Api) -> None:
    run = both.run("[[sleep 600]]", timeout=0.05)

    assert both.ended(run)["error"]["errorClass"] == "timeout"


def test_runs_are_listed_newest_first_and_by_tags(both: Api) -> None:
    runs = [both.run(metadata={"n": str(n), "even": str(n % 2 == 0)}) for n in range(4)]

    assert [run["id"] for run in both.get("/agent-runs")["runs"]] == runs[::-1]
    even = both.get("/agent-runs", metadata="even:True")
    assert [run["id"] for run in even["runs"]] == [runs[2], runs[0]]
    both_tags = both.get("/agent-runs", metadata=["even:True", "n:2"])
    assert [run["id"] for run in both_tags["runs"]] == [runs[2]]
    for run in runs:
        both.ended(run)
    assert len(both.get("/agent-runs", status="succeeded")["runs"]) == 4
    failed = both.get("/agent-runs", status="failed")
    assert (failed["runs"], failed["nextCursor"]) == ([], None)


def test_a_tag_is_split_at_the_first_colon_and_matched_exactly(both: Api) -> None:
    tagged = {"url": "http://a:80/", "Case": "Ünï ~x", "empty": ""}
    run = both.run(metadata=tagged)

    for key, value in tagged.items():
        found = both.get("/agent-runs", metadata=f"{key}:{value}")["runs"]
        assert [one["id"] for one in found] == [run], key
    for miss in ("url:http", "Case:ünï ~x", "case:Ünï ~x", "empty:x", "url:http://a:80"):
        assert both.get("/agent-runs", metadata=miss)["runs"] == [], miss


def test_paging_is_complete_while_runs_arrive(both: Api) -> None:
    old = [both.run(metadata={"a": "b"}) for _ in range(7)]
    seen: list[str] = []
    cursor: dict[str, Any] = {}
    while True:
        page = both.get("/agent-runs", metadata="a:b", limit=3, **cursor)
        seen += [run["id"] for run in page["runs"]]
        both.run(metadata={"a": "b"})
        if page["nextCursor"] is None:
            break
        cursor = {"cursor": page["nextCursor"]}

    assert seen == old[::-1]


def test_a_full_last_page_has_no_cursor(both: Api) -> None:
    for _ in range(2):
        both.run()
        both.session()

    assert both.get("/agent-runs", limit=2)["nextCursor"] is None
    assert both.get("/agent-sessions", limit=2)["nextCursor"] is None
    assert both.get("/agent-runs", limit=1)["nextCursor"] is not None
    assert both.get("/agent-sessions", limit=1)["nextCursor"] is not None


def test_secrets_in_tool_headers_are_not_shown(both: Api) -> None:
    tool = {
        "kind": "mcp",
        "name": "gh",
        "url": "http://localhost:1/",
        "headers": {"X-Key": "s3cr3t!"},
    }
    agent = ok(both.post("/agents", {**SPEC, "name": "a", "tools": [tool]}), 201)
    session = both.session(agentId=agent["id"], tools=[tool])

    for shown in (
        agent,
        both.get(f"/agents/{agent['id']}"),
        both.get("/agents"),
        both.get(f"/agent-sessions/{session}"),
    ):
        assert "s3cr3t!" not in str(shown) and "X-Key" in str(shown)


@pytest.mark.parametrize("count", [16])
def test_many_concurrent_runs_are_all_accepted_and_all_end(both: Api, count: int) -> None:
    with ThreadPoolExecutor(count) as threads:
        runs = list(threads.map(lambda n: both.run(f"Task {n}"), range(count)))

    assert len(set(runs)) == count
    assert {both.ended(run)["status"] for run in runs} == {"succeeded"}
