"""Requests: safe retries, typed errors and credentials."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from tests.client.conftest import MakeClient
from tests.client.scripted_server import Answer, Json, Raw, Reset, Script

import runwhy
from runwhy import ApiError, ConnectionFailed, Problem
from runwhy.client.config import configure

ACCEPTED = Json({"runId": "run_1", "status": "queued", "streamUrl": "", "metadata": {}}, status=202)
AWAY = Json({"error": "unavailable", "message": "restarting"}, status=503)


@pytest.mark.parametrize(
    "failure", [Reset(), AWAY, Raw(b"<h1>Bad gateway</h1>", 502), Raw(b"", 504)]
)
def test_a_create_request_is_retried_with_the_same_key(
    client: Any, server: Script, failure: Answer
) -> None:
    server.on("POST", "/agent-runs", failure, failure, ACCEPTED)

    assert client.start_run("Hi").run_id == "run_1"

    keys = {request.headers["idempotency-key"] for request in server.requests}
    assert len(server.requests) == 3
    assert len(keys) == 1


def test_each_create_request_has_its_own_key(client: Any, server: Script) -> None:
    server.on("POST", "/agent-runs", ACCEPTED)

    client.start_run("Hi")
    client.start_run("Hi")

    assert len({request.headers["idempotency-key"] for request in server.requests}) == 2


def test_a_retry_waits_for_the_first_attempt_in_progress(client: Any, server: Script) -> None:
    busy = Json({"error": "conflict", "message": "in flight"}, status=409)
    server.on("POST", "/agent-runs", Reset(), busy, ACCEPTED)

    assert client.start_run("Hi").run_id == "run_1"


def test_a_conflict_on_the_first_attempt_is_raised(client: Any, server: Script) -> None:
    server.on("POST", "/agent-runs", Json({"error": "conflict", "message": "no"}, status=409))

    with pytest.raises(runwhy.ConflictError):
        client.start_run("Hi")

    assert len(server.requests) == 1


def test_a_post_without_a_key_is_not_retried(client: Any, server: Script) -> None:
    server.on("POST", "/triggers/trg_1/fire", Reset(), Json({}))

    with pytest.raises(ConnectionFailed):
        client.request("POST", "/triggers/trg_1/fire", {})

    assert len(server.requests) == 1


def test_a_patch_is_not_retried(client: Any, server: Script) -> None:
    server.on("PATCH", "/agents/agt_1", Reset(), Json({"id": "agt_1"}))

    with pytest.raises(ConnectionFailed):
        client.update_agent("agt_1", name="new")

    assert len(server.requests) == 1


def test_not_found_after_a_retried_delete_counts_as_deleted(client: Any, server: Script) -> None:
    gone = Json({"error": "not_found", "message": "no such key"}, status=404)
    server.on("DELETE", "/keys/key_1", Reset(), gone)

    client.delete_key("key_1")

    assert len(server.requests) == 2


def test_retry_after_is_respected(client: Any, server: Script) -> None:
    busy = Json({"error": "rate_limited", "message": "slow"}, 429, {"Retry-After": "0.01"})
    server.on("POST", "/tasks", busy, ACCEPTED)

    assert client.submit("Hi").run_id == "run_1"


def test_a_too_long_retry_after_is_raised_to_the_caller(client: Any, server: Script) -> None:
    busy = Json({"error": "rate_limited", "message": "slow"}, 429, {"Retry-After": "3600"})
    server.on("POST", "/tasks", busy)

    with pytest.raises(runwhy.RateLimitedError) as caught:
        client.submit("Hi")

    assert caught.value.retry_after == 3600
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_request", runwhy.InvalidRequestError),
        (400, "invalid_model", runwhy.InvalidRequestError),
        (401, "unauthorized", runwhy.AuthenticationError),
        (403, "insufficient_scope", runwhy.PermissionDeniedError),
        (404, "not_found", runwhy.NotFoundError),
        (404, "unknown_tool_use", runwhy.NotFoundError),
        (409, "session_ended", runwhy.ConflictError),
        (413, "payload_too_large", runwhy.InvalidRequestError),
        (422, "idempotency_mismatch", runwhy.InvalidRequestError),
        (418, "teapot", runwhy.ApiError),
        (500, "internal", runwhy.ServerError),
    ],
)
def test_an_error_has_its_status_and_code(
    client: Any, server: Script, status: int, code: str, kind: type[ApiError]
) -> None:
    server.on("GET", "/agent-runs/run_1", Json({"error": code, "message": "no"}, status))

    with pytest.raises(ApiError) as caught:
        client.get_run("run_1")

    assert type(caught.value) is kind
    assert (caught.value.code, caught.value.status, caught.value.message) == (code, status, "no")


def test_an_error_lists_every_problem(client: Any, server: Script) -> None:
    problems = [
        {"field": "/metadata/env", "problem": "too long", "limit": 256, "actual": 300},
        {"field": "/prompt", "problem": "is required"},
    ]
    body = {"error": "invalid_request", "message": "two problems", "problems": problems}
    server.on("POST", "/agent-runs", Json(body, 400))

    with pytest.raises(runwhy.InvalidRequestError) as caught:
        client.start_run(metadata={"env": "x" * 300})

    assert caught.value.problems == (
        Problem("/metadata/env", "too long", 256, 300),
        Problem("/prompt", "is required"),
    )


def test_the_error_names_the_missing_scope(client: Any, server: Script) -> None:
    body = {"error": "insufficient_scope", "message": "no", "required": "runs:write"}
    server.on("POST", "/agent-runs", Json(body, 403))

    with pytest.raises(runwhy.PermissionDeniedError) as caught:
        client.start_run("Hi")

    assert caught.value.required == "runs:write"


def test_a_response_that_is_not_from_runwhy_is_an_error(client: Any, server: Script) -> None:
    server.on("GET", "/models", Raw(b"<h1>Welcome</h1>"), Raw(b"{", type="application/json"))

    for _ in range(2):
        with pytest.raises(ApiError, match="is this a Runwhy server") as caught:
            client.list_models()
        assert caught.value.code == "invalid_response"


def test_the_error_names_an_unreachable_server(make_client: MakeClient) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"

        with pytest.raises(ConnectionFailed, match=url):
            make_client(url, retry_for=0.2).list_models()


def test_a_request_sends_credentials_and_user_agent(
    make_client: MakeClient, server: Script
) -> None:
    server.on("GET", "/models", Json({"models": []}))

    make_client(server.url, api_key="secret", headers={"X-Team": "blue"}).list_models()

    headers = server.requests[0].headers
    assert headers["authorization"] == "Bearer secret"
    assert headers["user-agent"] == f"runwhy-python/{runwhy.__version__}"
    assert headers["x-team"] == "blue"


def test_missing_arguments_come_from_the_environment(
    make_client: MakeClient, server: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNWHY_URL", server.url + "/")
    monkeypatch.setenv("RUNWHY_API_KEY", "from-env")
    monkeypatch.setenv("RUNWHY_WORKSPACE", "team a")
    server.on("GET", "/api/v1/workspaces/team%20a/models", Json({"models": []}))

    client = make_client()
    client.list_models()

    assert (client.base_url, client.workspace) == (server.url, "team a")
    assert server.requests[0].headers["authorization"] == "Bearer from-env"


def test_no_proxy_is_used_for_loopback(
    make_client: MakeClient, server: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    server.on("GET", "/models", Json({"models": []}))

    assert make_client(server.url).list_models().models == ()


@pytest.mark.parametrize("url", ["127.0.0.1:7420", "ftp://example.org", "http://"])
def test_an_invalid_url_is_rejected(make_client: MakeClient, url: str) -> None:
    with pytest.raises(ValueError, match="http://"):
        make_client(url)


def test_any_request_can_be_sent(client: Any, server: Script) -> None:
    server.on("GET", "/triggers", Json({"triggers": []}))
    server.on("GET", "/api/v1/workspaces", Json({"workspaces": []}))

    assert client.request("get", "/triggers", params={"tag": ["a", "b"], "n": 1}) == {
        "triggers": []
    }
    assert client.request("GET", "/api/v1/workspaces") == {"workspaces": []}
    assert server.requests[0].query == [("tag", "a"), ("tag", "b"), ("n", "1")]


def test_invalid_unicode_is_sent_for_the_server_to_reject(client: Any, server: Script) -> None:
    server.on("POST", "/agent-runs", Json({"error": "invalid_request", "message": "text"}, 400))

    with pytest.raises(runwhy.InvalidRequestError):
        client.start_run("\ud800")

    assert server.requests[0].body == {"prompt": "\ud800"}


@pytest.mark.parametrize(
    ("given", "sent"), [(None, "Bearer env"), ("", None), ("mine", "Bearer mine")]
)
def test_an_empty_key_sends_none_instead_of_that_of_the_environment(
    given: str | None, sent: str | None
) -> None:
    found = configure(
        base_url=None,
        api_key=given,
        workspace=None,
        timeout=1.0,
        reconnect_for=1.0,
        retry_for=1.0,
        headers=None,
        env={"RUNWHY_API_KEY": "env"},
    )

    assert found.headers.get("Authorization") == sent


def test_the_trace_context_of_the_program_is_sent() -> None:
    place = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    given = {
        "base_url": None,
        "api_key": None,
        "workspace": None,
        "timeout": 1.0,
        "reconnect_for": 1.0,
        "retry_for": 1.0,
    }

    def sent(env: dict[str, str], **headers: str) -> dict[str, str]:
        found = configure(**given, headers=headers, env=env).headers  # type: ignore[arg-type]
        return {n: v for n, v in found.items() if n in ("traceparent", "tracestate", "baggage")}

    assert sent({"TRACEPARENT": place, "TRACESTATE": "a=b", "BAGGAGE": "x\ny"}) == {
        "traceparent": place,
        "tracestate": "a=b",
    }
    assert sent({"TRACEPARENT": "nonsense", "TRACESTATE": "a=b"}) == {}
    assert sent({"TRACEPARENT": place}, traceparent="mine") == {"traceparent": "mine"}
