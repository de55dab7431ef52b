"""If a server is killed during a model call, the terminal commands are sent again with it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import environment, served
from tests.executors.test_supervisor import wait_for_end
from tests.support import callers
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Request, Say, ScriptedServer, Stall
from websockets.sync.client import connect


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


def wait_for_children(pid: int, count: int) -> None:
    """Wait until a process has this many children: a shell reacts to a hangup between commands."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    give_up = time.monotonic() + 60
    while len(children.read_text().split()) < count:
        assert time.monotonic() < give_up
        time.sleep(0.02)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_and_its_jobs_end_with_a_killed_server(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / ".zshrc").touch()  # without it, zsh starts a dialog
    with served(env=environment(tmp_path, HOME=str(tmp_path))) as server:
        session = post(server.url, "/agent-sessions", {"systemPrompt": "x"})["sessionId"]
        path = f"/agent-sessions/{session}/terminals"
        terminal = post(server.url, path, {"shell": shell, "cwd": str(tmp_path)})["terminalId"]
        address = f"{server.url}/api/v1/workspaces/default/terminals/{terminal}/ws"
        with connect(address.replace("http", "ws", 1), proxy=None) as socket:
            parent = "$fish_pid" if shell == "fish" else "$$"
            job = "$last_pid" if shell == "fish" else "$!"
            socket.send(f"sleep 1000 & echo pids {parent} {job} end; sleep 1000\r".encode())
            shown = b""
            while not (found := re.search(rb"pids (\d+) (\d+) end", shown)):
                data = socket.recv(timeout=60)
                assert isinstance(data, bytes)
                shown += data
            wait_for_children(int(found[1]), 2)  # the job, and the command in the foreground
            server.process.send_signal(signal.SIGKILL)

            wait_for_end([int(found[1]), int(found[2])])
