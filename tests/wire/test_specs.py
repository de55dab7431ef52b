"""Specs: parsing, defaults and merging."""

from __future__ import annotations

import json
import re

import pytest

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.agents.specs import MAX_TOOL_TURNS, LoopDetection, Spec, Tool
from runwhy.core.json import JsonObject
from runwhy.core.layers import overlay, patched
from runwhy.wire.layers import layer_json, read_layer
from runwhy.wire.specs import mcp_tools, resolve_spec, spec_of


def read(stored: JsonObject) -> Spec:
    """Return a stored spec as executors read it."""
    return resolve_spec(spec_of(stored))


def test_an_empty_spec_has_the_documented_defaults() -> None:
    spec = read({})

    assert spec == Spec()
    assert spec.max_tool_turns == MAX_TOOL_TURNS == 32
    assert spec.loop_detection == LoopDetection(consecutive_threshold=3, hard_cutoff_threshold=6)
    assert spec.executor == "builtin"


def test_every_field_of_a_spec_is_read() -> None:
    spec = read(
        {
            "name": "helper",
            "systemPrompt": "Help.",
            "modelId": "echo",
            "reasoningLevel": 50,
            "budgets": {"maxToolTurns": 4},
            "outputSchema": {"type": "object"},
            "loopDetection": {"consecutiveThreshold": 2, "hardCutoffThreshold": 9},
            "toolBudgets": {"look": {"maxCalls": 1}, "read": {"maxCalls": 0}, "free": {}},
            "executor": "claude",
            "executorOptions": {"cwd": "."},
            "context": {"city": "Berlin"},
            "modelVisibleMetadata": ["customer"],
            "unknown": "kept and ignored",
        }
    )

    assert spec == Spec(
        name="helper",
        system_prompt="Help.",
        model_id="echo",
        reasoning_level=50,
        max_tool_turns=4,
        output_schema={"type": "object"},
        loop_detection=LoopDetection(consecutive_threshold=2, hard_cutoff_threshold=9),
        tool_budgets={"look": 1, "read": 0},
        executor="claude",
        executor_options={"cwd": "."},
        context={"city": "Berlin"},
        visible_tags=frozenset({"customer"}),
    )


def test_loop_detection_can_be_disabled_or_partly_set() -> None:
    assert read({"loopDetection": False}).loop_detection is None
    assert read({"loopDetection": True}).loop_detection == LoopDetection()
    assert read({"loopDetection": {"hardCutoffThreshold": 4}}).loop_detection == LoopDetection(
        hard_cutoff_threshold=4
    )


@pytest.mark.parametrize(
    ("given", "soft", "hard"),
    [
        ({"consecutiveThreshold": 7}, 7, 14),
        ({"consecutiveThreshold": 2}, 2, 6),
        ({"hardCutoffThreshold": 3}, 2, 3),
        ({"hardCutoffThreshold": 50}, 3, 50),
    ],
)
def test_the_loop_warning_comes_before_the_cutoff_for_any_setting(
    given: dict[str, int], soft: int, hard: int
) -> None:
    found = read({"loopDetection": given}).loop_detection

    assert found == LoopDetection(consecutive_threshold=soft, hard_cutoff_threshold=hard)


def test_a_client_tools_description_includes_its_output_schema_and_duration() -> None:
    shape = {"type": "object", "properties": {"id": {"type": "string"}}}
    plain = {"kind": "local", "name": "build", "description": "Builds."}

    (tool,) = read({"tools": [{**plain, "outputSchema": shape, "longRunning": True}]}).tools
    said, returns, long = tool.description.split("\n\n")

    assert said == "Builds."
    assert returns.endswith('{"type":"object","properties":{"id":{"type":"string"}}}')
    assert long.startswith("This tool may take a long time.")
    assert [t.description for t in read({"tools": [plain]}).tools] == ["Builds."]


def test_an_empty_tool_filter_allows_no_tools() -> None:
    server = {"kind": "mcp", "name": "calc", "url": "https://x/mcp"}

    filters = [
        read({"tools": [{**server, **more}]}).mcp_servers[0].tool_filter
        for more in ({}, {"toolFilter": None}, {"toolFilter": []})
    ]

    assert filters == [None, None, frozenset()]


def test_zero_tool_turns_is_not_replaced_by_the_default() -> None:
    assert read({"budgets": {"maxToolTurns": 0}}).max_tool_turns == 0
    assert read({"budgets": {"maxToolTurns": None}}).max_tool_turns == MAX_TOOL_TURNS


def test_a_local_tool_is_read_as_the_model_sees_it() -> None:
    stored = {"kind": "local", "name": "look", "description": "Look.", "parameters": {"a": 1}}

    assert read({"tools": [stored, {"kind": "local", "name": "bare"}]}).tools == (
        Tool(name="look", kind="local", description="Look.", parameters={"a": 1}),
        Tool(name="bare", kind="local"),
    )


def test_every_tool_of_a_local_mcp_server_gets_the_servers_name_once() -> None:
    server = {
        "kind": "mcp_local",
        "name": "files",
        "serverInfo": {"version": "1"},
        "tools": [{"name": "read", "inputSchema": {"a": 1}}, {"name": "files_list"}],
    }

    reading, listing = read({"tools": [server]}).tools

    assert (reading.name, reading.parameters) == ("files_read", {"a": 1})
    assert reading.details == {
        "mcpServer": "files",
        "mcpToolName": "read",
        "mcpServerInfo": {"version": "1"},
    }
    assert (listing.name, listing.details["mcpToolName"]) == ("files_list", "files_list")


def test_a_local_agent_is_a_tool_that_takes_a_message() -> None:
    card = {"name": "Travel", "description": "Books trips."}

    (tool,) = read({"tools": [{"kind": "a2a_local", "name": "ask", "agentCard": card}]}).tools

    assert (tool.name, tool.kind, tool.description) == ("ask", "a2a_local", "Books trips.")
    assert tool.parameters["required"] == ["message"]
    assert tool.details == {"agentCard": card}


def test_later_specs_win_and_null_is_ignored() -> None:
    stored = ({"a": 1, "modelId": "x", "tools": []}, {"a": None, "modelId": "y"}, {"timeout": 5})

    merged = overlay(*map(spec_of, stored))

    assert layer_json(merged) == {"a": 1, "modelId": "y", "tools": [], "timeout": 5}
    assert overlay(AgentSpec()) == AgentSpec()


def test_false_counts_as_a_value() -> None:
    merged = overlay(AgentSpec(loop_detection={}), AgentSpec(loop_detection=False))

    assert merged == AgentSpec(loop_detection=False)


@pytest.mark.parametrize(
    "stored",
    [
        '{"timeout":5,"unknown":{"inner":null},"systemPrompt":"Hi.","modelVisibleMetadata":["a"]}',
        '{"tools":[{"name":"x","kind":"local","description":null,"own":1}],"name":"n"}',
        '{"autonomy":{"evaluator":null,"maxConsecutive":2,"own":true},"loopDetection":false}',
    ],
)
def test_a_stored_spec_is_written_as_it_was_read(stored: str) -> None:
    assert json.dumps(layer_json(spec_of(json.loads(stored))), separators=(",", ":")) == stored


def test_a_field_that_spells_like_an_attribute_is_not_that_field() -> None:
    stored = {"system_prompt": "x", "order": [], "other": {}, "systemPrompt": "y"}

    assert spec_of({"system_prompt": "x"}) == AgentSpec(other={"system_prompt": "x"})
    assert layer_json(spec_of(stored)) == stored


def test_null_removes_a_value_in_a_patch() -> None:
    old = read_layer(AutonomySettings, {"evaluator": "echo", "own": 1, "cooldownSeconds": 5})
    changes = read_layer(AutonomySettings, {"evaluator": None, "own": None, "busy": "skip"})

    assert layer_json(patched(old, changes)) == {"cooldownSeconds": 5, "busy": "skip"}


def test_an_mcp_server_is_read_with_its_secrets_but_hides_them_in_repr() -> None:
    tool = {
        "kind": "mcp",
        "name": "calc",
        "url": "https://x/mcp",
        "headers": {"Authorization": "Bearer abc"},
        "toolFilter": ["add"],
    }

    (server,) = read({"tools": [tool]}).mcp_servers

    assert (server.name, server.url, server.tool_filter) == ("calc", "https://x/mcp", {"add"})
    assert server.headers == {"Authorization": "Bearer abc"}
    assert "abc" not in repr(server)


def test_mcp_tools_are_prefixed_and_have_valid_names() -> None:
    listed = [{"name": "add"}, {"name": "a.b/c"}, {"name": "a.b.c"}, {"name": "x" * 80}]

    tools = list(mcp_tools("calc", listed))

    assert tools[0].name == "calc_add"
    assert len({tool.name for tool in tools}) == 4
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool.name) for tool in tools)
    assert (tools[1].server, tools[1].remote_name) == ("calc", "a.b/c")


def test_spawn_run_is_a_tool_if_the_spec_enables_it() -> None:
    spec = read({"tools": [{"kind": "builtin", "name": "spawn_run"}]})

    (tool,) = spec.tools
    assert (tool.name, tool.kind) == ("spawn_run", "builtin")
    assert read({"tools": [{"kind": "builtin", "name": "other"}]}).tools == ()
