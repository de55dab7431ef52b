"""MCP tools called by the server, through the API and against a real MCP server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, Scene, scene
from tests.support.mcp_server import TestMcpServer
from tests.support.scripted_models import Call, Say

TOKEN = "mcp-secret-7731-not-for-others"


@pytest.fixture
def calc() -> Iterator[TestMcpServer]:
    with TestMcpServer().serving() as server:
        yield server


@pytest.fixture
def here(calc: TestMcpServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    settings = {"tool_hosts": [calc.host], "mcp_timeout": 10.0, "tool_output_limit": 2048}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as made:
        yield made


def tool(server: TestMcpServer, **more: Any) -> dict[str, Any]:
    return {"kind": "mcp", "name": "calc", "url": server.url, **more}


def test_the_model_sees_the_tools_and_the_server_calls_them(
    here: Scene, calc: TestMcpServer
) -> None:
    here.model.add([Call("calc_add", {"a": 2, "b": 3}, id="call_a")], [Say("Five.")])

    frames = here.frames(here.start("Add.", tools=[tool(calc)]))

    names = [t["function"]["name"] for t in here.model.requests[0].body["tools"]]
    assert names == ["calc_add", "calc_boom", "calc_show_headers", "calc_much", "calc_wait"]
    assert here.sent()[-2:] == [("call", 'calc_add {"a": 2, "b": 3}'), ("tool", "5")]
    told = {f.event: f.data["data"] for f in frames if f.event in ("tool_call", "tool_result")}
    assert told == {
        "tool_call": {"toolUseId": "call_a", "name": "calc_add", "input": {"a": 2, "b": 3}},
        "tool_result": {"toolUseId": "call_a", "name": "calc_add", "ok": True, "summary": "5"},
    }
    assert frames[-1].data["data"]["text"] == "Five."


def test_a_filter_limits_the_tools(here: Scene, calc: TestMcpServer) -> None:
    here.model.add([Say("Done.")])

    here.do(tools=[tool(calc, toolFilter=["add"])])

    names = [t["function"]["name"] for t in here.model.requests[0].body["tools"]]
    assert names == ["calc_add"]


def test_the_model_gets_a_tools_error_as_its_result(here: Scene, calc: TestMcpServer) -> None:
    here.model.add([Call("calc_boom", id="call_a")], [Say("Too bad.")])

    frames = here.frames(here.start(tools=[tool(calc)]))

    (result,) = [f.data["data"] for f in frames if f.event == "tool_result"]
    assert result["ok"] is False
    assert "boom" in here.sent()[-1][1]
    assert frames[-1].event == "result"


def test_calls_of_one_batch_run_concurrently_with_their_own_keys(
    here: Scene, calc: TestMcpServer
) -> None:
    both = [Call("calc_wait", id="call_a"), Call("calc_wait", id="call_b")]
    here.model.add(both, [Say("Done.")])

    run = here.start(tools=[tool(calc)])
    calc.wait_for_call()
    calc.wait_for_call()  # the second arrived before the first was answered
    calc.go_on.set()

    assert here.end(run).event == "result"
    assert sorted(str(call.key) for call in calc.calls) == [f"{run}/3/call_a", f"{run}/3/call_b"]


def test_long_output_is_truncated_between_characters_with_a_note(
    here: Scene, calc: TestMcpServer
) -> None:
    here.model.add([Call("calc_much", {"size": 1000}, id="call_a")], [Say("Long.")])

    here.do(tools=[tool(calc)])

    text = here.sent()[-1][1]
    assert text.startswith("漢" * 682 + "\n[truncated: first 2048 of 3000 bytes]")


def test_header_values_reach_only_the_mcp_server(
    here: Scene,
    calc: TestMcpServer,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "X-Team": "a"}
    here.model.add([Call("calc_show_headers", id="call_a")], [Say("Seen.")])
    agent = here.api.post(
        "/agents", {"name": "a", "systemPrompt": "Hi.", "tools": [tool(calc, headers=headers)]}
    ).json()

    session = here.api.session(modelId=CHAT.model, tools=[tool(calc, headers=headers)])
    run = here.api.send(session, "Show.")
    frames = here.frames(run)

    assert calc.calls[0].headers["authorization"] == f"Bearer {TOKEN}"
    shown = here.api.get(f"/agent-runs/{run}")
    answers = [shown, agent, here.api.get(f"/agent-sessions/{session}"), here.api.get("/agents")]
    answers += [here.api.get(f"/agent-runs/{run}/messages", view="model")]
    told = json.dumps([answers, [f.data for f in frames]]).encode()
    assert TOKEN.encode() not in told + b"".join(r.raw for r in here.model.requests)
    assert shown["spec"]["tools"][0]["headers"] == {
        "Authorization": "[redacted:header]",
        "X-Team": "[redacted:header]",
    }
    logged = capfd.readouterr()
    assert TOKEN not in logged.out + logged.err


def test_an_unauthorized_mcp_server_fails_the_run_before_the_model_call(
    here: Scene, calc: TestMcpServer
) -> None:
    calc.answers = 401

    said = here.do(tools=[tool(calc, headers={"Authorization": TOKEN})]).data["data"]

    assert said["errorClass"] == "auth"
    assert "MCP server calc: returned HTTP 401" in said["error"]
    assert here.model.requests == []


@pytest.mark.parametrize(("status", "error_class"), [(500, "server"), (307, "server")])
def test_a_server_that_fails_or_redirects_fails_the_run(
    here: Scene, calc: TestMcpServer, status: int, error_class: str
) -> None:
    calc.answers = status

    said = here.do(tools=[tool(calc)]).data["data"]

    assert said["errorClass"] == error_class
    assert here.model.requests == []


def test_an_unreachable_mcp_server_fails_the_run_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/mcp"
    with scene(CHAT, tmp_path, monkeypatch, settings={"tool_hosts": ["127.0.0.1"]}) as here:
        said = here.do(tools=[{"kind": "mcp", "name": "calc", "url": url}]).data["data"]

        assert (said["errorClass"], said["code"]) == ("server", "mcp_unreachable")
        assert said["error"].startswith("MCP server calc: 127.0.0.1 cannot be reached: ")
        assert here.model.requests == []


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9/mcp",
        "http://localhost:9/mcp",
        "http://[::1]:9/mcp",
        "http://[::ffff:127.0.0.1]:9/mcp",
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.8/mcp",
        "http://0x7f000001/mcp",
        "http://2130706433/mcp",
    ],
)
def test_private_addresses_are_refused(here: Scene, url: str) -> None:
    said = here.do(tools=[{"kind": "mcp", "name": "inside", "url": url}]).data["data"]

    assert (said["errorClass"], said["code"]) == ("invalid_request", "address_refused")
    assert "private address" in said["error"]


def test_the_model_gets_a_timeout_as_the_result(
    calc: TestMcpServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"tool_hosts": ["127.0.0.0/8"], "mcp_timeout": 1.0}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as here:
        here.model.add([Call("calc_wait", id="call_a")], [Say("Gave up.")])

        assert here.do(tools=[tool(calc)]).data["data"]["text"] == "Gave up."
        assert "did not respond within 1 second" in here.sent()[-1][1]


@pytest.mark.parametrize("url", ["ftp://x/y", "file:///etc/passwd", "http://", "nonsense"])
def test_an_invalid_url_is_rejected_immediately(here: Scene, url: str) -> None:
    body = {"systemPrompt": "Hi.", "prompt": "x", "tools": [{**tool_at(url)}]}

    said = here.api.post("/agent-runs", body)

    assert said.status_code == 400
    assert said.json()["problems"][0]["field"] == "/tools/0/url"


def tool_at(url: str) -> dict[str, Any]:
    return {"kind": "mcp", "name": "x", "url": url}


def test_a_resumed_run_sees_the_logged_list_of_tools(
    calc: TestMcpServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart repeats only the call in flight, with the same key."""
    settings = {"tool_hosts": [calc.host], "shutdown_grace": 0.0}
    calls = [Call("calc_add", {"a": 1, "b": 1}, id="call_a"), Call("calc_wait", id="call_b")]
    with scene(CHAT, tmp_path, monkeypatch, calls, settings=settings) as here:
        run = here.start("Add and wait.", tools=[tool(calc, headers={"X-Key": TOKEN})])
        here.api.stream(f"/agent-runs/{run}/stream", until=["tool_result"])
        before = here.model.requests[0]

    assert sorted(call.tool for call in calc.calls) == ["add", "wait"]
    calc.go_on.set()
    with scene(CHAT, tmp_path, monkeypatch, [Say("Both.")], settings=settings) as here:
        assert here.end(run).data["data"]["text"] == "Both."
        after = here.model.requests[0]

    assert [call.tool for call in calc.calls].count("add") == 1
    waits = [call.key for call in calc.calls if call.tool == "wait"]
    assert len(waits) == 2 and len(set(waits)) == 1
    assert after.body["messages"][:3] == before.body["messages"]
    assert after.body["tools"] == before.body["tools"]
