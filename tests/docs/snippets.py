"""The fenced code blocks of the documentation, and how tests treat each of them.

Shell and Python blocks run unchanged, unless a comment right above the block says otherwise:

- `<!-- not run: it needs a Telegram bot -->` gives the reason why a block cannot run.
- `<!-- run by tests/docs/test_agent_frameworks.py -->` names the test that runs it.
- `<!-- a RunBody -->` names the schema of a JSON block.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from runwhy.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GENERATED = {"cli.md", "python-names.md", "routes.md", "schemas.md"}  # by scripts/cli-docs
TESTED_ELSEWHERE = {"tutorial.md"}  # by test_tutorial.py
SHELL = {"bash", "sh"}
RUN = SHELL | {"python"}
READ = {"json", "toml", "yaml"}
SHOWN = {"text", "ebnf", "nginx", "caddy", "sql"}
BLOCK = re.compile(r"(?:^<!-- (.+?) -->\n)?^```([\w-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """One fenced block. `mark` is the comment above it."""

    page: Path
    line: int
    language: str
    text: str
    mark: str

    @property
    def where(self) -> str:
        """Page and line, for test ids."""
        return f"{self.page.relative_to(DOCS)}:{self.line}"

    @property
    def is_run(self) -> bool:
        """Whether the block runs with the other blocks of its page."""
        return self.language in RUN and not self.mark


def snippets() -> list[Snippet]:
    """Return all blocks of all hand-written pages."""
    pages = (
        page for page in sorted(DOCS.rglob("*.md")) if page.name not in GENERATED | TESTED_ELSEWHERE
    )
    return [found for page in pages for found in snippets_of(page)]


def snippets_of(page: Path) -> Iterator[Snippet]:
    """Yield the blocks of a page, in order."""
    text = page.read_text()
    for found in BLOCK.finditer(text):
        mark, language, inside = found.groups()
        line = text[: found.start(2)].count("\n") + 1
        yield Snippet(page=page, line=line, language=language, text=inside, mark=mark or "")


def calls(script: str) -> Iterator[list[str]]:
    """Yield the arguments of every `runwhy` command in a script."""
    for line in script.replace("\\\n", " ").splitlines():
        for part in re.split(r"\$\(|[;|&()]+(?![^']*'[^']*$)", line):
            words = _words(part)
            if "runwhy" in words:
                yield words[len(words) - words[::-1].index("runwhy") :]


def _words(part: str) -> list[str]:
    try:
        return shlex.split(part, comments=True)
    except ValueError:  # the split above cut a quoted text
        return part.replace('"', "").split()


def usage_error(words: list[str]) -> str | None:
    """Return the usage error of a `runwhy` command, or None if it is valid."""
    command: click.Command = main
    context = click.Context(main, info_name="runwhy")
    try:
        while True:
            rest = command.make_parser(context).parse_args(list(words))[1]
            if not isinstance(command, click.Group) or not rest:
                return None
            name, found, words = command.resolve_command(context, rest)
            assert found is not None
            command, context = found, click.Context(found, context, info_name=name)
    except click.UsageError as error:
        return f"runwhy {' '.join(words)}: {error.message}"
