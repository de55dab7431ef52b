"""Run the examples of the framework guides unchanged, against a scripted model server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.executors.scripted_server import CHAT, scene
from tests.integrations.model_requests import find_envelope, sent
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Say, ScriptedServer

HOWTO = Path(__file__).parents[2] / "docs" / "howto"
GRAPHS = (HOWTO / "langgraph.md").read_text()
EXAMPLES = {
    page: re.findall(r"```python\n(.*?)```", (HOWTO / page).read_text(), re.DOTALL)
    for page in ("agent-frameworks.md", "langgraph.md")
}


def run(example: str, directory: Path, url: str) -> str:
    variables = {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", example],
        cwd=directory,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_example_prints_an_envelope(tmp_path: Path) -> None:
    output = run(EXAMPLES["agent-frameworks.md"][0], tmp_path, "http://127.0.0.1:9")

    assert '"trigger":"cron"' in output and '"open_tickets":3' in output


@pytest.mark.parametrize("example", EXAMPLES["agent-frameworks.md"][1:])
def test_a_framework_agent_receives_the_envelope(example: str, tmp_path: Path) -> None:
    model = ScriptedServer(OpenAi(), [[Say("All quiet.")]])
    with model.serving():
        assert run(example, tmp_path, model.url) == "All quiet.\n"

    at, fields = find_envelope(sent(model)[0])
    assert fields["trigger"] == "cron"
    assert sent(model)[0][at + 1] == ("user", "Is anything urgent?")


def test_the_langchain_agent_receives_the_envelope_and_keeps_a_clean_history(
    tmp_path: Path,
) -> None:
    model = ScriptedServer(OpenAi(), [[Say("When?")], [Say("Still Lisbon?")]])
    with model.serving():
        output = run(EXAMPLES["langgraph.md"][0], tmp_path, model.url)

    assert output == "human I want to go to Lisbon.\nai When?\nai Still Lisbon?\n"
    assert [find_envelope(call)[1]["trigger"] for call in sent(model)] == ["api", "timer"]


def test_a_server_runs_the_graph_of_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "my_app"
    package.mkdir()
    (package / "graph.py").write_text(EXAMPLES["langgraph.md"][1])
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    settings = tomllib.loads(re.findall(r"```toml\n(.*?)```", GRAPHS, re.DOTALL)[0])
    spec = {"executor": "langgraph", "executorOptions": {"graph": settings["graphs"][0]}}

    with scene(CHAT, tmp_path, monkeypatch, [Say("Lisbon.")], settings=settings) as here:
        here.model.keep_alive = False  # LangChain does not close connections
        end = here.end(here.api.run("Where?", **spec))
        assert end.event == "result", end.data
        assert find_envelope(here.sent())[1]["trigger"] == "api"
