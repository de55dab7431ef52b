"""The fenced blocks of the documentation, and the word in front of each that says what it is.

A block of shell or Python is run as it stands, unless a comment in front of it says why not:
`<!-- not run: it needs a Telegram bot -->`. `<!-- run by tests/docs/test_own_agents.py -->` names
the test that runs it, and `<!-- a RunBody -->` says what a block of JSON is.
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
MADE = {
    "cli.md",
    "python-names.md",
    "routes.md",
    "schemas.md",
}  # from the code, by scripts/cli-docs
ELSEWHERE = {"tutorial.md"}  # a test of its own follows it
SHELL = {"bash", "sh"}
RUN = SHELL | {"python"}
READ = {"json", "toml", "yaml"}
SHOWN = {"text", "ebnf", "nginx", "caddy", "sql"}
BLOCK = re.compile(r"(?:^<!-- (.+?) -->\n)?^```([\w-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """One fenced block; `mark` is the comment in front of it."""

    page: Path
    line: int
    language: str
    text: str
    mark: str

    @property
    def where(self) -> str:
        """How a test names it."""
        return f"{self.page.relative_to(DOCS)}:{self.line}"

    @property
    def is_run(self) -> bool:
        """Whether it is run with the others of its page."""
        return self.language in RUN and not self.mark


def snippets() -> list[Snippet]:
    """All blocks of all pages that somebody wrote."""
    pages = (page for page in sorted(DOCS.rglob("*.md")) if page.name not in MADE | ELSEWHERE)
    return [found for page in pages for found in snippets_of(page)]


def snippets_of(page: Path) -> Iterator[Snippet]:
    """The blocks of a page, in order."""
    text = page.read_text()
    for found in BLOCK.finditer(text):
        mark, language, inside = found.groups()
        line = text[: found.start(2)].count("\n") + 1
        yield Snippet(page=page, line=line, language=language, text=inside, mark=mark or "")


def calls(script: str) -> Iterator[list[str]]:
    """Every command of ours in a script, without the word `runwhy` itself."""
    for line in script.replace("\\\n", " ").splitlines():
        for part in re.split(r"\$\(|[;|&()]+(?![^']*'[^']*$)", line):
            words = _words(part)
            if "runwhy" in words:
                yield words[len(words) - words[::-1].index("runwhy") :]


def _words(part: str) -> list[str]:
    try:
        return shlex.split(part, comments=True)
    except ValueError:  # it was cut inside quotes
        return part.replace('"', "").split()


def unknown(words: list[str]) -> str | None:
    """What is wrong with a command of ours as it is written, if anything."""
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
