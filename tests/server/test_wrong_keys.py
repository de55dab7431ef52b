"""Whoever shows many wrong keys has to wait; whoever has a right one does not notice."""

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
    """One for all: they ask from addresses of their own."""
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
def test_after_many_wrong_keys_an_address_has_to_wait(
    server: RunningServer, clock: FrozenClock, key: str, ask: Ask
) -> None:
    address = f"8.8.4.{1 + (ask is signing_in)}"
    with from_address(server, address) as guesser, from_address(server, "8.8.8.8") as other:
        for number in range(LIMIT):
            refused(ask(guesser, f"whk_guess{number}"), 401, "unauthorized")
        said = ask(guesser, "whk_one_more")
        refused(said, 429, "rate_limited")
        assert said.headers["retry-after"] == str(60 // LIMIT)
        refused(ask(guesser, key), 429, "rate_limited")  # nor is the right one looked for

        ok(ask(other, key))  # elsewhere nobody waits
        ok(ask(guesser, key))  # and who has shown a right key before goes on with it
        refused(ask(guesser, "whk_again"), 429, "rate_limited")
        clock.advance(seconds=60 // LIMIT)
        refused(ask(guesser, "whk_later"), 401, "unauthorized")


def test_guesses_count_together_whatever_they_are_made_with(
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
            assert "unauthorized" in through_mcp(guesser, f"whk_guess{number}")
        assert "rate_limited" in through_mcp(guesser, key)
        refused(signing_in(guesser, key), 429, "rate_limited")


def test_no_key_at_all_and_an_old_cookie_are_no_guesses(server: RunningServer, key: str) -> None:
    with from_address(server, "7.7.7.7") as client:
        for _ in range(2 * LIMIT):
            refused(client.get(RUNS), 401, "unauthorized")
            old = {"Cookie": "runwhy_session=1.2.3.4"}
            refused(client.get(RUNS, headers=old), 401, "unauthorized")
        ok(with_a_header(client, key))


@pytest.mark.parametrize(
    ("said", "one", "other"),
    [
        (True, "1.1.1.1", "1.1.1.2"),  # the proxy's own word
        (True, "6.6.6.6, 1.1.2.1", "5.5.5.5, 1.1.2.2"),
        (True, "2001:db8:0:1::1", "2001:db8:0:2::1"),
        (False, "6.6.6.6, 1.1.3.1", "5.5.5.5, 1.1.3.1"),  # what the client wrote itself
        (False, "2001:db8:0:3::1", "2001:db8:0:3:ffff::1"),  # one network
        (False, "1.1.4.1", "::ffff:1.1.4.1"),
    ],
)
def test_who_is_somebody_else_is_told_by_the_trusted_proxy_alone(
    server: RunningServer, said: bool, one: str, other: str
) -> None:
    with from_address(server, one) as first, from_address(server, other) as second:
        for number in range(LIMIT + 1):
            last = with_a_header(first, f"whk_guess{number}")
        assert last.status_code == 429
        assert (with_a_header(second, "whk_other").status_code == 401) is said


def test_without_a_trusted_proxy_the_header_is_not_looked_at(tmp_path: Path) -> None:
    given: dict[str, Any] = {"host": "0.0.0.0", "wrong_key_limit": 1}
    with (
        running_server(server_settings(tmp_path, **given), work=False) as server,
        from_address(server, "1.1.1.1") as one,
        from_address(server, "2.2.2.2") as two,
    ):
        assert with_a_header(one, "whk_a").status_code == 401
        assert with_a_header(two, "whk_b").status_code == 429
