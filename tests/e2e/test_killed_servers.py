"""A server that is killed takes the real coding agents, and the tools that they run, with it."""

from __future__ import annotations

import os
import select
import signal
from pathlib import Path

import pytest
from tests.cli.processes import environment, served
from tests.e2e.agents import agent_environment, install, processes_of
from tests.e2e.fakes.anthropic_messages import AnthropicMessages
from tests.e2e.fakes.openai_responses import OpenAIResponses
from tests.e2e.fakes.script_server import Script, serving
from tests.e2e.test_agent_clis import AGENTS, ToolCalls
from tests.executors.test_supervisor import wait_for_end
from tests.server.api_client import Api, ok
from tests.support.servers import PATIENCE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("agent", AGENTS)
def test_killing_the_server_ends_the_agent_and_its_command(agent: str, tmp_path: Path) -> None:
    programs = install()
    started = tmp_path / "started"
    os.mkfifo(started)
    reader = os.open(started, os.O_RDONLY | os.O_NONBLOCK)
    script = Script(replies=[[ToolCalls(agent).command(f"echo > {started}; sleep 1000")]])
    dialect = AnthropicMessages if agent == "claude" else OpenAIResponses
    with serving(dialect, script) as model:
        env = environment(
            tmp_path,
            HOME=str(tmp_path),
            PATH=f"{programs}:{os.environ['PATH']}",
            RUNWHY_AGENT_VARIABLES="FAKE_API_KEY",
            **agent_environment(agent, model.url, tmp_path),
        )
        with served(env=env) as server:
            options = {"cwd": str(tmp_path), "approvals": "allow"}
            body = {"executor": agent, "executorOptions": options, "prompt": "Sleep"}
            api = Api(server.url)
            run = ok(api.post("/agent-runs", body), 202)["runId"]
            assert select.select([reader], [], [], PATIENCE)[0], "the command did not start"
            api.http.close()
            pids = processes_of(run)
            server.process.send_signal(signal.SIGKILL)

            wait_for_end(pids)

    os.close(reader)
    assert len(pids) >= 3  # supervisor, agent, command
    assert processes_of(run) == []
