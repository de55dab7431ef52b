"""Every block of the documentation is run, or is read and says why it is not run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from tests.docs.snippets import (
    DOCS,
    READ,
    ROOT,
    RUN,
    SHELL,
    SHOWN,
    Snippet,
    calls,
    snippets,
    unknown,
)
from tests.support.anthropic_server import AnthropicMessages
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import ScriptedServer
from tests.support.servers import running_server, server_settings

from runwhy.settings import Settings
from runwhy.wiring import make_server

ALL = snippets()
PAGES = sorted({one.page for one in ALL if one.is_run})
ADDRESS = "http://127.0.0.1:7420"
PATIENCE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Where somebody sits who follows a page, and a server that runs already."""

    url: str
    home: Path

    @property
    def env(self) -> dict[str, str]:
        """What they have set."""
        return {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            "RUNWHY_URL": self.url,
            "RUNWHY_DATABASE_URL": f"sqlite:///{self.home / 'runwhy.db'}",
        }


def of(*languages: str) -> list[Any]:
    return [pytest.param(one, id=one.where) for one in ALL if one.language in languages]


def test_every_block_says_what_it_is_and_none_is_left_out_without_a_reason() -> None:
    for one in ALL:
        assert one.language in RUN | READ | SHOWN, f"{one.where}: {one.language!r}"
        if one.language in RUN and one.mark:
            assert re.match(r"not run: \S|run by tests/", one.mark), f"{one.where}: {one.mark}"
        for path in re.findall(r"tests/[\w/.]+\w", one.mark):
            assert (ROOT / path).exists(), f"{one.where}: {path}"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """What the blocks find: a server, with models behind it that answer."""
    directory = tmp_path_factory.mktemp("docs")
    openai, anthropic = ScriptedServer(OpenAi()), ScriptedServer(AnthropicMessages())
    given = {
        "OPENAI_API_KEY": "sk-test",
        "OPENAI_BASE_URL": openai.url,
        "ANTHROPIC_API_KEY": "sk-test",
        "ANTHROPIC_BASE_URL": anthropic.origin,
    }
    with pytest.MonkeyPatch.context() as patch, openai.serving(), anthropic.serving():
        for name, value in given.items():
            patch.setenv(name, value)
        with running_server(server_settings(directory)) as server:
            yield World(url=server.url, home=directory)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_the_blocks_of_a_page_run_one_after_the_other(
    page: Path, world: World, tmp_path: Path
) -> None:
    script = "set -euo pipefail\n" + "\n".join(as_shell(one) for one in ALL if one.page == page)

    done = subprocess.run(
        ["bash", "-x", "-c", script.replace(ADDRESS, world.url)],
        cwd=tmp_path,
        env=world.env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-1000:]


def as_shell(one: Snippet) -> str:
    """A block as a part of the page's script; a server runs already."""
    if not one.is_run:
        return ""
    if one.language == "python":
        return f"python -W error - <<'END_OF_BLOCK'\n{one.text}END_OF_BLOCK\n"
    return re.sub(r"^runwhy serve.*\n", "", one.text, flags=re.MULTILINE)


@pytest.mark.parametrize("snippet", of(*SHELL))
def test_every_command_of_ours_exists_with_its_options(snippet: Snippet) -> None:
    checked = subprocess.run(["bash", "-n", "-c", snippet.text], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr

    assert [found for words in calls(snippet.text) if (found := unknown(words))] == []


@pytest.mark.parametrize("snippet", of("python"))
def test_python_can_be_read(snippet: Snippet) -> None:
    compile(snippet.text, snippet.where, "exec")


@pytest.mark.parametrize("snippet", of("toml"))
def test_settings_of_runwhy_toml_exist_and_are_taken(snippet: Snippet) -> None:
    said = tomllib.loads(snippet.text)

    assert set(said) <= set(Settings.model_fields)
    Settings(**said)


@cache
def schemas() -> dict[str, Any]:
    settings = server_settings(Path("/nowhere"))
    components: dict[str, Any] = make_server(settings).app.openapi()["components"]
    return components


@pytest.mark.parametrize("snippet", of("json"))
def test_json_is_what_it_is_said_to_be(snippet: Snippet) -> None:
    value = json.loads(snippet.text)

    if snippet.mark:
        name = snippet.mark.split()[-1]
        schema = {"$ref": f"#/components/schemas/{name}", "components": schemas()}
        jsonschema.validate(value, schema)
        assert set(value) <= set(schemas()["schemas"][name]["properties"])


def test_yaml_can_be_read() -> None:
    assert all(yaml.safe_load(one.text) for one in ALL if one.language == "yaml")
