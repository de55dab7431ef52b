"""Approvals of Claude Code and Codex, with stand-ins that ask for one and report the answer."""

from __future__ import annotations

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


def test_an_agent_that_exits_while_it_waits_for_a_decision_fails_its_run(tmp_path: Path) -> None:
    run = ended(tmp_path, "claude", LEAVES, approvals="ask")

    assert run["status"] == "failed"
    assert "claude: ended without a result" in str(run)
