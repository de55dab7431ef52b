"""Runs on Restate: order, duplicates, crashes of workers and of the engine, cancelling, waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.e2e.engine_scene import (
    PATIENCE,
    TOOL,
    accepted,
    calls_of,
    doctor,
    get_run,
    logged,
    open_call,
    servers_of,
    serving,
    start_run,
    until,
)
from tests.support.chaos import BASE, Clients, check, free_port
from tests.support.restate import RestateNode, running_cluster


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "runwhy.db")
    else:
        yield request.getfixturevalue("postgres_url")


def test_a_run_is_executed_and_its_execution_ends(
    database: str, restate: RestateNode, tmp_path: Path
) -> None:
    env = restate.environment()

    async def scene() -> None:
        async with serving(*servers_of(database, tmp_path, env)) as clients:
            run_id = await start_run(clients, "hello")
            run = await until(clients, run_id, "succeeded", "failed")
            assert run["status"] == "succeeded"
            assert run["attempt"] == 1
            (call,) = await calls_of(restate, run_id, "completed")
            assert call["target_service_name"] == env["RUNWHY_RESTATE_SERVICE"]
            assert call["target_service_key"] == run_id

    asyncio.run(scene())


def test_three_servers_keep_the_order_of_sessions_when_one_is_killed(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    servers = servers_of(postgres_url, tmp_path, restate.environment(), count=3)
    turns = cycle(servers[1:])

    async def scene() -> dict[str, dict[str, Any]]:
        async with serving(*servers):
            clients = Clients(lambda: next(turns).url, seed=2)
            load = [
                asyncio.create_task(work)
                for work in (
                    *(clients.start_runs(f"runs-{n}") for n in range(2)),
                    *(clients.send_messages(f"messages-{n}") for n in range(3)),
                    clients.follow_runs("streams"),
                )
            ]
            try:
                await accepted(clients, 15)
                servers[0].kill()  # it sends, performs and waits for runs of all clients
                await accepted(clients, 30)
                clients.stopping = True
                await asyncio.wait_for(asyncio.gather(*load), PATIENCE)
                return await check(clients)
            finally:
                for task in load:
                    task.cancel()
                await clients.close()

    runs = asyncio.run(scene())

    assert len(runs) > 30


def test_a_job_that_is_sent_twice_is_executed_once(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    env = restate.environment()

    async def send_again(run_id: str, key: str) -> dict[str, Any]:
        url = f"{restate.ingress}/{env['RUNWHY_RESTATE_SERVICE']}/{run_id}/perform/send"
        body = {"run": run_id, "number": 1}
        async with httpx2.AsyncClient() as client:
            answer = await client.post(url, json=body, headers={"idempotency-key": key})
        sent: dict[str, Any] = answer.json()
        return sent

    async def scene() -> None:
        async with serving(*servers_of(postgres_url, tmp_path, env)) as clients:
            run_id = await start_run(clients, "[[sleep 1]]")
            await until(clients, run_id, "running")

            assert (await send_again(run_id, run_id))["status"] == "PreviouslyAccepted"
            assert (await send_again(run_id, "another key"))["status"] == "Accepted"

            run = await until(clients, run_id, "succeeded", "failed")
            assert (run["status"], run["attempt"]) == ("succeeded", 1)
            await calls_of(restate, "another key", "completed")
            assert len(await clients.events(run_id)) == len(set(await clients.events(run_id)))
            assert (await get_run(clients, run_id))["attempt"] == 1

    asyncio.run(scene())


def test_another_server_sends_the_runs_of_a_killed_one(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    env = restate.environment()
    nowhere = {"RUNWHY_RESTATE_INGRESS_URL": f"http://127.0.0.1:{free_port()}"}
    (first,) = servers_of(postgres_url, tmp_path, {**env, **nowhere})
    (tmp_path / "other").mkdir()
    (second,) = servers_of(postgres_url, tmp_path / "other", env)

    async def scene() -> None:
        async with serving(first) as clients:
            run_id = await start_run(clients, "hello")
            await logged(first, "engine.away")  # it has taken the run, and cannot send it
            first.kill()
            async with serving(second) as others:
                run = await until(others, run_id, "succeeded", "failed")
                assert (run["status"], run["attempt"]) == ("succeeded", 1)

    asyncio.run(scene())


def test_a_server_that_stops_hands_its_runs_back(
    postgres_url: str, restate: RestateNode, tmp_path: Path
) -> None:
    env = {**restate.environment(), "RUNWHY_SHUTDOWN_GRACE": "0"}
    first, second = servers_of(postgres_url, tmp_path, env, count=2)

    async def scene() -> None:
        async with serving(first) as clients:
            run_id = await start_run(clients, "[[sleep 3]]")
            await until(clients, run_id, "running")
            await asyncio.to_thread(first.stop)
            async with serving(second) as others:
                run = await until(others, run_id, "succeeded", "failed")
                assert (run["status"], run["attempt"]) == ("succeeded", 2)

    asyncio.run(scene())


def test_runs_are_accepted_while_restate_is_down_and_executed_when_it_is_back(
    database: str, restate: RestateNode, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with serving(*servers_of(database, tmp_path, restate.environment())) as clients:
            await until(clients, await start_run(clients, "before"), "succeeded")
            restate.kill()
            try:
                runs = [await start_run(clients, f"run {n}") for n in range(5)]
                cancelled = await start_run(clients, "not needed")
                await clients.post(f"/agent-runs/{cancelled}/cancel", {})
                assert {(await get_run(clients, run))["status"] for run in runs} == {"queued"}
                assert await outbox_depth(clients) > 0
                assert len(await queued(clients)) == 5
            finally:
                restate.start()
                await asyncio.to_thread(restate.wait_until_ready)
            for run_id in runs:
                run = await until(clients, run_id, "succeeded", "failed")
                assert (run["status"], run["attempt"]) == ("succeeded", 1)
            assert (await get_run(clients, cancelled))["status"] == "cancelled"
            assert await outbox_depth(clients) == 0

    asyncio.run(scene())


async def outbox_depth(clients: Clients) -> float:
    text = (await clients._client.get(f"{clients._url()}/metrics")).text
    (line,) = (each for each in text.splitlines() if each.startswith("runwhy_outbox_depth "))
    return float(line.split()[1])


async def queued(clients: Clients) -> list[str]:
    """Return the runs that `runwhy queue list` shows."""
    answer = await clients._client.get(f"{clients._url()}{BASE}/queue")
    return [one["run"]["id"] for one in answer.json()["waiting"]]


def test_doctor_checks_restate(restate: RestateNode, tmp_path: Path) -> None:
    env = restate.environment()
    database = str(tmp_path / "runwhy.db")

    async def scene() -> dict[str, str]:
        async with serving(*servers_of(database, tmp_path, env)) as clients:
            await until(clients, await start_run(clients, "hello"), "succeeded")
            return await asyncio.to_thread(doctor, database, env)

    states = asyncio.run(scene())

    assert states["restate ingress"] == states["restate admin"] == "ok"
    assert states["restate workers"] == "ok"
    nowhere = {**env, "RUNWHY_RESTATE_ADMIN_URL": f"http://127.0.0.1:{free_port()}"}
    assert doctor(database, nowhere)["restate admin"] == "fail"


@pytest.mark.full
def test_a_cluster_of_three_nodes_survives_the_loss_of_one(
    postgres_url: str, tmp_path: Path
) -> None:
    with running_cluster(tmp_path / "restate", nodes=3) as nodes:
        env = nodes[1].environment()
        servers = servers_of(postgres_url, tmp_path, env, count=2)

        async def scene() -> None:
            async with serving(*servers) as clients:
                load = [
                    asyncio.create_task(clients.start_runs("runs")),
                    asyncio.create_task(clients.send_messages("messages")),
                ]
                await accepted(clients, 20)
                await asyncio.to_thread(nodes[0].kill)
                await accepted(clients, 60)
                clients.stopping = True
                await asyncio.wait_for(asyncio.gather(*load), PATIENCE)
                assert len(await check(clients)) > 60

        asyncio.run(scene())


def test_a_run_is_cancelled_in_the_middle_of_a_step(
    database: str, restate: RestateNode, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with serving(*servers_of(database, tmp_path, restate.environment())) as clients:
            session = await clients.post("/agent-sessions", {"systemPrompt": "Be brief."})
            path = f"/agent-sessions/{session['sessionId']}/messages"
            long = (await clients.post(path, {"prompt": "[[sleep 300]]"}))["runId"]
            behind = (await clients.post(path, {"prompt": "next"}))["runId"]
            await until(clients, long, "running")

            await clients.post(f"/agent-runs/{long}/cancel", {})

            assert (await get_run(clients, long))["status"] == "cancelled"
            assert (await until(clients, behind, "succeeded", "failed"))["status"] == "succeeded"
            await calls_of(restate, long, "completed")

    asyncio.run(scene())


def test_a_tool_that_waits_survives_a_restart_of_the_worker_and_of_restate(
    database: str, tmp_path: Path, restate: RestateNode
) -> None:
    async def scene() -> None:
        (server,) = servers_of(database, tmp_path, restate.environment())
        async with serving(server) as clients:
            run_id = await start_run(clients, "[[tool look {}]]", tools=[TOOL])
            await until(clients, run_id, "waiting")
            await calls_of(restate, run_id, "suspended")
            server.kill()
            restate.kill()
            restate.start()
            await asyncio.to_thread(restate.wait_until_ready)
            server.start()
            await server.ready()
            assert (await get_run(clients, run_id))["status"] == "waiting"

            answer = {"toolUseId": await open_call(clients, run_id), "result": "all is well"}
            await clients.post(f"/agent-runs/{run_id}/tool-results", answer)

            run = await until(clients, run_id, "succeeded", "failed")
            assert run["status"] == "succeeded"
            assert run["attempt"] == 1, "waiting is no further attempt"

    asyncio.run(scene())
