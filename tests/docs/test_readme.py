"""What the README says is true: its links lead somewhere, and its examples give what it shows."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from tests.docs.fresh import ROOT, Clone, fresh_clone
from tests.docs.pages import Block, blocks, masked
from tests.e2e.agents import install
from tests.e2e.fakes.anthropic_messages import AnthropicMessages
from tests.e2e.fakes.script_server import Script, serving

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md")), ROOT / "bench" / "README.md"]
SERVE, TESTS, *EXAMPLES = blocks(README)
PATIENCE = 30.0


def test_the_readme_starts_with_the_two_commands() -> None:
    assert SERVE.text == "pip install uv && uv run runwhy serve\n"
    assert TESTS.text == "pip install uv && uv run --group dev pytest\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#]+)", page.read_text())

    missing = [link for link in links if not (page.parent / link).exists()]

    assert not missing


@pytest.fixture(scope="module")
def programs() -> Path | None:
    """Where the coding CLIs are, if they can be had."""
    try:
        return install()
    except pytest.skip.Exception:
        return None


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory, programs: Path | None) -> Iterator[Clone]:
    """A fresh clone whose server runs, with Claude Code where it can be had."""
    script = Script(replies=[[{"say": "Hello."}]])
    with ExitStack() as held:
        model = held.enter_context(serving(AnthropicMessages, script))
        path = os.pathsep.join(filter(None, (programs and str(programs), os.environ["PATH"])))
        here = held.enter_context(fresh_clone(tmp_path_factory.mktemp("readme"), PATH=path))
        sign_in(here.home, model.url)
        greeting = held.enter_context(here.serving(SERVE.text.partition("&& ")[2]))
        assert masked(greeting) == masked(SERVE.shown or "")
        yield here


def named(block: Block) -> str:
    words = ("curl", "import runwhy", "triggers", "shell-hook", "claude")
    return next((word for word in words if word in block.text), "runwhy run")


@pytest.mark.slow
@pytest.mark.parametrize("block", EXAMPLES, ids=named)
def test_an_example_gives_what_the_readme_shows(
    clone: Clone, programs: Path | None, block: Block
) -> None:
    if block.language == "python":
        (clone.cwd / "example.py").write_text(clone.real(block.text))
        block = Block("bash", "uv run python example.py\n", block.shown)
    if "--executor claude" in block.text:
        programs or pytest.skip("the coding CLIs cannot be had: NOT TESTED with Claude Code")
    if "shell-hook" in block.text:
        block = type_ahead(clone, block)
    clone.check(block)


def sign_in(home: Path, url: str) -> None:
    """Claude Code as its user has set it up, but with a scripted model behind it."""
    given = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "dummy"}
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text(json.dumps({"env": given}))


def type_ahead(clone: Clone, block: Block) -> Block:
    """Type all but the last command, and wait until the hook has told of it; what is left."""
    *first, last = block.commands
    said = [clone.terminal.type(clone.real(command)) for command in first]
    shown = block.shown or ""
    assert shown.startswith(said[-1])
    session = clone.terminal.type(" echo $RUNWHY_SESSION")  # the space: not told
    base = f"http://127.0.0.1:{clone.port}/api/v1/workspaces/default/agent-sessions/{session}"
    with httpx2.stream("GET", f"{base}/stream", timeout=PATIENCE, trust_env=False) as stream:
        assert any(line == "event: block_end" for line in stream.iter_lines())
    return Block(block.language, last, shown.removeprefix(said[-1] + "\n"))
