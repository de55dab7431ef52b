"""A page of the documentation: the commands to type, and the screens shown below them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEREDOC = re.compile(r"<<-?'?(\w+)'?")
ID = re.compile(r"\b(run|ses|trg|key|agt|mem)_[0-9a-z]{26}\b")
# Values that differ between two runs. Everything else must match the page.
MASKS = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"), "TIME"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d( [A-Z]+)?"), "TIME"),
    (re.compile(r"\b[A-Z][a-z]{2} \d\d \d\d:\d\d\b"), "TIME"),
    (re.compile(r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"), "DAY"),
    (re.compile(r"\b\d+\.\d s\b"), "SECONDS"),
    (re.compile(r'(seal: ")[\w-]{20}'), r"\1SEAL"),
    (re.compile(r"\b\d+ → \d+ tokens\b"), "TOKENS"),
    (re.compile(r"\b\d+( of 4096)? bytes"), "BYTES"),
    (re.compile(r"LAST RUNS +"), "LAST RUNS  "),
    (re.compile(r"●+ +"), "●  "),  # runs of a schedule
)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block, and the screen that the page shows right below it."""

    language: str
    text: str
    screen: str | None

    @property
    def commands(self) -> list[str]:
        """The commands to type, in order."""
        return [*_commands(self.text.splitlines())]


def blocks(page: Path) -> list[Block]:
    """Return the blocks to type or run. A `text` block is the screen of the block above it."""
    fences = FENCE.findall(page.read_text())
    return [
        Block(language, text, _screen(fences[at + 1 : at + 2]))
        for at, (language, text) in enumerate(fences)
        if language != "text"
    ]


def _screen(following: list[tuple[str, str]]) -> str | None:
    return next((text for language, text in following if language == "text"), None)


def _commands(lines: list[str]) -> Iterator[str]:
    """Split a script into commands. Heredocs and continued lines belong to one command."""
    command: list[str] = []
    end: str | None = None
    for line in lines:
        command.append(line)
        heredoc = HEREDOC.search(line)
        if end is None and heredoc:
            end = heredoc[1]
        elif line == end:
            end = None
        if end is None and not line.endswith("\\"):
            yield "\n".join(command)
            command = []


@dataclass(slots=True)
class PageIds:
    """The real id for each id on a page."""

    known: dict[str, str] = field(default_factory=dict)

    def replace(self, text: str) -> str:
        """Replace the page's ids in a text with the real ones."""
        return ID.sub(lambda match: self.known.get(match[0], match[0]), text)

    def learn(self, expected: str, actual: str) -> None:
        """Map each new id of an expected screen to the id in the same place of the actual one."""
        pairs = zip(ID.finditer(expected), ID.finditer(actual), strict=False)
        for on_page, real in pairs:
            if on_page[1] == real[1]:
                self.known.setdefault(on_page[0], real[0])


def mask(text: str) -> str:
    """Replace values that differ between two runs."""
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return re.sub(r" +$", "", text, flags=re.MULTILINE).strip("\n")


def matches_screen(expected: str, actual: str) -> bool:
    """Return whether a screen is as expected. A line `…` matches any number of lines."""
    parts = [part.strip("\n") for part in re.split(r"^…$", mask(expected), flags=re.MULTILINE)]
    pattern = r"(?s:.*)".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, mask(actual)) is not None
