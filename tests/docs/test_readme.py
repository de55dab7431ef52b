"""The README's examples print what it shows, and the links of all pages work."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from tests.docs.clone import ROOT, Clone, fresh_clone
from tests.docs.pages import Block, blocks, mask
from tests.e2e.agents import install
from tests.e2e.fakes.anthropic_messages import AnthropicMessages
from tests.e2e.fakes.script_server import Script, serving

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md")), ROOT / "bench" / "README.md"]
SERVE, TESTS, *EXAMPLES = blocks(README)
TIMEOUT = 90.0


def test_the_readme_starts_with_the_two_commands() -> None:
    assert SERVE.text == "pip install uv && uv run runwhy serve\n"
    assert TESTS.text == "pip install uv && uv run --group dev pytest\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#]+)", page.read_text())

    missing = [link for link in links if not (page.parent / link).exists()]

    assert not missing


@pytest.fixture(scope="module")
def programs() -> Path | None:
    """Return the directory of the coding CLIs, or None where they cannot be installed."""
    try:
        return install()
    except pytest.skip.Exception:
        return None


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory, programs: Path | None) -> Iterator[Clone]:
    """A fresh clone with a running server, and Claude Code where it can be installed."""
    script = Script(replies=[[{"say": "Hello."}]])
    with ExitStack() as stack:
        model = stack.enter_context(serving(AnthropicMessages, script))
        path = os.pathsep.join(filter(None, (programs and str(programs), os.environ["PATH"])))
        clone = stack.enter_context(fresh_clone(tmp_path_factory.mktemp("readme"), PATH=path))
        sign_in(clone.home, model.url)
        greeting = stack.enter_context(clone.serving(SERVE.text.partition("&& ")[2]))
        assert mask(greeting) == mask(SERVE.screen or "")
        yield clone


def example_id(block: Block) -> str:
    words = ("import runwhy", "triggers", "shell-hook", "claude")
    return next((word for word in words if word in block.text), "runwhy run")


@pytest.mark.slow
@pytest.mark.parametrize("block", EXAMPLES, ids=example_id)
def test_an_example_prints_what_the_readme_shows(
    clone: Clone, programs: Path | None, block: Block
) -> None:
    if block.language == "python":
        (clone.cwd / "example.py").write_text(clone.with_real_port(block.text))
        block = Block("bash", "uv run python example.py\n", block.screen)
    if "--executor claude" in block.text:
        programs or pytest.skip("the coding CLIs cannot be installed: NOT TESTED with Claude Code")
    if "shell-hook" in block.text:
        block = type_until_reported(clone, block)
    clone.check(block)


def sign_in(home: Path, url: str) -> None:
    """Configure Claude Code as a signed-in user has it, with a scripted model."""
    variables = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "dummy"}
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text(json.dumps({"env": variables}))


def type_until_reported(clone: Clone, block: Block) -> Block:
    """Type all commands but the last, wait for the hook's report, and return the last one."""
    *first, last = block.commands
    screens = [clone.terminal.type(clone.with_real_port(command)) for command in first]
    expected = block.screen or ""
    assert expected.startswith(screens[-1])
    session = clone.terminal.type(
        " echo $RUNWHY_SESSION"
    )  # the hook ignores lines that start with a space
    base = f"http://127.0.0.1:{clone.port}/api/v1/workspaces/default/agent-sessions/{session}"
    with httpx2.stream("GET", f"{base}/stream", timeout=TIMEOUT, trust_env=False) as stream:
        assert any(line == "event: block_end" for line in stream.iter_lines())
    return Block(block.language, last, expected.removeprefix(screens[-1] + "\n"))
