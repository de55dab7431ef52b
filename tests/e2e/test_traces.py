"""A run is one trace from its caller to its webhooks, even if the server is killed."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

from tests.cli.processes import PATIENCE, Served, environment, served
from tests.support import callers
from tests.support.mcp_server import TestMcpServer
from tests.support.openai_server import OpenAi
from tests.support.otlp_server import OtlpServer, ReceivedSpan
from tests.support.scripted_models import Call, Say, ScriptedServer, Stall
from tests.triggers.webhook_receiver import Receiver, receiver

CONTENT = "the plums are ripe"
CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TRACE, ABOVE = CALLER.split("-")[1:3]
CLIENT, SERVER, INTERNAL = 3, 2, 1


def post(server: Served, path: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
    url = f"{server.url}/api/v1/workspaces/default{path}"
    answer = callers.post(url, json=body, headers=headers)
    assert answer.status_code in (201, 202), answer.text
    return dict(answer.json())


def names_below(spans: list[ReceivedSpan], above: ReceivedSpan) -> set[str]:
    return {span.name for span in spans if span.parent_id == above.span_id}


def test_a_run_is_one_trace_even_if_its_server_is_killed(tmp_path: Path) -> None:
    model = ScriptedServer(OpenAi(), [[Call("calc_add", {"a": 1, "b": 2})], [Stall()]])
    with (
        OtlpServer().serving() as collector,
        model.serving(),
        TestMcpServer().serving() as tools,
        receiver() as hook,
    ):
        env = environment(
            tmp_path,
            **collector.environment,
            OPENAI_BASE_URL=model.url,
            RUNWHY_TOOL_HOSTS="127.0.0.0/8",
            RUNWHY_WEBHOOK_HOSTS="127.0.0.0/8",
            RUNWHY_TRACE_BAGGAGE="customer",
        )
        body = {
            "systemPrompt": CONTENT,
            "prompt": CONTENT,
            "name": "adder",
            "modelId": "openai-chat:gpt-test",
            "metadata": {"env": "prod"},
            "tools": [{"kind": "mcp", "name": "calc", "url": tools.url}],
        }
        with served(env=env) as first:
            post(first, "/subscriptions", {"url": hook.url})
            sent = {
                "traceparent": CALLER,
                "tracestate": "a=b",
                "baggage": "customer=acme,role=admin",
            }
            run_id = post(first, "/agent-runs", body, **sent)["runId"]
            model.wait_for_request(PATIENCE)
            model.wait_for_request(PATIENCE)  # the model stalls here
            received = collector.wait_for(lambda s: s.name.endswith("/agent-runs"))
            called = collector.named("execute_tool calc_add")
            once = collector.named("chat gpt-test")
            os.kill(first.process.pid, signal.SIGKILL)
            first.process.wait(PATIENCE)
        model.add([Say("Three.")])
        with served(env=env) as second:
            delivered = collector.named("webhook")
            run = collector.named("invoke_agent adder")
            url = f"{second.url}/api/v1/workspaces/default/agent-runs/{run_id}"
            stored = callers.get(url).json()
            code, log = second.end()

    spans = collector.spans
    assert code == 0, log
    assert {span.trace_id for span in (received, called, once, run, delivered)} == {TRACE}
    # Parents: the caller of the request, the request of the run, and the run of all work.
    assert (received.parent_id, received.kind) == (ABOVE, SERVER)
    assert (run.parent_id, run.kind) == (received.span_id, INTERNAL)
    assert names_below(spans, run) == {"attempt", "webhook"}
    (again,) = [span for span in spans if span.name == "attempt"]
    assert again.attributes["runwhy.attempt"] == 2
    (twice,) = [s for s in spans if s.name == "chat gpt-test" and s.span_id != once.span_id]
    assert twice.parent_id == again.span_id and twice.kind == CLIENT
    assert called.parent_id == once.parent_id  # the attempt that was killed
    assert run.start <= once.start < twice.start <= run.end
    check_sent_headers(model, tools, hook, once, called, delivered)
    check_attributes(spans, run, twice, called, run_id)
    assert stored["metadata"] == {"env": "prod", "customer": "acme"}
    assert stored["metadataSources"]["customer"] == "baggage"
    assert stored["traceId"] == TRACE


def check_sent_headers(
    model: ScriptedServer,
    tools: TestMcpServer,
    hook: Receiver,
    once: ReceivedSpan,
    called: ReceivedSpan,
    delivered: ReceivedSpan,
) -> None:
    seen = [request.headers for request in model.requests]
    assert seen[0]["traceparent"] == f"00-{TRACE}-{once.span_id}-01"
    assert all(headers["traceparent"].split("-")[1] == TRACE for headers in seen)
    assert {(h["tracestate"], h["baggage"]) for h in seen} == {("a=b", "customer=acme")}
    assert [call.traceparent for call in tools.calls] == [f"00-{TRACE}-{called.span_id}-01"]
    assert hook.came[0].headers["traceparent"] == f"00-{TRACE}-{delivered.span_id}-01"
    assert hook.came[0].headers["baggage"] == "customer=acme"


def check_attributes(
    spans: list[ReceivedSpan],
    run: ReceivedSpan,
    model_call: ReceivedSpan,
    called: ReceivedSpan,
    run_id: str,
) -> None:
    assert run.attributes["runwhy.run.id"] == run_id
    assert run.attributes["runwhy.trigger"] == "api"
    assert run.attributes["runwhy.status"] == "succeeded"
    assert run.attributes["runwhy.tag.env"] == "prod"
    assert run.attributes["gen_ai.operation.name"] == "invoke_agent"
    assert model_call.attributes["gen_ai.operation.name"] == "chat"
    assert model_call.attributes["gen_ai.system"] == "openai"
    assert model_call.attributes["gen_ai.request.model"] == "gpt-test"
    assert model_call.attributes["gen_ai.response.model"] == "gpt-test"
    assert model_call.attributes["gen_ai.usage.output_tokens"] > 0
    assert called.attributes["gen_ai.tool.name"] == "calc_add"
    assert run.resource["service.name"] == "runwhy"
    assert CONTENT not in json.dumps([dict(span.attributes) for span in spans])
