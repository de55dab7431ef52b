"""Runs that wait for their client behave the same on each database and queue."""

from __future__ import annotations

import asyncio

from tests.e2e.conftest import Installation
from tests.e2e.engine_scene import TOOL, serving, start_run, until


def test_the_timeout_of_a_run_includes_its_time_in_a_tool_that_waits(
    installation: Installation,
) -> None:
    async def scene() -> None:
        async with serving(installation.server()) as clients:
            prompt = "[[tool look {}]]"
            run_id = await start_run(clients, prompt, tools=[TOOL], timeout=5)
            await until(clients, run_id, "waiting")  # Restate suspends it after a second

            run = await until(clients, run_id, "succeeded", "failed")

            assert run["status"] == "failed"
            assert run["error"]["errorClass"] == "timeout", run
            assert run["failureReason"] == "timed out after 5 seconds"
            assert run["attempt"] == 1

    asyncio.run(scene())
