"""A server that requires keys, connected to scripted providers, for clients of other APIs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.api_client import Api
from tests.support.anthropic_server import AnthropicMessages
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Reply, ScriptedServer
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.accounts.workspaces import ALL_SCOPES

PATIENCE = 90.0  # seconds
OPEN = "status:queued OR status:running"
CHAT = "chat:gpt-4o"
RESPONSES = "responses:gpt-4o"
CLAUDE = "claude:claude-sonnet-5"
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)


@dataclass
class Site:
    """A server, its scripted providers, and the API to read its runs."""

    server: RunningServer
    openai: ScriptedServer
    anthropic: ScriptedServer
    key: str
    api: Api

    @property
    def url(self) -> str:
        """The base URL of Anthropic's clients."""
        return self.server.url

    @property
    def v1(self) -> str:
        """The base URL of OpenAI's clients."""
        return f"{self.server.url}/v1"

    def script(self, *replies: Reply) -> None:
        """Set the next replies of all models, once no run is left that could take one of them."""
        self._wait_until_idle()
        for model in (self.openai, self.anthropic):
            model.forget()
            model.add(*replies)

    def _wait_until_idle(self) -> None:
        """Wait for runs that continue after their client has left, such as after an error."""
        until = time.monotonic() + PATIENCE
        while open := self.api.get("/agent-runs", q=OPEN)["runs"]:
            assert time.monotonic() < until, f"runs that do not end: {[run['id'] for run in open]}"
            time.sleep(0.02)

    def stall(self) -> None:
        """Let the models stop at the next `Stall`."""
        for model in (self.openai, self.anthropic):
            model.go_on.clear()

    def go_on(self) -> None:
        """Let the models continue."""
        for model in (self.openai, self.anthropic):
            model.go_on.set()

    def runs(self) -> list[Any]:
        """Return the newest runs, the newest first."""
        found: list[Any] = self.api.get("/agent-runs")["runs"]
        return found

    def run(self, id: str) -> Any:
        """Return a run."""
        return self.api.get(f"/agent-runs/{id}")


@contextmanager
def open_site(directory: Path, **settings: Any) -> Iterator[Site]:
    """Start everything."""
    openai, anthropic = ScriptedServer(OpenAi()), ScriptedServer(AnthropicMessages())
    with openai.serving(), anthropic.serving():
        providers = {
            "chat": {"base_url": openai.url, "wire": "chat"},
            "responses": {"base_url": openai.url, "wire": "responses"},
            "claude": {"base_url": anthropic.origin, "wire": "anthropic"},
        }
        usual = {"host": "0.0.0.0", "providers": providers, "model_retry_wait": 0.05}
        with running_server(server_settings(directory, **{**usual, **settings})) as server:
            access = server.runwhy.access
            _, secret = server.call(access.add_key(1, "sdk", ALL_SCOPES))
            assert secret is not None
            api = Api(server.url, key=secret)
            try:
                yield Site(server, openai, anthropic, secret, api)
            finally:
                api.http.close()
