"""Addresses that send many wrong keys are blocked for a while; valid keys keep working."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.server.api_client import ok, refused
from tests.support.clock import FrozenClock
from tests.support.servers import PATIENCE, RunningServer, running_server, server_settings

from runwhy.core.accounts.workspaces import Scope

LIMIT = 5
OURS = {"X-Runwhy-Dashboard": "1"}
RUNS = "/api/v1/workspaces/default/agent-runs"

Ask = Callable[[httpx2.Client, str], httpx2.Response]


@pytest.fixture(scope="module")
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, clock: FrozenClock) -> Iterator[RunningServer]:
    """One server for all tests, which use different client addresses."""
    directory = tmp_path_factory.mktemp("keyed")
    proxies = ("127.0.0.1",)
    given = server_settings(
        directory, host="0.0.0.0", wrong_key_limit=LIMIT, trusted_proxies=proxies
    )
    with running_server(given, clock=clock, work=False) as running:
        yield running


@pytest.fixture
def key(server: RunningServer) -> str:
    scopes = frozenset({Scope.RUNS_READ, Scope.SESSIONS_READ})
    _, secret = server.call(server.runwhy.access.add_key(1, "k", scopes))
    assert secret is not None
    return secret


def from_address(server: RunningServer, address: str) -> httpx2.Client:
    headers = {"X-Forwarded-For": address}
    return httpx2.Client(base_url=server.url, trust_env=False, timeout=PATIENCE, headers=headers)


def with_a_header(client: httpx2.Client, key: str) -> httpx2.Response:
    return client.get(RUNS, headers={"Authorization": f"Bearer {key}"})


def signing_in(client: httpx2.Client, key: str) -> httpx2.Response:
    return client.post("/api/v1/session", json={"key": key}, headers=OURS)


@pytest.mark.parametrize("ask", [with_a_header, signing_in])
def test_an_address_is_blocked_after_many_wrong_keys(
    server: RunningServer, clock: FrozenClock, key: str, ask: Ask
) -> None:
    address = f"8.8.4.{1 + (ask is signing_in)}"
    with from_address(server, address) as guesser, from_address(server, "8.8.8.8") as other:
        for number in range(LIMIT):
            refused(ask(guesser, f"rwk_guess{number}"), 401, "unauthorized")
        said = ask(guesser, "rwk_one_more")
        refused(said, 429, "rate_limited")
        assert said.headers["retry-after"] == str(60 // LIMIT)
        refused(ask(guesser, key), 429, "rate_limited")  # the right key is not checked either

        ok(ask(other, key))  # other addresses are not blocked
        ok(ask(guesser, key))  # a key used successfully before keeps working
        refused(ask(guesser, "rwk_again"), 429, "rate_limited")
        clock.advance(seconds=60 // LIMIT)
        refused(ask(guesser, "rwk_later"), 401, "unauthorized")


def test_wrong_keys_count_together_across_headers_sign_in_and_mcp(
    server: RunningServer, key: str
) -> None:
    session = {"X-Runwhy-Session": "ses_1", "Accept": "application/json, text/event-stream"}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    call |= {"params": {"name": "runs_search", "arguments": {"query": ""}}}

    def through_mcp(client: httpx2.Client, key: str) -> str:
        headers = {**session, "Authorization": f"Bearer {key}"}
        return client.post("/mcp", json=call, headers=headers).text

    with from_address(server, "9.9.9.9") as guesser:
        for number in range(LIMIT):
            assert "unauthorized" in through_mcp(guesser, f"rwk_guess{number}")
        assert "rate_limited" in through_mcp(guesser, key)
        refused(signing_in(guesser, key), 429, "rate_limited")


def test_a_missing_key_or_an_old_cookie_does_not_count(server: RunningServer, key: str) -> None:
    with from_address(server, "7.7.7.7") as client:
        for _ in range(2 * LIMIT):
            refused(client.get(RUNS), 401, "unauthorized")
            old = {"Cookie": "runwhy_session=1.2.3.4"}
            refused(client.get(RUNS, headers=old), 401, "unauthorized")
        ok(with_a_header(client, key))


@pytest.mark.parametrize(
    ("said", "one", "other"),
    [
        (True, "1.1.1.1", "1.1.1.2"),  # written by the proxy
        (True, "6.6.6.6, 1.1.2.1", "5.5.5.5, 1.1.2.2"),
        (True, "2001:db8:0:1::1", "2001:db8:0:2::1"),
        (False, "6.6.6.6, 1.1.3.1", "5.5.5.5, 1.1.3.1"),  # written by the client
        (False, "2001:db8:0:3::1", "2001:db8:0:3:ffff::1"),  # the same network
        (False, "1.1.4.1", "::ffff:1.1.4.1"),
    ],
)
def test_only_a_trusted_proxy_determines_the_client_address(
    server: RunningServer, said: bool, one: str, other: str
) -> None:
    with from_address(server, one) as first, from_address(server, other) as second:
        for number in range(LIMIT + 1):
            last = with_a_header(first, f"rwk_guess{number}")
        assert last.status_code == 429
        assert (with_a_header(second, "rwk_other").status_code == 401) is said


def test_the_header_is_ignored_without_a_trusted_proxy(tmp_path: Path) -> None:
    given: dict[str, Any] = {"host": "0.0.0.0", "wrong_key_limit": 1}
    with (
        running_server(server_settings(tmp_path, **given), work=False) as server,
        from_address(server, "1.1.1.1") as one,
        from_address(server, "2.2.2.2") as two,
    ):
        assert with_a_header(one, "rwk_a").status_code == 401
        assert with_a_header(two, "rwk_b").status_code == 429
