"""Run or parse every code block of the documentation."""

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
    usage_error,
)
from tests.support.anthropic_server import AnthropicMessages
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import ScriptedServer
from tests.support.servers import running_server, server_settings

from runwhy.server.app import openapi_document
from runwhy.settings import Settings

ALL = snippets()
PAGES = sorted({one.page for one in ALL if one.is_run})
ADDRESS = "http://127.0.0.1:7420"
TIMEOUT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """The reader's home directory and the address of a running server."""

    url: str
    home: Path

    @property
    def env(self) -> dict[str, str]:
        """Environment variables for the blocks."""
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


def test_every_block_has_a_language_and_every_skipped_block_a_reason() -> None:
    for one in ALL:
        assert one.language in RUN | READ | SHOWN, f"{one.where}: {one.language!r}"
        if one.language in RUN and one.mark:
            assert re.match(r"not run: \S|run by tests/", one.mark), f"{one.where}: {one.mark}"
        for path in re.findall(r"tests/[\w/.]+\w", one.mark):
            assert (ROOT / path).exists(), f"{one.where}: {path}"


def snippet_of(page: str, language: str) -> str:
    """Return the first block of a page in a language."""
    return next(b.text for b in ALL if b.page == DOCS / page and b.language == language)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """A running server with scripted OpenAI and Anthropic models."""
    directory = tmp_path_factory.mktemp("docs")
    openai, anthropic = ScriptedServer(OpenAi()), ScriptedServer(AnthropicMessages())
    variables = {
        "OPENAI_API_KEY": "sk-test",
        "OPENAI_BASE_URL": openai.url,
        "ANTHROPIC_API_KEY": "sk-test",
        "ANTHROPIC_BASE_URL": anthropic.origin,
    }
    with pytest.MonkeyPatch.context() as patch, openai.serving(), anthropic.serving():
        for name, value in variables.items():
            patch.setenv(name, value)
        priced = tomllib.loads(snippet_of("howto/cost.md", "toml"))
        with running_server(server_settings(directory, secret_key=(), **priced)) as server:
            yield Environment(url=server.url, home=directory)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_the_blocks_of_a_page_run_in_order(
    page: Path, environment: Environment, tmp_path: Path
) -> None:
    script = "set -euo pipefail\n" + "\n".join(as_shell(one) for one in ALL if one.page == page)

    done = subprocess.run(
        ["bash", "-x", "-c", script.replace(ADDRESS, environment.url)],
        cwd=tmp_path,
        env=environment.env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )

    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-1000:]


def as_shell(one: Snippet) -> str:
    """Return a block as part of the page's script, without `runwhy serve`: a server is running."""
    if not one.is_run:
        return ""
    if one.language == "python":
        return f"python -W error - <<'END_OF_BLOCK'\n{one.text}END_OF_BLOCK\n"
    return re.sub(r"^runwhy serve.*\n", "", one.text, flags=re.MULTILINE)


@pytest.mark.parametrize("snippet", of(*SHELL))
def test_every_runwhy_command_and_option_exists(snippet: Snippet) -> None:
    checked = subprocess.run(["bash", "-n", "-c", snippet.text], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr

    assert [error for words in calls(snippet.text) if (error := usage_error(words))] == []


@pytest.mark.parametrize("snippet", of("python"))
def test_python_compiles(snippet: Snippet) -> None:
    compile(snippet.text, snippet.where, "exec")


@pytest.mark.parametrize("snippet", of("toml"))
def test_settings_in_toml_are_valid(snippet: Snippet) -> None:
    settings = tomllib.loads(snippet.text)

    assert set(settings) <= set(Settings.model_fields)
    Settings(**settings)


@cache
def schemas() -> dict[str, Any]:
    components: dict[str, Any] = openapi_document("0")["components"]
    return components


@pytest.mark.parametrize("snippet", of("json"))
def test_json_matches_its_schema(snippet: Snippet) -> None:
    value = json.loads(snippet.text)

    if snippet.mark:
        name = snippet.mark.split()[-1]
        schema = {"$ref": f"#/components/schemas/{name}", "components": schemas()}
        jsonschema.validate(value, schema)
        assert set(value) <= set(schemas()["schemas"][name]["properties"])


def test_yaml_parses() -> None:
    assert all(yaml.safe_load(one.text) for one in ALL if one.language == "yaml")
