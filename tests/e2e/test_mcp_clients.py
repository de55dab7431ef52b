"""The MCP server with the real Claude Code: as an agent in a run, and as a client that decides."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp.client.stdio import stdio_client
from tests.e2e.agents import Bench, install, open_bench
from tests.mcp.test_tools import call
from tests.server.api_client import ok

from mcp import ClientSession, StdioServerParameters

pytestmark = [pytest.mark.slow, pytest.mark.anyio]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A server that runs Claude Code, whose configuration names the MCP server."""
    directory = tmp_path_factory.mktemp("mcp-clients")
    with (
        pytest.MonkeyPatch.context() as patch,
        open_bench("claude", directory, patch, programs=install()) as made,
    ):
        server = {"type": "stdio", "command": sys.executable, "args": command(made)}
        (made.home / ".claude.json").write_text(json.dumps({"mcpServers": {"runwhy": server}}))
        yield made


def command(bench: Bench) -> list[str]:
    return ["-m", "runwhy", "--server", bench.api.url, "mcp"]


def test_claude_code_asks_why_it_runs_and_what_earlier_runs_found(bench: Bench) -> None:
    spec = {
        "executor": "claude",
        "executorOptions": {"cwd": str(bench.cwd), "approvals": "allow"},
    }
    body = {
        "kind": "cron",
        "name": "nightly",
        "schedule": "0 2 * * *",
        "prompt": "Look.",
        "spec": spec,
    }
    trigger = ok(bench.api.post("/triggers", body), 201)["id"]
    bench.set_replies([{"say": "Three errors."}])
    first = bench.api.ended(ok(bench.api.post(f"/triggers/{trigger}/fire"), 202)["runId"])
    assert first["status"] == "succeeded", first
    calls = ("mcp__runwhy__run_origin", "mcp__runwhy__runs_earlier")
    bench.set_replies(*([{"call": name, "with": {}}] for name in calls), [{"say": "Two errors."}])

    second = bench.api.ended(ok(bench.api.post(f"/triggers/{trigger}/fire"), 202)["runId"])

    assert second["status"] == "succeeded", second
    entries = [each for each in bench.entries(second) if each["type"] == "tool_use"]
    assert [entry["status"] for entry in entries] == ["success", "success"], entries
    sent = bench.sent_to_model()
    assert second["id"] in sent
    assert "Three errors." in sent


async def test_an_mcp_client_allows_what_claude_code_asks_for(bench: Bench, tmp_path: Path) -> None:
    file = bench.cwd / "made.txt"
    bench.set_replies([{"call": "Bash", "with": {"command": f"touch {file}"}}], [{"say": "Done."}])
    run = bench.start("claude", "Do it.", options={"approvals": "ask"})
    bench.api.stream(f"/agent-runs/{run}/stream", until=("approval_request",))
    parameters = StdioServerParameters(
        command=sys.executable, args=command(bench), env={"RUNWHY_DATA_DIR": str(tmp_path)}
    )
    async with (
        stdio_client(parameters) as (reading, writing),
        ClientSession(reading, writing) as client,
    ):
        await client.initialize()
        (asked,) = (await call(client, "approvals_list", run_id=run))["approvals"]
        decided = await call(
            client,
            "approval_decide",
            run_id=run,
            approval_id=asked["id"],
            decision="approve",
            reason="It is a test.",
        )

    assert asked["decision"] is None
    assert (decided["decision"], decided["reason"]) == ("approve", "It is a test.")
    assert bench.api.ended(run)["status"] == "succeeded"
    assert file.exists()
