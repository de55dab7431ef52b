"""MCP tools for runs: of an agent about its own run, and of clients outside of a session."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from mcp.client.stdio import stdio_client
from tests.mcp.test_tools import OUTSIDE, call, refusal, talking
from tests.server.api_client import Api, ok
from tests.support.servers import RunningServer, running_server, server_settings

from mcp import ClientSession, StdioServerParameters

pytestmark = pytest.mark.anyio


def key(api: Api, *scopes: str, **more: Any) -> dict[str, str]:
    """Create a key and return the header that sends it."""
    made = ok(api.post("/keys", {"name": "mcp", "scopes": list(scopes), **more}), 201)
    return {"Authorization": f"Bearer {made['secret']}"}


def schedule(api: Api, name: str) -> str:
    body = {"kind": "cron", "name": name, "schedule": "0 2 * * *", "prompt": f"Look at {name}."}
    return str(
        ok(api.post("/triggers", {**body, "spec": {"systemPrompt": "Be brief."}}), 201)["id"]
    )


def fire(api: Api, trigger: str) -> str:
    run = str(ok(api.post(f"/triggers/{trigger}/fire"), 202)["runId"])
    api.ended(run)
    return run


async def test_a_client_outside_searches_and_reads_runs(server: RunningServer, api: Api) -> None:
    run = api.run("Why is the build red?", metadata={"customer": "outside"})
    api.ended(run)
    async with talking(server, "") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == OUTSIDE
        (found,) = (await call(client, "runs_search", query="customer:outside"))["runs"]
        read = await call(client, "run_read", run_id=run)

    assert (found["id"], found["task"]) == (run, "Why is the build red?")
    assert (read["origin"]["trigger"], read["metadata"]) == ("api", {"customer": "outside"})
    assert [message["role"] for message in read["messages"]] == ["user", "assistant"]
    assert read["messages"][1]["text"] == read["finalText"]


async def test_a_client_outside_starts_a_run_whose_words_are_not_a_persons(
    server: RunningServer, api: Api
) -> None:
    session = api.session()
    given = {"prompt": "Summarize.", "session_id": session, "tags": {"customer": "mcp"}}
    async with talking(server, "", **key(api, "sessions:write", "runs:write")) as client:
        done = await call(client, "run_start", **given)
        started = await call(
            client, "run_start", system_prompt="Hi", prompt="[[sleep 5]]", wait_seconds=0
        )

    run = api.get(f"/agent-runs/{done['id']}")
    assert (done["status"], done["metadata"]) == ("succeeded", {"customer": "mcp"})
    assert "task: Summarize." in done["finalText"]
    assert (run["origin"]["trigger"], run["origin"]["attended"]) == ("mcp", False)
    assert run["origin"]["actor"]["name"] == "mcp"
    parts = api.get(f"/agent-runs/{run['id']}/log")["parts"]
    assert {part["provenance"] for part in parts if part["role"] == "user"} <= {"agent", "system"}
    assert api.get(f"/agent-sessions/{session}")["name"] in (None, "")
    assert started["status"] in ("queued", "running")
    ok(api.post(f"/agent-runs/{started['id']}/cancel"))


async def test_a_budget_refuses_a_run_that_a_client_starts(server: RunningServer, api: Api) -> None:
    budget = {"name": "mcp", "query": "customer:capped", "measure": "runs", "limit": 1}
    ok(api.post("/budgets", {**budget, "period": "day", "actions": [{"action": "refuse"}]}), 201)
    given = {"prompt": "Hi", "system_prompt": "x", "tags": {"customer": "capped"}}
    async with talking(server, "") as client:
        assert (await call(client, "run_start", **given))["status"] == "succeeded"

        error = await refusal(client, "run_start", **given)

    assert "budget_exceeded" in error
    assert "the budget mcp refuses new runs" in error


async def test_broken_rules_are_reported_with_their_fields(server: RunningServer, api: Api) -> None:
    async with talking(server, "") as client:
        no_prompt = await refusal(client, "run_start", prompt="Hello")
        bad_tag = await refusal(
            client, "run_start", prompt="Hi", system_prompt="x", tags={"a b": "c"}
        )
        unknown = await refusal(client, "run_start", prompt="Hi", session_id="ses_none")

    assert "/systemPrompt" in no_prompt
    assert "a b" in bad_tag
    assert "not_found" in unknown


async def test_scopes_and_tags_of_the_key_apply(server: RunningServer, api: Api) -> None:
    mine = api.run(metadata={"customer": "bound"})
    other = api.run(metadata={"customer": "someone"})
    api.ended(mine)
    api.ended(other)
    reader = key(api, "runs:read", "sessions:read")
    bound = key(api, "runs:read", "sessions:read", tags={"customer": "bound"})
    async with talking(server, "", **reader) as client:
        assert "runs:write" in await refusal(client, "run_start", prompt="Hi", system_prompt="x")
        decide = {"run_id": mine, "approval_id": "x", "decision": "approve"}
        assert "runs:write" in await refusal(client, "approval_decide", **decide)
    async with talking(server, "", **key(api, "runs:write")) as client:
        into = {"prompt": "Hi", "session_id": api.session()}
        assert "sessions:write" in await refusal(client, "run_start", **into)
    async with talking(server, "", **bound) as client:
        found = (await call(client, "runs_search", query="status:succeeded"))["runs"]
        assert "not_found" in await refusal(client, "run_read", run_id=other)
        assert (await call(client, "run_read", run_id=mine))["id"] == mine
    async with talking(server, "", **bound, **{"X-Runwhy-Run": other}) as client:
        assert "not_found" in await refusal(client, "run_origin")

    assert [run["id"] for run in found] == [mine]


async def test_an_agent_learns_why_it_runs_and_what_earlier_runs_found(
    server: RunningServer, api: Api
) -> None:
    nightly, other = schedule(api, "nightly"), schedule(api, "hourly")
    first, stranger, own, later = (fire(api, each) for each in (nightly, other, nightly, nightly))
    async with talking(server, "", **{"X-Runwhy-Run": own}) as client:
        origin = await call(client, "run_origin")
        earlier = await call(client, "runs_earlier")
        read = await call(client, "run_read", run_id=first)
        names = {tool.name for tool in (await client.list_tools()).tools}

    assert (origin["id"], origin["origin"]["triggerName"]) == (own, "nightly")
    assert earlier["trigger"] == "nightly"
    assert [run["id"] for run in earlier["runs"]] == [first]
    assert "task: Look at nightly." in earlier["runs"][0]["finalText"]
    assert read["id"] == first
    assert {stranger, later}.isdisjoint(run["id"] for run in earlier["runs"])
    assert names.isdisjoint({"run_start", "approval_decide", "approvals_list"})


async def test_a_run_that_no_trigger_started_has_no_earlier_ones(
    server: RunningServer, api: Api
) -> None:
    async with talking(server, "", **{"X-Runwhy-Run": api.run()}) as client:
        earlier = await call(client, "runs_earlier")

    assert earlier == {"runs": [], "note": "no trigger started this run"}


async def test_an_agent_in_a_session_does_not_read_other_sessions(
    server: RunningServer, api: Api
) -> None:
    mine, theirs = api.session(), api.session()
    own, other, alone = api.send(mine), api.send(theirs), api.run()
    for run in (own, other, alone):
        api.ended(run)
    bound = {"X-Runwhy-Session": mine}, {"X-Runwhy-Run": own}, {"X-Runwhy-Run": alone}
    for headers, seen in zip(bound, ([own], [own], []), strict=True):
        async with talking(server, "", **headers) as client:
            assert "not_found" in await refusal(client, "run_read", run_id=other)
            for query in ("", f"session:{theirs}", f"status:succeeded OR session:{theirs}"):
                found = (await call(client, "runs_search", query=query, limit=50))["runs"]
                assert {run["id"] for run in found} <= set(seen), (headers, query)
            assert [r["id"] for r in (await call(client, "runs_search", query=""))["runs"]] == seen


async def test_an_agent_reads_the_runs_that_its_run_started(
    server: RunningServer, api: Api
) -> None:
    own = api.run()
    child = api.run(parentRunId=own)
    api.ended(child)
    async with talking(server, "", **{"X-Runwhy-Run": own}) as client:
        found = (await call(client, "runs_search", query=""))["runs"]
        read = await call(client, "run_read", run_id=child)

    assert [run["id"] for run in found] == [child] == [read["id"]]


async def test_a_workspace_and_its_runs_stay_apart(server: RunningServer, api: Api) -> None:
    ok(api.http.post(f"{server.url}/api/v1/workspaces", json={"slug": "apart"}), 201)
    run = api.run()
    async with talking(server, "", **{"X-Runwhy-Workspace": "apart"}) as client:
        assert "not_found" in await refusal(client, "run_read", run_id=run)
        assert (await call(client, "runs_search", query=""))["runs"] == []


async def test_a_client_over_stdio_needs_no_session(
    server: RunningServer, api: Api, tmp_path: Path
) -> None:
    run = api.run()
    api.ended(run)
    arguments = ["-m", "runwhy", "--server", server.url, "mcp"]
    parameters = StdioServerParameters(
        command=sys.executable, args=arguments, env={"RUNWHY_DATA_DIR": str(tmp_path)}
    )
    async with (
        stdio_client(parameters) as (reading, writing),
        ClientSession(reading, writing) as client,
    ):
        await client.initialize()
        read = await call(client, "run_read", run_id=run)

    assert read["status"] == "succeeded"


async def test_a_waiting_call_ends_when_the_server_stops(tmp_path: Path) -> None:
    started: dict[str, Any] = {}
    with running_server(server_settings(tmp_path)) as stopping:
        async with talking(stopping, "") as client, anyio.create_task_group() as group:

            async def start() -> None:
                given = {"system_prompt": "x", "prompt": "[[sleep 600]]", "wait_seconds": 600}
                started.update(await call(client, "run_start", **given))

            group.start_soon(start)
            api = Api(stopping.url)
            while not api.get("/agent-runs", q="status:running")["runs"]:
                await anyio.lowlevel.checkpoint()
            api.http.close()
            stopping.runwhy.stop_streams()

    assert started["status"] == "running"
