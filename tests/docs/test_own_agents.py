"""The examples for agents of other frameworks run as they stand, against a scripted server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.executors.scripted_server import CHAT, scene
from tests.integrations.model_requests import sent, told
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Say, ScriptedServer

HOWTO = Path(__file__).parents[2] / "docs" / "howto"
GRAPHS = (HOWTO / "langgraph.md").read_text()
EXAMPLES = {
    page: re.findall(r"```python\n(.*?)```", (HOWTO / page).read_text(), re.DOTALL)
    for page in ("own-agents.md", "langgraph.md")
}


def run(example: str, directory: Path, url: str) -> str:
    given = {"OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", example],
        cwd=directory,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_brief_is_what_the_page_says(tmp_path: Path) -> None:
    said = run(EXAMPLES["own-agents.md"][0], tmp_path, "http://127.0.0.1:9")

    assert '"trigger":"cron"' in said and '"open_tickets":3' in said


@pytest.mark.parametrize("example", EXAMPLES["own-agents.md"][1:])
def test_an_agent_of_another_framework_is_told(example: str, tmp_path: Path) -> None:
    model = ScriptedServer(OpenAi(), [[Say("All quiet.")]])
    with model.serving():
        assert run(example, tmp_path, model.url) == "All quiet.\n"

    at, fields = told(sent(model)[0])
    assert fields["trigger"] == "cron"
    assert sent(model)[0][at + 1] == ("user", "Is anything urgent?")


def test_the_langchain_agent_is_told_and_its_history_is_clean(tmp_path: Path) -> None:
    model = ScriptedServer(OpenAi(), [[Say("When?")], [Say("Still Lisbon?")]])
    with model.serving():
        said = run(EXAMPLES["langgraph.md"][0], tmp_path, model.url)

    assert said == "human I want to go to Lisbon.\nai When?\nai Still Lisbon?\n"
    assert [told(call)[1]["trigger"] for call in sent(model)] == ["api", "timer"]


def test_the_graph_of_the_page_is_run_by_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "my_app"
    package.mkdir()
    (package / "graph.py").write_text(EXAMPLES["langgraph.md"][1])
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    named = tomllib.loads(re.findall(r"```toml\n(.*?)```", GRAPHS, re.DOTALL)[0])
    spec = {"executor": "langgraph", "executorOptions": {"graph": named["graphs"][0]}}

    with scene(CHAT, tmp_path, monkeypatch, [Say("Lisbon.")], settings=named) as here:
        here.model.keep_alive = False  # LangChain closes no connection
        end = here.end(here.api.run("Where?", **spec))
        assert end.event == "result", end.data
        assert told(here.sent())[1]["trigger"] == "api"
