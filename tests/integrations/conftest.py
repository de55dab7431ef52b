"""A scripted OpenAI server for agents of other frameworks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import ScriptedServer


@pytest.fixture(autouse=True)
def _nothing_is_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "false")
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    """A scripted model; the test writes the script."""
    server = ScriptedServer(OpenAi())
    server.keep_alive = False  # LangChain keeps connections open until the process exits
    with server.serving():
        yield server
