"""Sentences, and how a passage of text is cut into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Area(StrEnum):
    """A kind of text. The share of matches is limited in each."""

    README = "README and changelog"
    DOCS = "docs"
    DOCSTRINGS = "docstrings"
    COMMENTS = "comments"
    MESSAGES = "help and messages"
    UI = "dashboard"


@dataclass(frozen=True, slots=True)
class Passage:
    """Running text from one place in a file: a paragraph, a comment, a string literal."""

    area: Area
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a file. `plain` is its text without code and placeholders."""

    path: str
    line: int
    area: Area
    text: str
    plain: str


CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)|\{[^{}\n]*\}", re.DOTALL)
END = re.compile(r"(?<=[.!?])[\"')\]*_’”]*\s+(?=[\"'(\[*_‘“`{]*[A-Z0-9`{])")
ABBREVIATION = re.compile(r"(?:\be\.g|\bi\.e|\bvs|\betc|\bcf|^\d+)\.$")
WORD = re.compile(r"[^\W\d_]{2,}|\b[AaI]\b")
MARKS = re.compile(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}")


def split(passage: Passage, path: str) -> Iterator[Sentence]:
    """Yield the sentences of a passage that have at least two words."""
    masked = CODE.sub(lambda code: "\x00" * len(code[0]), passage.text)
    begin = 0
    ends = [*(end.end() for end in END.finditer(masked)), len(masked)]
    for end in ends:
        if end < len(masked) and ABBREVIATION.search(masked[begin:end].rstrip()):
            continue
        plain = _plain(masked[begin:end])
        if len(WORD.findall(plain)) + plain.count("…") >= 2:
            leading = len(masked[begin:end]) - len(masked[begin:end].lstrip())
            line = passage.line + passage.text.count("\n", 0, begin + leading)
            text = " ".join(passage.text[begin:end].split())
            yield Sentence(path, line, passage.area, text, plain)
        begin = end


def _plain(masked: str) -> str:
    text = re.sub("\x00+", "…", masked)
    return " ".join(MARKS.sub("", text).split())
