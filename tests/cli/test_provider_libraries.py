"""A server imports the libraries of its model providers before the first run."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from tests.cli.processes import environment, served

from runwhy.executors.builtin.provider_libraries import wires_to_load
from runwhy.executors.builtin.providers import Wire, make_providers
from runwhy.executors.builtin.rehearsal import rehearse
from runwhy.setting_tables import ProviderSettings

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL")


def test_a_server_with_a_key_loads_its_provider_before_any_run(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    env = environment(data, OPENAI_API_KEY="fake", RUNWHY_LOG_LEVEL="info")
    with served(env={**env, "RUNWHY_LOG_FORMAT": "json"}) as server:
        assert server.process.stderr is not None
        lines = (json.loads(line) for line in server.process.stderr)
        loaded = next(line for line in lines if line["event"].startswith("providers."))
        maps = Path(f"/proc/{server.process.pid}/maps")
        mapped = maps.read_text() if maps.exists() else ""
        assert server.run("models").returncode == 0

    assert loaded["event"] == "providers.loaded"
    assert loaded["apis"] == ["chat", "responses"]
    assert not mapped or "jiter" in mapped  # a library of openai's that nothing else uses


def test_only_providers_that_can_be_called_are_loaded() -> None:
    local = {"mine": ProviderSettings(base_url="http://127.0.0.1:1/v1")}

    assert wires_to_load(make_providers({}, {}).values()) == frozenset()
    only = make_providers({}, {"ANTHROPIC_API_KEY": "fake"})
    assert wires_to_load(only.values()) == {"anthropic"}
    assert wires_to_load(make_providers(local, {}).values()) == {"chat"}


def test_an_offline_server_loads_no_provider() -> None:
    script = (
        "import sys, runwhy.wiring; print([m for m in sys.modules if m in ('openai', 'anthropic')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("wire", get_args(Wire))
def test_a_rehearsal_reaches_the_end_of_a_reply(wire: Wire) -> None:
    assert asyncio.run(rehearse(wire)) == "Hi."
