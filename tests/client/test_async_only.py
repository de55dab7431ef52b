"""Features of the async client only: async listeners, and many concurrent runs."""

from __future__ import annotations

import asyncio

from tests.client.scripted_server import Events, Json, Script, frame

from runwhy import AsyncClient, RunEvent


def test_listeners_can_be_async(server: Script) -> None:
    server.on("GET", "/agent-runs/run_1/stream", Events([frame(1, "result", text="Hi")]))
    heard: list[str] = []

    async def listen(event: RunEvent) -> None:
        await asyncio.sleep(0)
        heard.append(event.type)

    async def main() -> None:
        async with AsyncClient(server.url) as client:
            await client.wait("run_1", on_event=listen)

    asyncio.run(main())
    assert heard == ["result"]


def test_many_runs_are_followed_concurrently(server: Script) -> None:
    count = 110  # more than the default connection pool
    everyone = server.wait_for("GET", "/stream", count)
    server.on("POST", "/agent-runs", Json({"runId": "run_1"}, status=202))
    server.on("GET", "/agent-runs/run_1/stream", Events([everyone, frame(1, "result", text="Hi")]))

    async def main() -> list[str]:
        async with AsyncClient(server.url) as client:
            results = await asyncio.gather(*(client.run_agent("Hi") for _ in range(count)))
            return [result.text for result in results]

    assert asyncio.run(main()) == ["Hi"] * count
