"""Every error has the same format, wherever it comes from."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs
from tests.server.api_client import SPEC, Api, ok, refused
from tests.support import callers
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.errors import (
    AgentFailed,
    BudgetExceeded,
    Conflict,
    Denied,
    HeadersTooLarge,
    IdempotencyMismatch,
    InsufficientScope,
    InvalidInput,
    InvalidModel,
    Locked,
    NotFound,
    PriceUnknown,
    RateLimited,
    RunTerminal,
    RunwhyError,
    SessionEnded,
    TooLarge,
    Unauthorized,
    Unavailable,
    UnknownToolUse,
)
from runwhy.server.error_responses import error_answer, status_of

STATUSES: list[tuple[RunwhyError, int, str]] = [
    (InvalidInput("no"), 400, "invalid_request"),
    (InvalidModel("x", ["y"]), 400, "invalid_model"),
    (Unauthorized(), 401, "unauthorized"),
    (Denied(), 403, "forbidden"),
    (InsufficientScope("admin"), 403, "insufficient_scope"),
    (NotFound(), 404, "not_found"),
    (UnknownToolUse(), 404, "unknown_tool_use"),
    (Conflict(), 409, "conflict"),
    (RunTerminal(), 409, "run_terminal"),
    (SessionEnded(), 409, "session_ended"),
    (TooLarge(1), 413, "payload_too_large"),
    (HeadersTooLarge("bytes", 1, 2), 431, "headers_too_large"),
    (PriceUnknown("no price"), 400, "price_unknown"),
    (
        BudgetExceeded(
            "used up",
            budget_id="bud_1",
            scope="run",
            budget="daily",
            measure="cost",
            used=2.0,
            limit=1.0,
            resets_at=None,
            retry_after=None,
        ),
        429,
        "budget_exceeded",
    ),
    (IdempotencyMismatch(), 422, "idempotency_mismatch"),
    (RateLimited("later"), 429, "rate_limited"),
    (AgentFailed(), 502, "agent_failed"),
    (Locked(), 503, "locked"),
    (Unavailable(), 503, "unavailable"),
]


@pytest.mark.parametrize(("error", "status", "code"), STATUSES, ids=lambda value: str(value)[:20])
def test_every_error_has_its_status_and_its_code(
    error: RunwhyError, status: int, code: str
) -> None:
    body = error_answer(error).as_json()

    assert (status_of(error), body["error"]) == (status, code)
    assert body["message"] and isinstance(body["problems"], list)


def test_every_kind_of_error_has_a_status() -> None:
    kinds = [RunwhyError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    ours = [kind for kind in kinds[1:] if kind.__module__ == "runwhy.errors"]

    assert len(ours) >= len(STATUSES)
    assert {kind.code for kind in ours} == {code for _, _, code in STATUSES}


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/agent-runs/", "/agents/", "/agent-runs/a/b/c", "/keys/a/b", "/../../nothing"],
)
def test_an_unknown_path_is_not_found(api: Api, path: str) -> None:
    refused(api.http.get(path), 404, "not_found")
    refused(api.http.post(path, json=SPEC), 404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/agent-runs", {"GET", "POST"}),
        ("DELETE", "/agent-runs", {"GET", "POST"}),
        ("POST", "/agent-runs/x/stream", {"GET"}),
        ("GET", "/agent-runs/x/cancel", {"POST"}),
        ("PUT", "/agent-sessions/x", {"GET", "PATCH", "DELETE"}),
        ("TRACE", "/models", {"GET"}),
    ],
)
def test_an_unknown_method_is_rejected_with_the_allowed_ones(
    api: Api, method: str, path: str, allowed: set[str]
) -> None:
    response = api.http.request(method, path)

    refused(response, 405, "method_not_allowed")
    assert {one.strip() for one in response.headers["allow"].split(",")} <= allowed


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with a bug: listing models fails."""
    with running_server(server_settings(tmp_path)) as server:

        def fail() -> Any:
            raise RuntimeError("a secret detail")

        services: Any = server.runwhy.services
        services.models.models.list = fail  # the catalog, below the recorded models
        yield server


def test_an_unexpected_error_has_the_format_and_only_the_log_has_details(
    broken: RunningServer,
) -> None:
    with capture_logs() as logged:
        response = callers.get(f"{broken.base}/models")

    said = refused(response, 500, "internal")
    assert "secret" not in response.text and "log" in said["message"]
    (entry,) = [one for one in logged if one["event"] == "server.unexpected_error"]
    assert "a secret detail" in repr(entry["exc_info"])
    counted = callers.get(f"{broken.url}/metrics").text
    assert 'route="/api/v1/workspaces/{slug}/models",status="500"' in counted


@pytest.fixture
def all_levels() -> Iterator[None]:
    """Log all levels, although an earlier test may have excluded some."""
    config = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(0))
    yield
    structlog.configure(**config)


@pytest.mark.usefixtures("all_levels")
def test_a_client_that_leaves_in_the_middle_of_its_request_is_not_an_error(
    tmp_path: Path,
) -> None:
    with running_server(server_settings(tmp_path), work=False) as server, capture_logs() as logged:
        host, port = server.url.removeprefix("http://").split(":")
        path = server.base.removeprefix(server.url)
        with socket.create_connection((host, int(port))) as client:
            head = f"POST {path}/agent-runs HTTP/1.1\r\nHost: {host}\r\nContent-Length: 400\r\n\r\n"
            client.sendall(head.encode() + b'{"prompt":')
        deadline = time.monotonic() + PATIENCE
        while not (events := [one["event"] for one in logged if "path" in one]):
            assert time.monotonic() < deadline
            time.sleep(0.01)

    assert events == ["server.client_disconnected"]


def test_a_full_queue_answers_with_retry_after(tmp_path: Path) -> None:
    settings = server_settings(tmp_path, queue_limit=1, concurrency=1)
    with running_server(settings) as server:
        api = Api(server.url)
        started = ok(api.post("/tasks", {"task": "[[sleep 600]]"}), 202)["runId"]
        api.stream(f"/agent-runs/{started}/stream", until=("started",))
        ok(api.post("/tasks", {"task": "wait"}), 202)

        response = api.post("/tasks", {"task": "one too many"})

        refused(response, 429, "rate_limited")
        assert int(response.headers["retry-after"]) > 0
        api.http.close()


def test_a_server_that_is_shutting_down_or_has_no_database_is_not_ready(tmp_path: Path) -> None:
    with running_server(server_settings(tmp_path)) as server:
        assert ok(callers.get(f"{server.url}/readyz")) == {"status": "ready"}
        store: Any = server.runwhy.store
        works = store.is_outdated, store.queue_depth

        async def away() -> None:
            raise Unavailable("no database")

        async def yes() -> bool:
            return True

        store.is_outdated = store.queue_depth = away
        refused(callers.get(f"{server.url}/readyz"), 503, "unavailable")
        counted = callers.get(f"{server.url}/metrics").text  # metrics still work
        assert "runwhy_database_up 0.0" in counted and "runwhy_queue_depth NaN" in counted
        store.is_outdated, store.queue_depth = yes, works[1]
        refused(callers.get(f"{server.url}/readyz"), 503, "unavailable")
        assert "runwhy_database_up 1.0" in callers.get(f"{server.url}/metrics").text
        store.is_outdated = works[0]
        server.runwhy.app.state.stopping = True
        refused(callers.get(f"{server.url}/readyz"), 503, "unavailable")
        assert ok(callers.get(f"{server.url}/healthz")) == {"status": "ok"}


def test_requests_are_counted_by_route_not_by_path(local: RunningServer, api: Api) -> None:
    for id in ("a", "b"):
        refused(api.http.get(f"/agent-runs/{id}"), 404, "not_found")
    refused(api.http.get("/nowhere/at/all"), 404, "not_found")

    counted = callers.get(f"{local.url}/metrics").text

    assert '{slug}/agent-runs/{run_id}",status="404"' in counted
    assert "/agent-runs/a" not in counted and "nowhere" not in counted
    assert "runwhy_queue_depth" in counted and "runwhy_queue_lag_seconds" in counted
