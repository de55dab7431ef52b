"""If a server is killed during a model call, the terminal commands are sent again with it."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from tests.cli.processes import environment, served
from tests.support import callers
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Request, Say, ScriptedServer, Stall


def post(url: str, path: str, body: Any) -> Any:
    base = f"{url}/api/v1/workspaces/default"
    answer = callers.post(f"{base}{path}", json=body)
    assert answer.is_success, answer.text
    return answer.json()


def send(url: str, session: str, text: str) -> str:
    answer = post(url, f"/agent-sessions/{session}/messages", {"prompt": text})
    return str(answer["streamUrl"])


def commands(request: Request) -> list[str]:
    """Return the terminal commands in a request to the model."""
    texts = [message["content"] for message in request.body["messages"]]
    contexts = [json.loads(text) for text in texts if '"user_cmd_context"' in str(text)]
    return [command["cmd"] for context in contexts for command in context["commands"]]


def test_terminal_commands_of_an_interrupted_model_call_are_sent_again_with_it(
    tmp_path: Path,
) -> None:
    replies = [[Say("I"), Stall()], [Say("It says no.")], [Say("Nothing else.")]]
    with ScriptedServer(OpenAi(), replies).serving() as model:
        env = environment(tmp_path, OPENAI_API_KEY="sk-x", OPENAI_BASE_URL=model.url)
        with served(env=env) as server:
            body = {"systemPrompt": "x", "modelId": "openai-chat:gpt-x"}
            session = post(server.url, "/agent-sessions", body)["sessionId"]
            block = {"cmd": "make", "exitCode": 2, "output": "no rule"}
            post(server.url, f"/agent-sessions/{session}/blocks", block)
            stream = send(server.url, session, "Why?")
            model.wait_for_request(60)
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
        with served(env=env) as server:
            events = callers.get(server.url + stream).text
            assert "It says no." in events
            callers.get(server.url + send(server.url, session, "Else?"))

    before, again, after = model.requests
    assert commands(before) == commands(again) == ["make"]
    assert before.body["messages"] == again.body["messages"]
    assert commands(after) == ["make"], "only in the history of their message"
    assert after.body["messages"][-1]["content"] == "Else?"
