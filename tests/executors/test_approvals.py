"""Approvals of Claude Code and Codex, with fake agents that request one and report the answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.executors.stand_in import agent_server
from tests.server.api_client import ok

CLAUDE = """\
    import json, sys
    def send(**message): print(json.dumps(message), flush=True)
    sys.stdin.readline()
    tool = {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}}
    send(type="control_request", request_id="r1", request={**tool, "tool_use_id": "t1"})
    answer = json.loads(sys.stdin.readline())["response"]["response"]
    usage = {"input_tokens": 1, "cache_read_input_tokens": 2, "output_tokens": 3}
    usage["cache_creation_input_tokens"] = 4
    send(type="result", is_error=False, result=json.dumps(answer), usage=usage)
    """
CODEX = """\
    import json, sys
    def send(**message): print(json.dumps(message), flush=True)
    def read(): return json.loads(sys.stdin.readline())
    received = []
    while (message := read()).get("method") != "turn/start":
        if "id" in message:
            send(id=message["id"], result={"thread": {"id": "thread"}})
    send(id=message["id"], result={})
    item = {"threadId": "thread", "turnId": "turn", "itemId": "item", "command": "ls"}
    send(method="item/commandExecution/requestApproval", id=70, params=item)
    while (message := read()).get("id") != 70:
        received.append(message["params"]["input"][0]["text"])
        send(id=message["id"], result={})
    received.append(message["result"]["decision"])
    last = {"inputTokens": 7, "cachedInputTokens": 2, "outputTokens": 3}
    usage = {"threadId": "thread", "tokenUsage": {"last": last}}
    send(method="thread/tokenUsage/updated", params=usage)
    reply = {"type": "agentMessage", "id": "m", "text": json.dumps(received)}
    turn = {"id": "turn", "status": "completed", "items": [reply]}
    send(method="turn/completed", params={"threadId": "thread", "turn": turn})
    sys.stdin.read()
    """
CLAUDE_AGAIN = """\
    import json, sys
    def send(**message): print(json.dumps(message), flush=True)
    sys.stdin.readline()
    rules = [{"toolName": "Bash", "ruleContent": "ls:*"}]
    allow = {"type": "addRules", "rules": rules, "behavior": "allow"}
    mode = {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
    answers = []
    for id, command in (("r1", "ls"), ("r2", "ls"), ("r3", "ls -l")):
        tool = {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": command}}
        tool["permission_suggestions"] = [{**allow, "destination": "localSettings"}, mode]
        send(type="control_request", request_id=id, request={**tool, "tool_use_id": id})
        answers.append(json.loads(sys.stdin.readline())["response"]["response"])
    send(type="result", is_error=False, result=json.dumps(answers))
    """
LEAVES = """\
    import json, sys
    sys.stdin.readline()
    tool = {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}}
    print(json.dumps({"type": "control_request", "request_id": "r1", "request": tool}), flush=True)
    """
TOKENS = ("inputTokens", "cachedTokens", "outputTokens")
DENIED = "the run's options deny every approval"


def ended(directory: Path, agent: str, program: str, **options: Any) -> Any:
    given = {"cwd": str(directory), **options}
    with agent_server(directory, agent, program) as api:
        body = {"executor": agent, "executorOptions": given, "prompt": "Go."}
        return api.ended(ok(api.post("/agent-runs", body), 202)["runId"])


@pytest.mark.parametrize(
    ("approvals", "answer"),
    [
        ("allow", '{"behavior": "allow", "updatedInput": {"command": "ls"}}'),
        ("deny", f'{{"behavior": "deny", "message": "{DENIED}"}}'),
    ],
)
def test_claude_gets_the_decision_and_its_tokens_are_counted(
    tmp_path: Path, approvals: str, answer: str
) -> None:
    run = ended(tmp_path, "claude", CLAUDE, approvals=approvals)

    assert (run["status"], run["finalText"]) == ("succeeded", answer)
    assert [run["tokens"][name] for name in TOKENS] == [7, 2, 3]


@pytest.mark.parametrize(
    ("approvals", "answer"),
    [
        ("allow", '["accept"]'),
        ("deny", f'["The request (commandExecution) was denied: {DENIED}", "decline"]'),
    ],
)
def test_codex_gets_the_reason_before_the_decision_and_its_tokens_are_counted(
    tmp_path: Path, approvals: str, answer: str
) -> None:
    run = ended(tmp_path, "codex", CODEX, approvals=approvals)

    assert (run["status"], run["finalText"]) == ("succeeded", answer)
    assert [run["tokens"][name] for name in TOKENS] == [7, 2, 3]


def test_a_request_that_was_allowed_for_the_run_is_not_asked_again(tmp_path: Path) -> None:
    with agent_server(tmp_path, "claude", CLAUDE_AGAIN) as api:
        options = {"cwd": str(tmp_path)}
        body = {"executor": "claude", "executorOptions": options, "prompt": "Go."}
        run = ok(api.post("/agent-runs", body), 202)["runId"]
        path, seq = f"/agent-runs/{run}", 0
        for decision in ("approve_for_run", "deny"):
            frame = api.stream(f"{path}/stream", until=("approval_request",), lastSeq=seq)[-1]
            seq, asked = frame.id, frame.data["data"]
            assert asked["forRun"] == "Bash(ls:*)"
            assert asked["timeoutSeconds"] == 600
            ok(api.post(f"{path}/approvals/{asked['approvalId']}", {"decision": decision}))
        first, second, third = json.loads(api.ended(run)["finalText"])
        listed = api.get(f"{path}/approvals")["approvals"]
        frames = api.stream(f"{path}/stream", until=("run_ended",))

    (rule,) = first.pop("updatedPermissions")
    assert (rule["type"], rule["destination"]) == ("addRules", "session")
    assert first == second == {"behavior": "allow", "updatedInput": {"command": "ls"}}
    assert third["behavior"] == "deny"
    found = [(one["id"], one["decision"], one["reason"]) for one in listed]
    repeated = ("r2", "approve", "the same request was allowed for this run")
    assert found == [("r1", "approve_for_run", None), repeated, ("r3", "deny", None)]
    assert listed[1]["decidedBy"] == listed[0]["decidedBy"]
    types = [frame.event for frame in frames if frame.event.startswith("approval_")]
    assert types.count("approval_request") == 2 and types.count("approval_decision") == 3


def test_codex_accepts_a_request_for_its_session(tmp_path: Path) -> None:
    with agent_server(tmp_path, "codex", CODEX) as api:
        options = {"cwd": str(tmp_path)}
        body = {"executor": "codex", "executorOptions": options, "prompt": "Go."}
        run = ok(api.post("/agent-runs", body), 202)["runId"]
        frame = api.stream(f"/agent-runs/{run}/stream", until=("approval_request",))[-1]
        id = frame.data["data"]["approvalId"]
        ok(api.post(f"/agent-runs/{run}/approvals/{id}", {"decision": "approve_for_run"}))

        assert api.ended(run)["finalText"] == '["acceptForSession"]'


def test_an_agent_that_exits_while_it_waits_for_a_decision_fails_its_run(tmp_path: Path) -> None:
    run = ended(tmp_path, "claude", LEAVES, approvals="ask")

    assert run["status"] == "failed"
    assert "claude: ended without a result" in str(run)
