"""Two servers on one PostgreSQL; one loses its connections, and the other one continues."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from tests.support.chaos import Clients, ServerProcess, check
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.servers import RunningServer, running_server, server_settings
from tests.support.tcp_proxy import TcpProxy, database_proxy

from runwhy.stores.sql.dialect import Tx

DEADLINE = 120.0  # seconds; 15 on an idle machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Two servers on one database: `far` is connected through the proxy, `near` directly."""

    far: RunningServer
    near: RunningServer
    proxy: TcpProxy


@contextmanager
def two_servers(url: str, directory: Path) -> Iterator[Site]:
    with database_proxy(url) as (proxy, through):
        homes = directory / "far", directory / "near"
        for home in homes:
            home.mkdir()
        changes = {"worker_beat": 0.5, "worker_dead_after": 3.0}
        far, near = (
            server_settings(home, database_url=database, **changes)
            for home, database in zip(homes, (through, url), strict=True)
        )
        with running_server(near) as near_server, running_server(far) as far_server:
            try:
                yield Site(far=far_server, near=near_server, proxy=proxy)
            finally:
                proxy.cut()  # else a vanished connection would delay the shutdown


@pytest.fixture
def client() -> Iterator[httpx2.Client]:
    with httpx2.Client(timeout=90) as client:
        yield client


def new_session(client: httpx2.Client, server: RunningServer) -> str:
    answer = client.post(f"{server.base}/agent-sessions", json={"systemPrompt": "Be brief."})
    return str(answer.raise_for_status().json()["sessionId"])


def send(client: httpx2.Client, server: RunningServer, session: str, key: str) -> httpx2.Response:
    url = f"{server.base}/agent-sessions/{session}/messages"
    return client.post(url, json={"prompt": "Hello"}, headers={"Idempotency-Key": key})


def wait_until_ended(client: httpx2.Client, server: RunningServer, run_id: str) -> dict[str, Any]:
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        run: dict[str, Any] = client.get(f"{server.base}/agent-runs/{run_id}").json()
        if run["status"] in ("succeeded", "failed", "cancelled"):
            return run
        time.sleep(0.05)
    raise TimeoutError(run_id)


def vanish_with_lock(site: Site, session: str) -> Future[None]:
    """Make the far server vanish while its transaction holds the rows of a session."""
    vanished = threading.Event()

    def hold(tx: Tx) -> None:
        for query in (
            "SELECT 1 FROM sessions WHERE id = :id FOR UPDATE",
            "SELECT 1 FROM session_counters WHERE session_id = :id FOR UPDATE",
        ):
            tx.conn.execute(text(query), {"id": session})
        site.proxy.vanish()
        site.proxy.refuse()
        vanished.set()
        tx.conn.execute(text("SELECT 1"))  # never answered

    store = site.far.runwhy.store
    holding = asyncio.run_coroutine_threadsafe(store.in_transaction(hold), site.far.loop)
    assert vanished.wait(30)
    return holding


def test_a_vanished_host_costs_only_the_session_it_holds_and_only_for_a_while(
    postgres_url: str, tmp_path: Path, client: httpx2.Client
) -> None:
    with two_servers(postgres_url, tmp_path) as site:
        held, free = (new_session(client, site.near) for _ in range(2))
        holding = vanish_with_lock(site, held)

        with ThreadPoolExecutor(24) as threads:  # an impatient client
            tries = [threads.submit(send, client, site.near, held, "same") for _ in range(24)]
            assert client.get(f"{site.near.url}/readyz").status_code == 200
            assert client.get(f"{site.near.base}/agent-sessions").status_code == 200
            run_id = send(client, site.near, free, "other").raise_for_status().json()["runId"]
            assert wait_until_ended(client, site.near, run_id)["status"] == "succeeded"
            refused = [each.result() for each in tries]

        assert {answer.status_code for answer in refused} == {503}
        assert {answer.json()["error"] for answer in refused} == {"locked"}
        assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
        assert client.get(f"{site.far.url}/readyz").status_code == 503

        run_id = retry(client, site.near, held)
        assert wait_until_ended(client, site.near, run_id)["status"] == "succeeded"
        listed = client.get(f"{site.near.base}/agent-runs").json()["runs"]
        mine = [run["id"] for run in listed if run["sessionId"] == held]
        assert mine == [run_id]  # not one for each try

        site.proxy.refuse(False)
        site.proxy.cut()
        assert holding.exception(30) is not None  # the write was not committed
        wait_until_ready(client, site.far)


def retry(client: httpx2.Client, server: RunningServer, session: str) -> str:
    """Send a message until it is accepted, as `Retry-After` says; return its run."""
    end = time.monotonic() + DEADLINE
    while (answer := send(client, server, session, "same")).status_code == 503:
        assert time.monotonic() < end, "the session is still locked"
        time.sleep(int(answer.headers["Retry-After"]))
    return str(answer.raise_for_status().json()["runId"])


def wait_until_ready(client: httpx2.Client, server: RunningServer) -> None:
    end = time.monotonic() + DEADLINE
    while client.get(f"{server.url}/readyz").status_code != 200:
        assert time.monotonic() < end, "the server is not ready"
        time.sleep(0.1)


def test_cuts_delays_and_a_killed_database_lose_nothing(tmp_path: Path) -> None:
    with running_postgres() as postgres:
        url = postgres.create_database("cut")
        with database_proxy(url) as (proxy, through):
            servers = []
            for name, database in (("far", through), ("near", url)):
                (tmp_path / name).mkdir()
                servers.append(ServerProcess(database, tmp_path / name))
            try:
                runs = asyncio.run(disturb(servers, proxy, postgres))
            finally:
                for server in servers:
                    server.stop()
    assert runs


async def disturb(
    servers: Sequence[ServerProcess], proxy: TcpProxy, postgres: PostgresServer
) -> dict[str, dict[str, Any]]:
    """Load both servers, disturb them, and check the stored data."""
    for server in servers:
        server.start()
        await server.ready()
    clients = [Clients(partial(str, server.url), seed=1) for server in servers]
    disturbances = (
        partial(proxy.delay, 0.02),
        proxy.cut,
        partial(proxy.delay, 0.0),
        postgres.restart,
        proxy.cut,
    )
    try:
        tasks = [asyncio.create_task(work) for work in _work_of(clients)]
        for disturbance in disturbances:
            await asyncio.sleep(0.7)  # some load between them
            await asyncio.to_thread(disturbance)
        await asyncio.sleep(0.7)
        for each in clients:
            each.stopping = True
        await asyncio.gather(*tasks)
        found = [await check(each) for each in clients]
        return {id: run for runs in found for id, run in runs.items()}
    finally:
        for each in clients:
            await each.close()


def _work_of(clients: Sequence[Clients]) -> Iterator[Coroutine[Any, Any, None]]:
    for number, each in enumerate(clients):
        yield each.start_runs(f"runs-{number}")
        yield each.send_messages(f"chat-{number}")
        yield each.follow_runs(f"tools-{number}")
