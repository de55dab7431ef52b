"""Agents of the Agent Client Protocol as executors, with a small test agent."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.api_client import Api, ok, refused
from tests.support.servers import running_server, server_settings

from runwhy.executors.acp_agents import KNOWN_AGENTS

AGENT = Path(__file__).with_name("acp_agent.py")
HOWTO = Path(__file__).parents[2] / "docs" / "howto" / "add-an-agent.md"


def settings_file() -> str:
    """Return the settings of the how-to, with our agent as the program."""
    shown = re.findall(r"```toml\n(.*?)```", HOWTO.read_text(), re.DOTALL)[0]
    command = json.dumps([sys.executable, str(AGENT)])
    return str(shown).replace('["small-agent", "--acp"]', command)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    directory = tmp_path_factory.mktemp("acp")
    (directory / "runwhy.toml").write_text(settings_file())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(directory)
        with running_server(server_settings(directory)) as server:
            api = Api(server.url)
            try:
                yield api
            finally:
                api.http.close()


def start(api: Api, prompt: str, *, agent: str = "small", **more: Any) -> str:
    options = {"agent": agent, "cwd": "/tmp", **more.pop("options", {})}
    body = {"executor": "acp", "executorOptions": options, "prompt": prompt, **more}
    return str(ok(api.post("/agent-runs", body), 202)["runId"])


def run(api: Api, prompt: str, **more: Any) -> Any:
    return api.ended(start(api, prompt, **more))


def test_an_agent_of_the_settings_runs_by_its_name(api: Api) -> None:
    done = run(api, "Hello there")

    assert (done["status"], done["finalText"]) == ("succeeded", "Hello there"), done
    assert done["executor"] == "acp:small"
    assert done["tokens"]["inputTokens"] == 8 and done["tokens"]["cachedTokens"] == 3
    found = api.get("/agent-runs", q="executor:acp:small")["runs"]
    assert done["id"] in [one["id"] for one in found]
    facets = api.get("/agent-runs/facets", key="executor")
    assert "acp:small" in json.dumps(facets)


def test_an_unknown_agent_is_refused_with_the_known_ones(api: Api) -> None:
    for options in ({"agent": "nobody"}, {}):
        body = {"executor": "acp", "executorOptions": options, "prompt": "Hi"}

        problem = refused(api.post("/agent-runs", body), 400, "invalid_request")

        assert "/executorOptions/agent" in json.dumps(problem)
        assert "opencode" in json.dumps(problem) and "acp_agents" in json.dumps(problem)


@pytest.mark.parametrize(
    ("approvals", "chosen"), [("allow", "3"), ("deny", "2")], ids=["allow", "deny"]
)
def test_an_option_is_chosen_by_its_kind_and_once_before_always(
    api: Api, approvals: str, chosen: str
) -> None:
    done = run(api, "permission", options={"approvals": approvals})

    assert json.loads(done["finalText"])["outcome"]["optionId"] == chosen


def test_a_permission_waits_for_a_person(api: Api) -> None:
    id = start(api, "permission")
    frame = api.stream(f"/agent-runs/{id}/stream", until=("approval_request",))[-1]
    approval = frame.data["data"]
    assert (approval["tool"], approval["input"]) == ("execute", {"command": "make"})
    assert approval["entryId"] == "t"

    ok(api.post(f"/agent-runs/{id}/approvals/{approval['approvalId']}", {"decision": "approve"}))

    assert json.loads(api.ended(id)["finalText"])["outcome"]["optionId"] == "3"


def test_the_reason_of_a_denial_is_sent_as_another_turn_that_is_no_entry(api: Api) -> None:
    id = start(api, "permission")
    frame = api.stream(f"/agent-runs/{id}/stream", until=("approval_request",))[-1]
    approval = frame.data["data"]["approvalId"]

    decision = {"decision": "deny", "reason": "not today"}
    ok(api.post(f"/agent-runs/{id}/approvals/{approval}", decision))

    done = api.ended(id)
    assert done["finalText"] == "The request (execute) was denied: not today"
    assert done["tokens"]["inputTokens"] == 16  # of both turns
    entries = api.get(f"/agent-runs/{id}/entries")["entries"]
    assert [e["text"] for e in entries if e["type"] == "user_message"] == ["permission"]


def test_a_denial_without_a_reason_needs_no_other_turn(api: Api) -> None:
    id = start(api, "permission")
    frame = api.stream(f"/agent-runs/{id}/stream", until=("approval_request",))[-1]
    approval = frame.data["data"]["approvalId"]

    ok(api.post(f"/agent-runs/{id}/approvals/{approval}", {"decision": "deny"}))

    assert json.loads(api.ended(id)["finalText"])["outcome"]["optionId"] == "2"


def test_an_option_that_may_outlive_the_run_is_not_chosen(api: Api) -> None:
    id = start(api, "permission")
    frame = api.stream(f"/agent-runs/{id}/stream", until=("approval_request",))[-1]
    approval = frame.data["data"]
    assert "forRun" not in approval

    decision = {"decision": "approve_for_run"}
    ok(api.post(f"/agent-runs/{id}/approvals/{approval['approvalId']}", decision))

    assert json.loads(api.ended(id)["finalText"])["outcome"]["optionId"] == "3"


def test_file_and_terminal_requests_are_refused(api: Api) -> None:
    assert run(api, "files")["finalText"] == "-32601 -32601"
    assert not Path("/tmp/forbidden").exists()


def test_a_line_of_700_kilobytes_is_read(api: Api) -> None:
    assert run(api, "long")["finalText"] == "That was long."


def test_blocks_and_metadata_reach_the_agent(api: Api) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    tags = {"ticket": "ABC-1", "secret": "no"}
    options = {"agent": "small", "cwd": "/tmp"}
    body = {"executor": "acp", "executorOptions": options, "prompt": "received", "metadata": tags}
    body |= {"modelVisibleMetadata": ["ticket"], "systemPrompt": "Be brief."}
    id = ok(api.post("/agent-runs", body, traceparent=trace), 202)["runId"]

    told = json.loads(api.ended(id)["finalText"])

    assert told["env"] == "hello"
    prompt = next(m for m in told["messages"] if m["method"] == "session/prompt")["params"]
    rule, envelope, task = [block["text"] for block in prompt["prompt"]]
    assert "Be brief." in json.loads(rule)["instructions"]
    assert json.loads(envelope)["runwhy_meta"]["run_id"] == id
    assert task == "received"
    assert prompt["_meta"]["runwhy"] == {"runId": id, "tags": {"ticket": "ABC-1"}}
    assert prompt["_meta"].get("traceparent", trace).split("-")[1] == trace.split("-")[1]


def test_an_agent_that_dies_fails_the_run_with_its_last_words(api: Api) -> None:
    done = run(api, "die")

    assert (done["status"], done["error"]["code"]) == ("failed", "agent_failed")
    assert "out of memory" in done["error"]["message"]


def test_a_refusal_fails_the_run(api: Api) -> None:
    assert "refusal" in run(api, "refuse")["error"]["message"]


def test_unknown_lines_are_kept(api: Api) -> None:
    done = run(api, "noise")

    assert done["finalText"] == "Done."
    entries = api.get(f"/agent-runs/{done['id']}/entries")["entries"]
    unknown = [entry["reason"] for entry in entries if entry["type"] == "unrecognized"]
    assert unknown == ["not_json", "unknown_type"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"resume": "old"}, "cannot resume"),
        ({"resume": "old", "fork": True}, "cannot fork"),
        ({"allowedTools": ["Bash"]}, "allowedTools"),
    ],
)
def test_what_an_agent_cannot_do_is_an_invalid_request(
    api: Api, options: dict[str, Any], words: str
) -> None:
    error = run(api, "Hi", options=options)["error"]

    assert words in error["message"] and error["code"] == "invalid_request"


def test_an_agent_that_is_not_installed_is_named(api: Api) -> None:
    done = run(api, "Hi", agent="gemini")

    assert done["error"]["code"] == "agent_not_found"


def test_the_reference_lists_every_known_agent_with_its_tested_version() -> None:
    page = (HOWTO.parents[1] / "reference" / "executors.md").read_text()

    for agent in KNOWN_AGENTS.values():
        command = " ".join(agent.command)
        assert f"| `{agent.name}` | `{agent.package}` | `{command}` | {agent.tested} |" in page
