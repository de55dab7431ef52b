"""Routes below `/v1/` as clients of OpenAI and Anthropic meet them: limits, refusals, sessions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from tests.e2e.clients.site import CHAT, RESPONSES, Site, open_site
from tests.server.api_client import ok
from tests.support import callers
from tests.support.scripted_models import Call, Say
from tests.triggers.webhook_receiver import receiver

from runwhy.core.accounts.workspaces import Scope

Body = dict[str, Any]
ASK: list[Body] = [{"role": "user", "content": "Hi"}]
DOORS: dict[str, Body] = {
    "/v1/chat/completions": {"model": "echo", "messages": ASK},
    "/v1/responses": {"model": "echo", "input": "Hi"},
    "/v1/messages": {"model": "echo", "messages": ASK, "max_tokens": 5000},
}
SCHEMA: Body = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}
NAMED: Body = {"name": "n", "schema": SCHEMA}
FORMAT: Body = {"type": "json_schema", **NAMED}
ANTHROPIC = {"anthropic-version": "2023-06-01"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("routes")) as opened:
        yield opened


@pytest.fixture
def http(site: Site) -> Iterator[httpx2.Client]:
    with client_of(site) as client:
        yield client


def client_of(site: Site) -> httpx2.Client:
    return callers.client(site.url, headers={"Authorization": f"Bearer {site.key}"})


@pytest.mark.parametrize(
    ("path", "more"),
    [
        (
            "/v1/chat/completions",
            {"response_format": {"type": "json_schema", "json_schema": NAMED}},
        ),
        ("/v1/responses", {"text": {"format": FORMAT}}),
        ("/v1/messages", {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}),
    ],
)
def test_the_second_answer_counts_if_only_it_matches_the_schema(
    site: Site, http: httpx2.Client, path: str, more: Body
) -> None:
    site.script([Say("not JSON")], [Say('{"n": 4}')])

    made = http.post(path, json={**DOORS[path], "model": CHAT, **more})

    assert made.status_code == 200, made.text
    assert '{\\"n\\": 4}' in made.text and "not JSON" not in made.text


def test_a_background_response_is_what_the_run_ended_with(site: Site, http: httpx2.Client) -> None:
    tool = {"type": "function", "name": "weather", "parameters": {"type": "object"}}
    bodies: list[tuple[Body, list[Any], str]] = [
        ({"text": {"format": FORMAT}}, [Say('{"n": 4}')], '{"n": 4}'),
        ({"tools": [tool]}, [Say("Sunny.")], "Sunny."),
    ]
    for more, second, text in bodies:
        first = [Say("not JSON")] if "text" in more else [Call("weather", raw='{"city": "B')]
        site.script(first, second)
        made = ok(
            http.post(
                "/v1/responses",
                json={"model": RESPONSES, "input": "n?", "background": True, **more},
            )
        )
        site.api.ended(f"run_{made['id'].removeprefix('resp_')}")

        found = ok(http.get(f"/v1/responses/{made['id']}"))

        assert found["status"] == "completed", found["error"]
        assert found["output"][-1]["content"][0]["text"] == text


def test_a_conversation_keeps_the_instructions_of_its_session(
    site: Site, http: httpx2.Client
) -> None:
    spec = {"systemPrompt": "Answer in Latin.", "metadata": {"customer": "acme"}}
    session = site.api.post("/agent-sessions", spec).json()["sessionId"]
    site.script([Say("Salve.")], [Say("Vale.")])

    body = {"model": RESPONSES, "input": "Hello", "metadata": {"env": "prod"}}
    first = ok(http.post("/v1/responses", json={**body, "conversation": session}))
    ok(http.post("/v1/responses", json={**body, "conversation": {"id": session}}))

    for request in site.openai.requests:
        assert request.body["input"][0]["content"].startswith("Answer in Latin.")
    assert first["conversation"] == {"id": session}
    assert [run["metadata"] for run in site.runs()[:2]] == [{"customer": "acme", "env": "prod"}] * 2
    said = [one["content"] for one in site.openai.requests[1].body["input"]]
    assert "Salve." in said and {run["sessionId"] for run in site.runs()[:2]} == {session}


def test_a_conversation_needs_the_scope_to_write_into_sessions(
    site: Site, http: httpx2.Client
) -> None:
    session = site.api.session()
    access = site.server.runwhy.access
    _, secret = site.server.call(access.add_key(1, "writer", frozenset({Scope.RUNS_WRITE})))
    writer = {"Authorization": f"Bearer {secret}"}
    body = DOORS["/v1/responses"]

    ok(http.post("/v1/responses", json=body, headers=writer))
    answer = http.post("/v1/responses", json={**body, "conversation": session}, headers=writer)

    assert answer.status_code == 403 and "sessions:write" in answer.json()["error"]["message"]
    assert site.api.get(f"/agent-sessions/{session}/history")["messages"] == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/embeddings"),
        ("POST", "/v1/completions"),
        ("GET", "/v1/files"),
        ("POST", "/v1/images/generations"),
        ("GET", "/v1/chat/completions"),
        ("DELETE", "/v1/responses/resp_1"),
        ("OPTIONS", "/v1/responses"),
    ],
)
def test_a_route_that_does_not_exist_is_refused_by_name_in_openais_form(
    http: httpx2.Client, method: str, path: str
) -> None:
    answer = http.request(method, path)

    error = answer.json()["error"]
    assert answer.status_code == (405 if "allow" in answer.headers else 404)
    assert error["code"] == ("method_not_allowed" if "allow" in answer.headers else "unknown_url")
    assert error["message"].startswith(f"{method} {path} is not supported by this server")
    assert error["type"] == "invalid_request_error" and answer.headers["x-request-id"]


@pytest.mark.parametrize("path", ["/v1/messages/count_tokens", "/v1/messages/batches", "/v1/files"])
def test_a_route_that_does_not_exist_is_refused_by_name_in_anthropics_form(
    http: httpx2.Client, path: str
) -> None:
    answer = http.post(path, headers=ANTHROPIC)

    body = answer.json()
    assert answer.status_code == 404 and body["error"]["type"] == "not_found_error"
    assert body["error"]["message"].startswith(f"POST {path} is not supported")
    assert body["request_id"] == answer.headers["request-id"]


def test_a_client_of_anthropic_gets_its_own_errors_on_shared_routes(site: Site) -> None:
    with callers.client(site.url, headers=ANTHROPIC) as stranger:
        shared = stranger.get("/v1/models")
        openais = stranger.post("/v1/chat/completions", json={})

    assert shared.status_code == openais.status_code == 401
    assert shared.json()["error"]["type"] == "authentication_error"
    assert openais.json()["error"]["code"] == "invalid_api_key"


@pytest.mark.parametrize(
    ("path", "bad", "param", "problem"),
    [
        ("/v1/chat/completions", {"stop": ["a"] * 5}, "stop", "at most 4 items"),
        ("/v1/chat/completions", {"stop": 5}, "stop", "must be a list"),
        (
            "/v1/chat/completions",
            {"max_tokens": 5, "max_completion_tokens": 6},
            "max_tokens",
            "not both",
        ),
        ("/v1/responses", {"conversation": "x" * 65}, "conversation.id", "at most 64"),
        ("/v1/responses", {"conversation": 5}, "conversation", "must be"),
    ],
)
def test_a_problem_names_the_parameter_and_its_limit(
    http: httpx2.Client, path: str, bad: Body, param: str, problem: str
) -> None:
    answer = http.post(path, json={**DOORS[path], **bad})

    error = answer.json()["error"]
    assert (answer.status_code, error["param"]) == (400, param), answer.text
    assert problem in error["message"]


def test_a_query_parameter_of_a_response_is_refused_by_name(http: httpx2.Client) -> None:
    made = ok(http.post("/v1/responses", json=DOORS["/v1/responses"]))
    path = f"/v1/responses/{made['id']}"

    for query in ("include[]=file_search_call.results", "verbose=1"):
        answer = http.get(f"{path}?{query}")
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "unknown_parameter"
    ok(http.get(f"{path}?include[]=reasoning.encrypted_content&include_obfuscation=false"))


def test_tags_in_the_header_that_are_not_json_are_named(http: httpx2.Client) -> None:
    answer = http.post(
        "/v1/responses", json=DOORS["/v1/responses"], headers={"X-Runwhy-Metadata": "x"}
    )

    error = answer.json()["error"]
    assert (
        error["param"] == "X-Runwhy-Metadata" and "the value is not valid JSON" in error["message"]
    )


def test_a_budget_refuses_each_door_and_tells_the_sdk_not_to_retry(tmp_path: Path) -> None:
    with open_site(tmp_path) as site, client_of(site) as http:
        actions = [{"action": "refuse"}]
        budget = {"name": "one", "measure": "runs", "period": "day", "limit": 1}
        site.api.post("/budgets", {**budget, "actions": actions})
        ok(http.post("/v1/responses", json=DOORS["/v1/responses"]))

        for path, body in DOORS.items():
            for more in ({}, {"stream": True}):
                answer = http.post(path, json={**body, **more})
                assert answer.status_code == 429, answer.text
                assert answer.headers["x-should-retry"] == "false"
                assert int(answer.headers["retry-after"]) > 0
                assert "the budget one refuses new runs" in answer.json()["error"]["message"]


def test_a_rate_limit_refuses_each_door_in_its_form(tmp_path: Path) -> None:
    with open_site(tmp_path, rate_limit=1, rate_burst=1) as site, client_of(site) as http:
        ok(http.get("/v1/models"))
        found = {path: http.post(path, json=body) for path, body in DOORS.items()}

    for path, answer in found.items():
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0
        assert answer.json()["error"]["type"] == "rate_limit_error"
        assert ("code" in answer.json()["error"]) == (path != "/v1/messages")
        assert "x-should-retry" not in answer.headers


def test_a_run_over_a_limit_waits_and_ends_when_its_client_disconnects(tmp_path: Path) -> None:
    limits = {"customer": "1/h"}
    headers = {"X-Runwhy-Metadata": '{"customer": "acme"}'}
    with open_site(tmp_path, limits=limits) as site, client_of(site) as http:
        ok(http.post("/v1/responses", json=DOORS["/v1/responses"], headers=headers))
        for path, body in DOORS.items():
            with http.stream("POST", path, json={**body, "stream": True}, headers=headers) as open:
                run = site.run(open.headers["x-request-id"])
                assert run["status"] == "queued"
            assert site.api.ended(run["id"])["status"] == "cancelled"


@pytest.mark.parametrize("id", [f"{CHAT.partition(':')[0]}:org/model", "agent:team/cook"])
def test_the_id_of_a_model_can_have_slashes(http: httpx2.Client, site: Site, id: str) -> None:
    if id.startswith("agent:"):
        site.api.post("/agents", {"name": id.partition(":")[2], "systemPrompt": "Cook."})
    for path in (id, quote(id, safe="")):
        assert ok(http.get(f"/v1/models/{path}"))["id"] == id
        found = ok(http.get(f"/v1/models/{path}", headers=ANTHROPIC))
        assert (found["id"], found["type"]) == (id, "model")

    missing = http.get("/v1/models/agent:no/body")
    assert missing.status_code == 404 and "no agent 'no/body'" in missing.text
    assert http.post(f"/v1/models/{id}", json={}).status_code == 405


WRONG: Body = {"type": "object", "properties": {"n": {"type": "nonsense"}}}
TOOL_OF: dict[str, Body] = {
    "/v1/chat/completions": {"type": "function", "function": {"name": "t", "parameters": WRONG}},
    "/v1/responses": {"type": "function", "name": "t", "parameters": WRONG},
    "/v1/messages": {"name": "t", "input_schema": WRONG},
}
FORMAT_OF: dict[str, Body] = {
    "/v1/chat/completions": {
        "response_format": {"type": "json_schema", "json_schema": {**NAMED, "schema": WRONG}}
    },
    "/v1/responses": {"text": {"format": {**FORMAT, "schema": WRONG}}},
    "/v1/messages": {"output_config": {"format": {"type": "json_schema", "schema": WRONG}}},
}


@pytest.mark.parametrize("path", DOORS)
def test_an_invalid_schema_is_refused_before_a_run_is_created(
    site: Site, http: httpx2.Client, path: str
) -> None:
    before = site.api.get("/agent-runs")["runs"]
    for more in ({"tools": [TOOL_OF[path]]}, FORMAT_OF[path]):
        refused = http.post(path, json={**DOORS[path], **more})

        assert refused.status_code == 400, refused.text
        message = refused.json()["error"]["message"]
        assert "properties" in message and "must be one of array, boolean, integer" in message
    assert site.api.get("/agent-runs")["runs"] == before


def test_a_reference_in_the_parameters_of_a_tool_is_not_fetched(
    site: Site, http: httpx2.Client
) -> None:
    with receiver() as elsewhere:
        schema = {"type": "object", "properties": {"n": {"$ref": elsewhere.url}}}
        tool = {"type": "function", "function": {"name": "t", "parameters": schema}}
        site.script([Say("Done.")])
        body = {"model": CHAT, "messages": ASK, "tools": [tool]}

        ok(http.post("/v1/chat/completions", json=body))

        assert elsewhere.url in site.openai.requests[-1].raw.decode()
        assert elsewhere.came == []


def test_a_response_of_a_session_shows_its_named_schema(site: Site, http: httpx2.Client) -> None:
    spec = {"systemPrompt": "Count.", "outputSchema": {"name": "n", "schema": SCHEMA}}
    session = site.api.post("/agent-sessions", spec).json()["sessionId"]
    site.script([Say("four")], [Say('{"n": 4}')])

    body = {"model": RESPONSES, "input": "n?", "conversation": session}
    made = ok(http.post("/v1/responses", json=body))

    assert made["output"][-1]["content"][0]["text"] == '{"n": 4}'
    assert made["text"]["format"]["schema"] == SCHEMA
