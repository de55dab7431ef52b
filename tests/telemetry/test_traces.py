"""Spans of a server, as a collector receives them over OTLP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import SPEC, Api, ok
from tests.support import callers
from tests.support.openai_server import OpenAi
from tests.support.otlp_server import OtlpServer
from tests.support.scripted_models import Say, ScriptedServer
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
SAID = "the plums are ripe"
KEY = "sk-proj-Zq81kLmVt02WbXnE5yRu7TsA"
TOOL = {"kind": "local", "name": "look", "parameters": {"type": "object"}}


@pytest.fixture(scope="module")
def collector() -> Iterator[OtlpServer]:
    with OtlpServer().serving() as serving:
        yield serving


@pytest.fixture(scope="module")
def api(collector: OtlpServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server that writes spans with the newest conventions and content."""
    env = {
        **collector.environment,
        "OTEL_SEMCONV_STABILITY_OPT_IN": "http, gen_ai_latest_experimental",
    }
    settings = server_settings(tmp_path_factory.mktemp("traced"), trace_content=True)
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        for name, value in env.items():
            patch.setenv(name, value)
        server = stack.enter_context(running_server(settings))
        patch.undo()  # servers of other tests write no spans
        api = Api(server.url)
        yield api
        api.http.close()


def test_a_client_tool_call_has_its_own_span(api: Api, collector: OtlpServer) -> None:
    session = api.session(tools=[TOOL])
    run = api.send(session, f'[[tool look {{"at": "{SAID}"}}]] {KEY}')
    frames = api.stream(f"/agent-runs/{run}/stream", until=("local_tool_call",))
    use = frames[-1].data["data"]["toolUseId"]
    ok(api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": use, "result": "seen"}))
    api.stream(f"/agent-runs/{run}/stream")

    whole = collector.wait_for(
        lambda s: s.attributes.get("runwhy.run.id") == run and s.name == "invoke_agent"
    )
    tool = collector.named("execute_tool look")
    spans = [s for s in collector.spans if s.trace_id == whole.trace_id]
    asked = [s for s in spans if s.name == "chat echo"]

    assert tool.attributes["runwhy.tool.kind"] == "local" and not tool.failed
    assert whole.attributes["gen_ai.conversation.id"] == session
    assert {s.attributes["gen_ai.conversation.id"] for s in asked} == {session}
    assert {s.attributes["gen_ai.provider.name"] for s in asked} == {"echo"}
    assert "gen_ai.system" not in asked[0].attributes
    assert "gen_ai.usage.cache_read.input_tokens" in asked[0].attributes
    assert {s.attributes["runwhy.cost_usd"] for s in [whole, *asked]} == {0}  # echo is free
    told = json.dumps([dict(s.attributes) for s in spans])
    assert SAID in str(asked[0].attributes["gen_ai.input.messages"])
    assert KEY not in told


def test_the_span_of_a_trigger_is_the_parent_of_its_run(api: Api, collector: OtlpServer) -> None:
    cron = {"kind": "cron", "name": "nightly", "schedule": "0 3 * * *", "prompt": "Hello"}
    trigger = ok(api.post("/triggers", {**cron, "spec": SPEC}), 201)["id"]
    run = ok(api.post(f"/triggers/{trigger}/fire"), 202)["runId"]

    whole = collector.wait_for(
        lambda s: s.attributes.get("runwhy.run.id") == run and s.name == "invoke_agent"
    )
    fired = collector.named("fire cron")

    assert whole.parent_id == fired.span_id
    assert fired.attributes["runwhy.trigger.id"] == trigger
    assert whole.attributes["runwhy.trigger"] == "cron"


def test_failed_and_cancelled_runs_have_spans(api: Api, collector: OtlpServer) -> None:
    failed = api.run("[[fail rate_limit]]")
    session = api.session()
    first = api.send(session, "[[sleep 600]]")
    queued = api.send(session, "never begun")
    for run in (queued, first):
        ok(api.post(f"/agent-runs/{run}/cancel"))

    def ended(run: str) -> Any:
        return collector.wait_for(
            lambda s: s.attributes.get("runwhy.run.id") == run and s.name == "invoke_agent"
        )

    assert ended(failed).failed and ended(failed).attributes["error.type"] == "rate_limit"
    assert ended(queued).attributes["runwhy.status"] == "cancelled"
    assert ended(first).attributes["runwhy.status"] == "cancelled"


def test_a_webhook_continues_its_callers_trace_without_baggage(
    collector: OtlpServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in collector.environment.items():
        monkeypatch.setenv(name, value)
    settings = server_settings(tmp_path, trace_baggage=("customer",))
    with running_server(settings) as server:
        hook = {"kind": "webhook", "name": "h", "verify": "token", "prompt": "Look", "spec": SPEC}
        made = callers.post(f"{server.base}/triggers", json=hook).json()
        headers = {
            "traceparent": CALLER,
            "baggage": "customer=evil",
            "X-Runwhy-Token": made["secret"],
        }
        url = f"{server.url}/hooks/{made['id']}"
        answer = callers.post(url, json={"a": 1}, headers=headers)
        run = shown(server, ok(answer, 202)["runId"])

    assert run["traceId"] == CALLER.split("-")[1]
    assert run["metadata"] == {}


def test_a_server_without_an_exporter_passes_traces_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_module(
        "runwhy.executors.builtin.remote_model"
    )  # slow to import, so it is not waited for
    with ScriptedServer(OpenAi(), [[Say("Hi.")]]).serving() as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        with running_server(server_settings(tmp_path)) as server:
            body = {**SPEC, "prompt": "Hello", "modelId": "openai:gpt-test"}
            headers = {"traceparent": CALLER, "baggage": "customer=acme"}
            run = callers.post(f"{server.base}/agent-runs", json=body, headers=headers).json()[
                "runId"
            ]
            model.wait_for_request(PATIENCE)
            found = shown(server, run)

    assert model.requests[0].headers["traceparent"] == CALLER
    assert "baggage" not in model.requests[0].headers
    assert found["traceId"] == CALLER.split("-")[1]


def shown(server: RunningServer, run: str) -> Any:
    return callers.get(f"{server.base}/agent-runs/{run}").json()
