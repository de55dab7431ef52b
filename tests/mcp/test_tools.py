"""MCP over HTTP and stdio: an agent's tools are limited to its session."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from tests.server.api_client import Api, ok
from tests.support.servers import RunningServer, running_server, server_settings

from mcp import ClientSession, StdioServerParameters

pytestmark = pytest.mark.anyio
NAMES = {
    *("pty_read_screen", "pty_read_scrollback", "pty_exec", "pty_send"),
    *("blocks_since", "blocks_read", "run_origin", "runs_earlier", "run_read", "runs_search"),
}
OUTSIDE = {"runs_search", "run_read", "run_start", "approvals_list", "approval_decide"}
KEY = "sk-ant-api03-" + "Zx9" * 30


@asynccontextmanager
async def talking(server: RunningServer, session: str, **more: str) -> AsyncIterator[ClientSession]:
    headers = {"X-Runwhy-Session": session, **more}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, verify=False, timeout=90) as http,
        streamable_http_client(f"{server.url}/mcp", http_client=http) as streams,
        ClientSession(streams[0], streams[1]) as client,
    ):
        await client.initialize()
        yield client


async def call(client: ClientSession, name: str, **arguments: Any) -> Any:
    result = await client.call_tool(name, arguments)
    text = result.content[0].text  # type: ignore[union-attr]
    assert not result.is_error, text
    return json.loads(text) if text.startswith("{") else text


async def refusal(client: ClientSession, name: str, **arguments: Any) -> str:
    result = await client.call_tool(name, arguments)
    assert result.is_error
    return str(result.content[0].text)  # type: ignore[union-attr]


async def test_the_tools_are_named_and_described(server: RunningServer, api: Api) -> None:
    async with talking(server, api.session()) as client:
        tools = (await client.list_tools()).tools

    assert {tool.name for tool in tools} == NAMES
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool.name) for tool in tools)
    assert all(tool.description for tool in tools)


async def test_an_agent_runs_a_command_and_reads_it_again(server: RunningServer, api: Api) -> None:
    session = api.session()
    async with talking(server, session) as client:
        done = await call(client, "pty_exec", command="seq 300; (exit 7)")
        again = await call(client, "blocks_read", block_id=done["blockId"], lines=2)
        since = await call(client, "blocks_since")
        screen = await call(client, "pty_read_screen")
        back = await call(client, "pty_read_scrollback", lines=400)

    assert (done["exitCode"], done["status"], done["actor"]) == (7, "completed", "agent")
    assert (done["lines"][-1], done["linesTotal"]) == ("300", 300)
    assert again["lines"] == ["299", "300"]
    assert [block["blockId"] for block in since["blocks"]] == [done["blockId"]]
    assert "300" in screen
    assert "7" in back["lines"] or "7" in [line.strip() for line in back["lines"]]
    assert api.get(f"/agent-sessions/{session}/pending-context")["blocks"] == []


async def test_a_long_command_returns_its_output_so_far_and_can_be_stopped(
    server: RunningServer, api: Api
) -> None:
    async with talking(server, api.session()) as client:
        slow = await call(client, "pty_exec", command="echo begun; sleep 60", timeout_seconds=5)
        busy = await refusal(client, "pty_exec", command="ls")
        await call(client, "pty_send", text="\x03")
        after = await _until_ended(client, slow["blockId"])
        next = await call(client, "pty_exec", command="echo next")

    assert (slow["status"], slow["lines"]) == ("running", ["begun"])
    assert "a command is running in this terminal" in busy
    assert (after["status"], after["exitCode"]) == ("interrupted", 130)
    assert next["lines"] == ["next"]


async def _until_ended(client: ClientSession, block_id: str) -> Any:
    async with asyncio.timeout(90):
        while (block := await call(client, "blocks_read", block_id=block_id))[
            "status"
        ] == "running":
            await call(client, "pty_read_screen")
    return block


async def test_secrets_are_not_shown(server: RunningServer, api: Api) -> None:
    async with talking(server, api.session()) as client:
        done = await call(client, "pty_exec", command=f"echo {KEY}")
        screen = await call(client, "pty_read_screen")
        back = await call(client, "pty_read_scrollback")

    assert KEY[20:60] not in json.dumps([done, screen, back])


async def test_other_sessions_are_not_accessible(server: RunningServer, api: Api) -> None:
    mine, other = api.session(), api.session()
    block = ok(api.post(f"/agent-sessions/{other}/blocks", {"cmd": "ls"}), 201)["blockId"]
    terminal = ok(api.post(f"/agent-sessions/{other}/terminals", {}), 201)["terminalId"]
    run = api.send(other)
    async with talking(server, mine) as client:
        assert "not_found" in await refusal(client, "blocks_read", block_id=block)
        assert "not_found" in await refusal(client, "pty_read_screen", terminal_id=terminal)
        assert "not_found" in await refusal(client, "pty_send", text="x", terminal_id=terminal)
        assert "not_found" in await refusal(client, "run_origin", run_id=run)


async def test_the_origin_of_a_run_can_be_read(server: RunningServer, api: Api) -> None:
    session = api.session(metadata={"customer": "acme"})
    run = api.send(session, "Hello")
    api.ended(run)
    async with talking(server, session) as client:
        origin = await call(client, "run_origin")
        found = await call(client, "runs_search", query="customer:acme")
        wrong = await refusal(client, "runs_search", query="(((")

    assert (origin["id"], origin["origin"]["trigger"]) == (run, "api")
    assert run in [each["id"] for each in found["runs"]]
    assert "column" in wrong


async def test_invalid_arguments_and_missing_headers_give_helpful_errors(
    server: RunningServer, api: Api
) -> None:
    async with talking(server, api.session()) as client:
        assert "timeout_seconds" in await refusal(
            client, "pty_exec", command="ls", timeout_seconds=-1
        )
        assert "pty_exec opens one" in await refusal(client, "pty_read_screen")
    async with talking(server, "", **{"X-Runwhy-Run": api.run()}) as client:
        assert "x-runwhy-session" in await refusal(client, "blocks_since")
    async with talking(server, "ses_none") as client:
        assert "not_found" in await refusal(client, "blocks_since")


async def test_a_key_needs_the_scopes(server: RunningServer, api: Api) -> None:
    session = api.session()
    made = ok(api.post("/keys", {"name": "k", "scopes": ["sessions:read"]}), 201)
    secret = str(made.get("secret") or made.get("key"))
    async with talking(server, session, Authorization=f"Bearer {secret}") as client:
        assert "terminal" in await refusal(client, "pty_exec", command="ls")
        assert "runs:read" in await refusal(client, "run_origin")
        await call(client, "blocks_since")


async def test_a_server_on_the_network_accepts_any_host_name(tmp_path: Path) -> None:
    foreign = {"Host": "runwhy.example.org", "Origin": "https://app.example.org"}
    with running_server(server_settings(tmp_path, host="0.0.0.0")) as server:
        async with talking(server, "", **foreign) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == OUTSIDE


async def test_the_same_tools_over_stdio(server: RunningServer, api: Api, tmp_path: Path) -> None:
    arguments = ["-m", "runwhy", "--server", server.url, "mcp", "--session", api.session()]
    parameters = StdioServerParameters(
        command=sys.executable, args=arguments, env={"RUNWHY_DATA_DIR": str(tmp_path)}
    )
    async with (
        stdio_client(parameters) as (reading, writing),
        ClientSession(reading, writing) as client,
    ):
        await client.initialize()
        done = await call(client, "pty_exec", command="echo hi")

    assert done["lines"] == ["hi"]


def test_the_builtin_agent_uses_the_terminal_of_its_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = server_settings(tmp_path, tool_hosts=["127.0.0.1"])
    with running_server(settings) as server:
        api = Api(server.url)
        session = api.session()
        headers = {"X-Runwhy-Session": session}
        mine = {"kind": "mcp", "name": "term", "url": f"{server.url}/mcp", "headers": headers}
        prompt = '[[tool term_pty_exec {"command": "echo $((6*7))"}]]'

        run = api.send(session, prompt, tools=[mine])
        assert api.ended(run)["status"] == "succeeded"

        parts = api.get(f"/agent-runs/{run}/log")["parts"]
        (result,) = [part for part in parts if part["kind"] == "tool_result"]
        told = json.loads(result["content"])
        assert (told["lines"], told["exitCode"], told["actor"]) == (["42"], 0, "agent")
        assert api.get(f"/agent-sessions/{session}/pending-context")["blocks"] == []
        api.http.close()
