"""Runs: started, followed, listed and read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.client.scripted_server import Events, Json, Script, frame

from runwhy import ModelUsed, RunCancelled, RunFailed, Tokens

ACCEPTED = Json(
    {
        "runId": "run_1",
        "streamUrl": "/api/v1/workspaces/default/agent-runs/run_1/stream",
        "status": "queued",
        "metadata": {"env": "prod"},
    },
    status=202,
)
USED = {
    "tokens": {"inputTokens": 10, "cachedTokens": 4, "reasoningTokens": 1, "outputTokens": 7},
    "turns": 2,
    "model": {"id": "echo", "provider": "echo", "vendorModelId": "echo"},
}
TOKENS = Tokens(input=10, cached=4, cache_write=0, reasoning=1, output=7)
ECHO = ModelUsed(id="echo", provider="echo", vendor_model_id="echo")


def script_run(server: Script, *frames: str) -> None:
    server.on("POST", "/agent-runs", ACCEPTED)
    server.on("GET", "/agent-runs/run_1/stream", Events(frames))


def test_a_run_returns_its_text_tags_and_usage(client: Any, server: Script) -> None:
    done = frame(
        2, "result", subtype="success", ok=True, text="Hi", metadata={"env": "prod"}, **USED
    )
    script_run(server, frame(1, "assistant_delta", text="Hi"), done)

    result = client.run_agent("Say hi", system_prompt="Be brief.", metadata={"env": "prod"})

    assert (result.run_id, result.text, result.status) == ("run_1", "Hi", "succeeded")
    assert result.metadata == {"env": "prod"}
    assert (result.tokens, result.turns, result.model) == (TOKENS, 2, ECHO)
    assert [event.type for event in result.events] == ["assistant_delta", "result"]


def test_a_result_has_the_tags_that_the_run_was_accepted_with(client: Any, server: Script) -> None:
    script_run(server, frame(1, "result", text="Hi"))

    assert client.run_agent("Hi", agent_id="agt_1").metadata == {"env": "prod"}


def test_listeners_get_events_and_deltas(client: Any, server: Script) -> None:
    script_run(
        server,
        frame(1, "assistant_delta", text="Hel"),
        frame(2, "assistant_delta", text="lo"),
        frame(3, "result", text="Hello"),
    )
    types: list[str] = []
    texts: list[str] = []

    client.run_agent("Hi", on_event=lambda e: types.append(e.type), on_delta=texts.append)

    assert types == ["assistant_delta", "assistant_delta", "result"]
    assert texts == ["Hel", "lo"]


def test_a_failed_run_has_its_partial_text(client: Any, server: Script) -> None:
    error = {"error": "too slow", "errorClass": "timeout", "partialText": "He", "retryable": True}
    script_run(server, frame(1, "error", **error, **USED))

    with pytest.raises(RunFailed, match=r"run_1: too slow \(timeout\)") as caught:
        client.run_agent("Hi")

    failed = caught.value
    assert (failed.run_id, failed.error_class, failed.partial_text) == ("run_1", "timeout", "He")
    assert failed.retryable
    assert (failed.tokens, failed.turns, failed.model) == (TOKENS, 2, ECHO)
    assert failed.metadata == {"env": "prod"}


def test_a_cancelled_run_has_its_reason(client: Any, server: Script) -> None:
    script_run(server, frame(1, "cancelled", reason="the session ended"))

    with pytest.raises(RunCancelled, match="the session ended") as caught:
        client.run_agent("Hi")

    assert caught.value.run_id == "run_1"


def test_the_stream_of_a_failed_run_ends_with_its_error_event(client: Any, server: Script) -> None:
    script_run(server, frame(1, "started"), frame(2, "error", error="no"))

    assert [event.type for event in client.stream_agent("Hi")] == ["started", "error"]


def test_every_option_is_spelled_as_on_the_wire(client: Any, server: Script) -> None:
    server.on("POST", "/agent-runs", ACCEPTED)

    accepted = client.start_run(
        "Hi",
        system_prompt="Be brief.",
        model_id="echo",
        name="greeter",
        tools=[{"kind": "mcp", "name": "docs", "url": "https://example.org/mcp"}],
        reasoning_level="low",
        output_schema={"schema": {"type": "object"}},
        budgets={"max_tool_turns": 4},
        loop_detection=False,
        tool_budgets={"look_up": {"max_calls": 2}},
        metadata={"my_key": "v"},
        context={"some_fact": [1, 2]},
        correlation_id="c-1",
        parent_run_id="run_0",
        executor="builtin",
        executor_options={"as_it_is": True},
        model_visible_metadata=["my_key"],
        idempotency_key="once",
    )

    assert accepted.run_id == "run_1" and accepted.metadata == {"env": "prod"}
    (request,) = server.requests
    assert request.headers["idempotency-key"] == "once"
    assert request.body == {
        "prompt": "Hi",
        "systemPrompt": "Be brief.",
        "modelId": "echo",
        "name": "greeter",
        "tools": [{"kind": "mcp", "name": "docs", "url": "https://example.org/mcp"}],
        "reasoningLevel": "low",
        "outputSchema": {"schema": {"type": "object"}},
        "budgets": {"maxToolTurns": 4},
        "loopDetection": False,
        "toolBudgets": {"look_up": {"maxCalls": 2}},
        "metadata": {"my_key": "v"},
        "context": {"some_fact": [1, 2]},
        "correlationId": "c-1",
        "parentRunId": "run_0",
        "executor": "builtin",
        "executorOptions": {"as_it_is": True},
        "modelVisibleMetadata": ["my_key"],
    }


def test_an_unknown_option_is_a_type_error(client: Any, server: Script) -> None:
    with pytest.raises(TypeError, match="'promt'"):
        client.start_run(promt="Hi")

    assert not server.requests


def test_a_run_is_repeated_with_changes(client: Any, server: Script) -> None:
    server.on("POST", "/agent-runs/run_0/rerun", ACCEPTED)

    accepted = client.rerun("run_0", "Again", metadata={"env": None}, model_id="echo")

    assert accepted.run_id == "run_1"
    sent = server.requests[0]
    assert sent.body == {"prompt": "Again", "metadata": {"env": None}, "modelId": "echo"}
    with pytest.raises(TypeError, match="'promt'"):
        client.rerun("run_0", promt="Hi")


def test_a_run_started_elsewhere_can_be_waited_for(client: Any, server: Script) -> None:
    queued = frame(1, "queued", metadata={"env": "dev"})
    script_run(server, queued, frame(2, "result", text="Hi"))

    result = client.wait("run_1")

    assert (result.text, result.metadata) == ("Hi", {"env": "dev"})


def test_a_run_has_its_origin_and_the_full_json(client: Any, server: Script) -> None:
    raw = {
        "id": "run_1",
        "status": "succeeded",
        "metadata": {"env": "prod"},
        "metadataSources": {"env": "session"},
        "origin": {
            "trigger": "cron",
            "actor": {"kind": "system"},
            "attended": False,
            "requestedAt": "2026-11-01T10:00:00.000Z",
            "facts": {"cron_job_id": "trg_1"},
        },
        "finalText": "Hi",
        "createdAt": "2026-11-01T10:00:00.000Z",
        "newField": 1,
        **USED,
    }
    server.on("GET", "/agent-runs/run_1", Json(raw))

    run = client.get_run("run_1")

    assert (run.id, run.status, run.final_text) == ("run_1", "succeeded", "Hi")
    assert (run.metadata, run.metadata_sources) == ({"env": "prod"}, {"env": "session"})
    assert (run.origin.trigger, run.origin.attended) == ("cron", False)
    assert run.origin.facts == {"cron_job_id": "trg_1"}
    assert run.created_at == datetime(2026, 11, 1, 10, tzinfo=UTC)
    assert run.started_at is None and run.session_id is None
    assert run.raw == raw


def test_runs_are_listed_by_tags_and_query(client: Any, server: Script) -> None:
    server.on("GET", "/agent-runs", Json({"runs": [{"id": "run_2"}], "nextCursor": "c"}))

    page = client.list_runs(
        "created>-24h", metadata={"env": "prod", "url": "a:b"}, status="failed", limit=1
    )

    assert ([run.id for run in page.runs], page.next_cursor) == (["run_2"], "c")
    assert page.runs[0].metadata == {}
    assert sorted(server.requests[0].query) == [
        ("limit", "1"),
        ("metadata", "env:prod"),
        ("metadata", "url:a:b"),
        ("q", "created>-24h"),
        ("status", "failed"),
    ]


def test_all_runs_are_read_page_by_page(client: Any, server: Script) -> None:
    first = {"runs": [{"id": "run_3"}, {"id": "run_2"}], "nextCursor": "two"}
    server.on("GET", "/agent-runs", Json(first), Json({"runs": [{"id": "run_1"}]}))

    assert [run.id for run in client.iter_runs()] == ["run_3", "run_2", "run_1"]
    assert ("cursor", "two") in server.requests[1].query


def test_iteration_stops_at_the_limit(client: Any, server: Script) -> None:
    server.on("GET", "/agent-runs", Json({"runs": [{"id": "run_3"}], "nextCursor": "more"}))

    assert len(list(client.iter_runs(limit=2))) == 2
    assert [dict(request.query)["limit"] for request in server.requests] == ["2", "1"]


def test_a_task_is_queued(client: Any, server: Script) -> None:
    server.on("POST", "/tasks", Json({"runId": "run_9"}, status=202))

    accepted = client.submit("Tidy up", timeout=60, metadata={"env": "dev"})

    assert (accepted.run_id, accepted.status, accepted.metadata) == ("run_9", "queued", {})
    assert server.requests[0].body == {
        "task": "Tidy up",
        "timeout": 60,
        "metadata": {"env": "dev"},
    }


def test_an_id_cannot_change_the_path(client: Any, server: Script) -> None:
    server.on("POST", "/agent-runs/..%2Fkeys/cancel", Json({}))

    client.cancel_run("../keys")

    assert server.requests[0].path.endswith("/agent-runs/..%2Fkeys/cancel")


def test_measures_are_requested_and_read(client: Any, server: Script) -> None:
    answer = Json(
        {
            "measures": ["cost", "rate"],
            "by": ["customer"],
            "interval": None,
            "buckets": [],
            "total": {"values": {"cost": "0.4", "unpricedCalls": 1, "rate": None}, "series": []},
            "groups": [{"key": [None], "values": {"cost": "0.4"}, "series": []}],
            "other": None,
        }
    )
    server.on("GET", "/agent-runs/aggregate", answer)
    found = client.aggregate("env:prod", measure=["cost", "rate"], by="customer", order_by="rate")
    assert found.total.values.cost == "0.4"
    assert (found.total.values.unpriced_calls, found.total.values.rate) == (1, None)
    assert found.other is None
    assert found.groups[0].key == (None,)
    assert sorted(server.requests[0].query) == [
        ("by", "customer"),
        ("measure", "cost"),
        ("measure", "rate"),
        ("orderBy", "rate"),
        ("q", "env:prod"),
    ]
