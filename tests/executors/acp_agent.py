"""A small agent that speaks the Agent Client Protocol: it does what the prompt says."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

OPTIONS = [
    {"optionId": "1", "kind": "allow_always", "name": "Always"},
    {"optionId": "2", "kind": "reject_once", "name": "No"},
    {"optionId": "3", "kind": "allow_once", "name": "Yes"},
]
SESSION = "session-1"
received: list[Any] = []


def send(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def update(kind: str, **fields: Any) -> None:
    params = {"sessionId": SESSION, "update": {"sessionUpdate": kind, **fields}}
    send(method="session/update", params=params)


def say(text: str) -> None:
    update("agent_message_chunk", content={"type": "text", "text": text})


def read() -> Any:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    received.append(json.loads(line))
    return received[-1]


def ask(method: str, **params: Any) -> Any:
    """Send a request and return the answer."""
    send(id=0, method=method, params={"sessionId": SESSION, **params})
    while "method" in (message := read()):
        pass
    return message


def act(word: str) -> str:
    """Do what the prompt says, and return the reason for the end of the turn."""
    match word:
        case "permission":
            call = {
                "toolCallId": "t",
                "title": "make",
                "kind": "execute",
                "rawInput": {"command": "make"},
            }
            answer = ask("session/request_permission", toolCall=call, options=OPTIONS)
            say(json.dumps(answer["result"]))
        case "files":
            wrote = ask("fs/write_text_file", path="/tmp/forbidden", content="x")
            started = ask("terminal/create", command="id")
            say(f"{wrote['error']['code']} {started['error']['code']}")
        case "long":
            commands = [{"name": "x", "description": "word " * 140_000}]
            update("available_commands_update", availableCommands=commands)
            say("That was long.")
        case "received":
            say(json.dumps({"messages": received, "env": os.environ.get("GREETING")}))
        case "die":
            sys.stderr.write("out of memory\n")
            sys.exit(7)
        case "refuse":
            return "refusal"
        case "noise":
            sys.stdout.write("not JSON\n")
            update("brand_new_update", value=1)
            say("Done.")
        case _:
            say(word)
    return "end_turn"


while True:
    message = read()
    id, method = message.get("id"), message.get("method")
    if method == "initialize":
        info = {"name": "small", "version": "1"}
        send(id=id, result={"protocolVersion": 1, "agentInfo": info, "agentCapabilities": {}})
    elif method == "session/new":
        send(id=id, result={"sessionId": SESSION})
    elif method == "session/prompt":
        word = message["params"]["prompt"][-1]["text"]
        reason = act(word)
        usage = {"inputTokens": 5, "cachedReadTokens": 3, "outputTokens": 2, "totalTokens": 10}
        send(id=id, result={"stopReason": reason, "usage": usage})
    elif id is not None:
        send(id=id, error={"code": -32601, "message": f"no {method}"})
