"""Workers on Restate that are upgraded side by side, and hosts that vanish."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.engine_scene import (
    PATIENCE,
    TOOL,
    calls_of,
    logged,
    open_call,
    servers_of,
    serving,
    start_run,
    until,
)
from tests.support.chaos import Clients, ServerProcess, free_port
from tests.support.restate import RestateNode
from tests.support.tcp_proxy import tcp_proxy


def worker(database: str, folder: Path, env: dict[str, str], port: int) -> ServerProcess:
    """Return a server with its own address for the calls of Restate."""
    folder.mkdir()
    bind = {"RUNWHY_RESTATE_BIND": f"127.0.0.1:{port}"}
    (server,) = servers_of(database, folder, {**env, **bind})
    return server


async def worker_of(restate: RestateNode, run_id: str, status: str) -> str:
    """Return the address of the worker that Restate called for a run."""
    (call,) = await calls_of(restate, run_id, status)
    sql = f"SELECT endpoint FROM sys_deployment WHERE id = '{call['pinned_deployment_id']}'"
    (found,) = await asyncio.to_thread(restate.query, sql)
    return str(found["endpoint"]).rstrip("/")


async def registered(restate: RestateNode, service: str, url: str) -> None:
    """Wait until Restate sends new calls of a service to an address."""
    sql = (
        "SELECT endpoint FROM sys_service JOIN sys_deployment"
        f" ON sys_service.deployment_id = sys_deployment.id WHERE name = '{service}'"
    )
    end = time.monotonic() + PATIENCE
    while [row["endpoint"].rstrip("/") for row in await asyncio.to_thread(restate.query, sql)] != [
        url
    ]:
        assert time.monotonic() < end, "no worker has registered"
        await asyncio.sleep(0.05)


async def answer(clients: Clients, run_id: str) -> None:
    """Return the result of the tool that a run waits for."""
    body = {"toolUseId": await open_call(clients, run_id), "result": "all is well"}
    await clients.post(f"/agent-runs/{run_id}/tool-results", body)


def test_runs_end_on_old_workers_while_new_ones_get_new_runs(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    env, ports = restate.environment(), (free_port(), free_port())
    old, new = (worker(postgres_url, tmp_path / str(port), env, port) for port in ports)
    old_url, new_url = (f"http://127.0.0.1:{port}" for port in ports)

    async def scene() -> None:
        async with serving(old) as clients:
            first = await start_run(clients, "[[sleep 8]]")
            await until(clients, first, "running")
            async with serving(new) as others:
                await registered(restate, env["RUNWHY_RESTATE_SERVICE"], new_url)
                second = await start_run(clients, "hello")  # through the old server
                await until(others, second, "succeeded")
                stopping = asyncio.create_task(asyncio.to_thread(old.stop))

                run = await until(others, first, "succeeded", "failed")

                await stopping
                assert (run["status"], run["attempt"]) == ("succeeded", 1)
                assert await worker_of(restate, first, "completed") == old_url
                assert await worker_of(restate, second, "completed") == new_url

    asyncio.run(scene())


def test_runs_that_old_workers_leave_behind_continue_on_new_ones_and_back(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    env, ports = {**restate.environment(), "RUNWHY_SHUTDOWN_GRACE": "0"}, (free_port(), free_port())
    old, new = (worker(postgres_url, tmp_path / str(port), env, port) for port in ports)

    async def scene() -> None:
        async with serving(old) as clients:
            suspended = await start_run(clients, "[[tool look {}]]", tools=[TOOL])
            await calls_of(restate, suspended, "suspended")
            at_work = await start_run(clients, "[[sleep 2]]")
            await until(clients, at_work, "running")
            await asyncio.to_thread(old.stop)
        async with serving(new) as others:
            await answer(others, suspended)
            runs = [await until(others, run, "succeeded", "failed") for run in (suspended, at_work)]
            assert [run["status"] for run in runs] == ["succeeded", "succeeded"]
            assert [run["attempt"] for run in runs] == [1, 2]
            await asyncio.to_thread(new.stop)
        async with serving(old) as clients:  # Restate knows its address, but not as the latest
            run = await until(clients, await start_run(clients, "hello"), "succeeded", "failed")
            assert run["attempt"] == 1

    asyncio.run(scene())


def test_runs_of_a_host_that_vanishes_continue_on_another(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    """Restate's connections to the host stay open, and nothing comes back on them."""
    ports = free_port(), free_port()
    with tcp_proxy(("127.0.0.1", ports[0])) as balancer:
        env = {**restate.environment(), "RUNWHY_RESTATE_URL": f"http://127.0.0.1:{balancer.port}"}
        first, second = (worker(postgres_url, tmp_path / str(port), env, port) for port in ports)

        async def scene() -> dict[str, Any]:
            async with serving(first) as clients, serving(second) as others:
                run_id = await start_run(clients, "[[sleep 3]]")
                await until(clients, run_id, "running")
                balancer.vanish()
                balancer.forward_to(("127.0.0.1", ports[1]))
                first.kill()
                run = await until(others, run_id, "succeeded", "failed")
                await calls_of(restate, f"{run_id}.2", "completed")
                return run

        run = asyncio.run(scene())

    assert (run["status"], run["attempt"]) == ("succeeded", 2)


@pytest.mark.full
def test_a_run_whose_host_vanishes_before_it_is_claimed_is_handed_over_again(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    """Restate has called a worker that never answers and never comes back."""
    env, ports = restate.environment(), (free_port(), free_port())
    with (
        tcp_proxy(("127.0.0.1", ports[0])) as gateway,
        socket.create_server(("127.0.0.1", 0)) as silent,
    ):
        lost_url = f"http://127.0.0.1:{gateway.port}"
        lost = worker(
            postgres_url, tmp_path / "lost", {**env, "RUNWHY_RESTATE_URL": lost_url}, ports[0]
        )
        new = worker(postgres_url, tmp_path / "new", env, ports[1])

        async def scene() -> dict[str, Any]:
            async with serving(lost) as clients:
                await until(clients, await start_run(clients, "hello"), "succeeded")
                gateway.forward_to(silent.getsockname())
                gateway.vanish()
                run_id = await start_run(clients, "hello")
                await calls_of(restate, run_id, "running")  # from Restate's point of view
                lost.kill()
            async with serving(new) as others:
                run = await until(others, run_id, "succeeded", "failed")
                await calls_of(restate, run_id, "completed")  # abandoned
                await logged(new, "engine.run_taken_back")
                return run

        run = asyncio.run(scene())

    assert (run["status"], run["attempt"]) == ("succeeded", 1)
