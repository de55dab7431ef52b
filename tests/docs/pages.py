"""A page of the documentation as somebody reads it: what to type, and what is shown then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEREDOC = re.compile(r"<<-?'?(\w+)'?")
ID = re.compile(r"\b(run|ses|trg|key|agt|mem)_[0-9a-z]{26}\b")
# What is another at every try; everything else must be as it is shown.
MASKS = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"), "TIME"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d( [A-Z]+)?"), "TIME"),
    (re.compile(r"\b[A-Z][a-z]{2} \d\d \d\d:\d\d\b"), "TIME"),
    (re.compile(r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"), "DAY"),
    (re.compile(r"\b\d+\.\d s\b"), "SECONDS"),
    (re.compile(r'(seal: ")[\w-]{20}'), r"\1SEAL"),
    (re.compile(r"\b\d+ → \d+ tokens\b"), "TOKENS"),
    (re.compile(r"\b\d+( of 4096)? bytes"), "BYTES"),
)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block, and what the page shows right below it."""

    language: str
    text: str
    shown: str | None

    @property
    def commands(self) -> list[str]:
        """What is typed, one command after the other."""
        return [*_commands(self.text.splitlines())]


def blocks(page: Path) -> list[Block]:
    """The blocks of a page that are typed or run; a `text` block belongs to the one before."""
    found = FENCE.findall(page.read_text())
    return [
        Block(language, text, _shown(found[at + 1 : at + 2]))
        for at, (language, text) in enumerate(found)
        if language != "text"
    ]


def _shown(following: list[tuple[str, str]]) -> str | None:
    return next((text for language, text in following if language == "text"), None)


def _commands(lines: list[str]) -> Iterator[str]:
    held: list[str] = []
    end: str | None = None
    for line in lines:
        held.append(line)
        opened = HEREDOC.search(line)
        if end is None and opened:
            end = opened[1]
        elif line == end:
            end = None
        if end is None and not line.endswith("\\"):
            yield "\n".join(held)
            held = []


@dataclass(slots=True)
class Names:
    """Which id here stands for which id on the page."""

    known: dict[str, str] = field(default_factory=dict)

    def here(self, text: str) -> str:
        """Text of the page with the ids that there are here."""
        return ID.sub(lambda found: self.known.get(found[0], found[0]), text)

    def learn(self, shown: str, seen: str) -> None:
        """Take ids that are new on the page from the same places in what was seen."""
        there, here = (ID.finditer(text) for text in (shown, seen))
        for one, other in zip(there, here, strict=False):
            if one[1] == other[1]:
                self.known.setdefault(one[0], other[0])


def masked(text: str) -> str:
    """Text without what is another at every try."""
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return re.sub(r" +$", "", text, flags=re.MULTILINE).strip("\n")


def is_as_shown(shown: str, seen: str) -> bool:
    """Whether a screen is as the page shows it; a line `…` there stands for any lines."""
    parts = [part.strip("\n") for part in re.split(r"^…$", masked(shown), flags=re.MULTILINE)]
    pattern = r"(?s:.*)".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, masked(seen)) is not None
