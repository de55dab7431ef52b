"""Refused requests are in the audit log, within limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.server.api_client import Api, ok, refused
from tests.support.clock import FrozenClock
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.core.accounts.workspaces import ALL_SCOPES, Scope
from runwhy.services.audit import IN_TOTAL, PER_SOURCE

BASE = "/api/v1/workspaces/default"


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def server(tmp_path: Path, clock: FrozenClock) -> Iterator[RunningServer]:
    given = {"host": "0.0.0.0", "trusted_proxies": ("127.0.0.1",), "wrong_key_limit": 0}
    with running_server(server_settings(tmp_path, **given), clock=clock, work=False) as running:
        yield running


def keyed(server: RunningServer, *scopes: Scope) -> tuple[str, Api]:
    access = server.runwhy.access
    key, secret = server.call(access.add_key(1, "k", frozenset(scopes or ALL_SCOPES)))
    return key.id, Api(server.url, key=secret)


def from_address(server: RunningServer, address: str) -> httpx2.Client:
    headers = {"X-Forwarded-For": address}
    return httpx2.Client(base_url=server.url, trust_env=False, timeout=PATIENCE, headers=headers)


def entries(admin: Api) -> list[Any]:
    found = admin.get("/audit", action="access", limit=200)["changes"]
    return [(one["actor"], one["subject"], one["after"]) for one in reversed(found)]


def test_refused_requests_are_recorded_with_caller_and_address(server: RunningServer) -> None:
    _, admin = keyed(server)
    key_id, weak = keyed(server, Scope.MODELS_READ)
    with admin.http, weak.http, from_address(server, "8.8.8.8") as stranger:
        weak.http.headers["X-Forwarded-For"] = "9.9.9.9"
        wrong = {"Authorization": "Bearer rwk_guess"}
        refused(stranger.get(f"{BASE}/keys?secret=x", headers=wrong), 401, "unauthorized")
        refused(stranger.post("/api/v1/session", json={"key": "x"}), 403, "forbidden")
        refused(weak.http.get("/agent-runs"), 403, "insufficient_scope")
        refused(admin.http.get("/agent-runs/run_missing"), 404, "not_found")
        ok(weak.http.get("/models"))
        session = {"X-Runwhy-Session": "ses_1", "Accept": "application/json, text/event-stream"}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        call |= {"params": {"name": "runs_search", "arguments": {"query": ""}}}
        assert "unauthorized" in stranger.post("/mcp", json=call, headers=session).text

        stranger_ = {"kind": "anonymous", "id": None, "name": "8.8.8.8"}
        assert entries(admin) == [
            (stranger_, f"GET {BASE}/keys", {"status": 401, "address": "8.8.8.8"}),
            (stranger_, "POST /api/v1/session", {"status": 403, "address": "8.8.8.8"}),
            (
                {"kind": "key", "id": key_id, "name": "k"},
                f"GET {BASE}/agent-runs",
                {"status": 403, "address": "9.9.9.9"},
            ),
            (stranger_, "POST /mcp", {"status": 401, "address": "8.8.8.8"}),
        ]


def test_many_refusals_are_counted_instead(server: RunningServer, clock: FrozenClock) -> None:
    _, admin = keyed(server)
    burst = PER_SOURCE.burst
    with admin.http, from_address(server, "8.8.4.4") as one, from_address(server, "8.8.4.5") as two:
        for number in range(burst + 7):
            assert one.get(f"{BASE}/agent-runs/{number}").status_code == 401
        assert two.get(f"{BASE}/agent-runs").status_code == 401
        assert len(entries(admin)) == burst + 1
        clock.advance(minutes=1)
        assert one.get(f"{BASE}/agent-runs/later").status_code == 401
        server.call(server.runwhy.services.refusals.flush())
        server.call(server.runwhy.services.refusals.flush())

        *_, last, counted = entries(admin)
        assert last[1] == f"GET {BASE}/agent-runs/later"
        assert counted[1:] == ("suppressed", {"count": 7})
        assert len(entries(admin)) == burst + 3


def test_many_addresses_cannot_fill_the_audit_log(server: RunningServer) -> None:
    _, admin = keyed(server)
    with admin.http, from_address(server, "") as many:
        for number in range(IN_TOTAL.burst + 20):
            headers = {"X-Forwarded-For": f"8.8.1.{number}"}
            assert many.get(f"{BASE}/agent-runs", headers=headers).status_code == 401
        assert len(entries(admin)) == IN_TOTAL.burst
        server.call(server.runwhy.services.refusals.flush())
        assert entries(admin)[-1][2] == {"count": 20}


def test_a_refusal_is_recorded_in_the_workspace_of_the_key_or_path(server: RunningServer) -> None:
    _, admin = keyed(server)
    with admin.http, from_address(server, "8.8.8.8") as stranger:
        made = server.call(server.runwhy.access.add_workspace("other", None))
        stranger.get("/api/v1/workspaces/other/agent-runs")
        stranger.get("/api/v1/workspaces/missing/agent-runs")
        _, secret = server.call(server.runwhy.access.add_key(made.id, "o", ALL_SCOPES))
        other = Api(server.url, "other", key=secret)
        with other.http:
            assert [one[1] for one in entries(other)] == ["GET /api/v1/workspaces/other/agent-runs"]
        paths = [one[1] for one in entries(admin)]
        assert paths == ["GET /api/v1/workspaces/missing/agent-runs"]
