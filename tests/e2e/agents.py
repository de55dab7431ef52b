"""The real coding CLIs, and a server that runs them against scripted models."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.fakes.anthropic_messages import AnthropicMessages
from tests.e2e.fakes.chat_and_gemini import ChatAndGemini
from tests.e2e.fakes.openai_responses import OpenAIResponses
from tests.e2e.fakes.script_server import FakeServer, Script, serving
from tests.server.api_client import Api
from tests.support.servers import running_server, server_settings

INSTALL = Path(__file__).parents[2] / "scripts" / "agent-clis"
PROVIDER = (
    'model = "gpt-5.5"\nmodel_provider = "fake"\n[model_providers.fake]\nname = "fake"\n'
    'base_url = "{url}/v1"\nwire_api = "responses"\nenv_key = "FAKE_API_KEY"\n'
    "request_max_retries = 0\nstream_max_retries = 0\n"
)
COPILOT = {
    "COPILOT_OFFLINE": "true",
    "COPILOT_AUTO_UPDATE": "false",
    "COPILOT_MODEL": "gpt-5.4",
    "COPILOT_PROVIDER_TYPE": "openai",
    "COPILOT_PROVIDER_WIRE_API": "responses",
    "COPILOT_PROVIDER_API_KEY": "dummy",
}


OPENCODE = {
    "model": "fake/claude-opus-5-5",
    "small_model": "fake/claude-opus-5-5",
    "autoupdate": False,
    "share": "disabled",
}
AUTH = {
    "gemini": {"security": {"auth": {"selectedType": "gemini-api-key"}}},
    "qwen": {"security": {"auth": {"selectedType": "openai"}}},
}
DIALECTS = {
    "claude": AnthropicMessages,
    "acp:opencode": AnthropicMessages,
    "acp:claude-agent-acp": AnthropicMessages,
    "acp:gemini": ChatAndGemini,
    "acp:qwen": ChatAndGemini,
}


def install(*names: str) -> Path:
    """Install a set of agents and return its folder. Skips the test if that fails; fails in CI."""
    done = subprocess.run([INSTALL, *names], capture_output=True, text=True, timeout=600)
    if done.returncode == 0:
        return Path(done.stdout.strip().splitlines()[-1])
    reason = f"the coding CLIs cannot be installed: {done.stderr.strip()[-500:]}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@dataclass
class Bench:
    """A server, a scripted model, a temporary home, and a working directory."""

    api: Api
    model: FakeServer
    script: Script
    home: Path
    cwd: Path

    def set_replies(self, *replies: Any) -> None:
        """Set the next replies of the model."""
        self.script.replies[:] = replies
        self.script._next = 0
        self.model.requests.clear()

    def start(self, agent: str, prompt: str, **more: Any) -> str:
        """Start a run with an agent, without waiting for it."""
        options = {"cwd": str(self.cwd), "approvals": "allow", **more.pop("options", {})}
        executor, _, name = agent.partition(":")
        if name:
            options = {"agent": name, **options}
        body = {"executor": executor, "executorOptions": options, "prompt": prompt, **more}
        return str(self.api.post("/agent-runs", body).json()["runId"])

    def run(self, agent: str, prompt: str, **more: Any) -> Any:
        """Run an agent and wait for the result."""
        return self.api.ended(self.start(agent, prompt, **more))

    def entries(self, run: Any) -> list[Any]:
        """Return the entries of a run."""
        found: list[Any] = self.transcript(run)["entries"]
        return found

    def transcript(self, run: Any) -> Any:
        """Return the transcript of a run, with the agent's session."""
        return self.api.get(f"/agent-runs/{run['id']}/entries")

    def sent_to_model(self) -> str:
        """Return all requests to the model as text."""
        return "\n".join(str(request["body"]) for request in self.model.requests)


@contextmanager
def open_bench(
    agent: str, directory: Path, patch: pytest.MonkeyPatch, *, programs: Path
) -> Iterator[Bench]:
    """Start a server and a scripted model for the CLI of this agent."""
    home, cwd = directory / "home", directory / "work"
    home.mkdir()
    cwd.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "trunk", str(cwd)], check=True)
    script = Script(replies=[])
    dialect = DIALECTS.get(agent, OpenAIResponses)
    with serving(dialect, script) as model:
        patch.setenv("HOME", str(home))
        patch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
        for name, value in agent_environment(agent, model.url, home).items():
            patch.setenv(name, value)
        settings = server_settings(directory, agent_variables="FAKE_API_KEY")
        with running_server(settings) as server:
            api = Api(server.url)
            try:
                yield Bench(api, model, script, home, cwd)
            finally:
                api.http.close()


def agent_environment(agent: str, url: str, home: Path) -> dict[str, str]:
    """Return the variables that connect an agent to a scripted model."""
    if agent.startswith("acp:"):
        return acp_environment(agent.removeprefix("acp:"), url, home)
    if agent == "claude":
        return {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "dummy"}
    if agent == "codex":
        codex = home / ".codex"
        codex.mkdir()
        (codex / "config.toml").write_text(PROVIDER.format(url=url))
        return {"CODEX_HOME": str(codex), "FAKE_API_KEY": "dummy"}
    return {**COPILOT, "COPILOT_PROVIDER_BASE_URL": f"{url}/v1"}


def acp_environment(agent: str, url: str, home: Path) -> dict[str, str]:
    """Return the variables that connect an agent of the Agent Client Protocol to a model."""
    match agent:
        case "opencode":
            options = {"baseURL": f"{url}/v1", "apiKey": "dummy"}
            models = {"claude-opus-5-5": {"name": "Fake"}}
            fake = {"npm": "@ai-sdk/anthropic", "name": "fake", "options": options}
            config = {**OPENCODE, "provider": {"fake": {**fake, "models": models}}}
            return {
                "OPENCODE_DISABLE_MODELS_FETCH": "1",
                "OPENCODE_CONFIG_CONTENT": json.dumps(config),
            }
        case "claude-agent-acp":
            return {**agent_environment("claude", url, home), "IS_SANDBOX": "1"}
        case "codex-acp":
            return {
                **agent_environment("codex", url, home),
                "NO_BROWSER": "1",
                "MODEL_PROVIDER": "fake",
            }
        case "gemini" | "qwen":
            folder = home / f".{agent}"
            folder.mkdir()
            (folder / "settings.json").write_text(json.dumps(AUTH[agent]))
            if agent == "gemini":
                key = {"GEMINI_API_KEY": "dummy", "GEMINI_MODEL": "gemini-2.5-flash"}
                return {**key, "GOOGLE_GEMINI_BASE_URL": url}
            return {
                "OPENAI_BASE_URL": f"{url}/v1",
                "OPENAI_API_KEY": "dummy",
                "OPENAI_MODEL": "qwen3-coder",
            }
    return agent_environment(agent, url, home)


def processes_of(run: str) -> Sequence[int]:
    """Return the processes that have the id of a run in their environment."""
    mark = f"RUNWHY_RUN_ID={run}".encode()
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                environment = (process / "environ").read_bytes()
            except OSError:
                continue
            if mark in environment.split(b"\0"):
                found.append(int(process.name))
    return found
