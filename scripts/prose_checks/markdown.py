"""Passages of Markdown files, and their long lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prose_checks.sentences import Area, Passage

LONGEST = 120
FENCE = re.compile(r"^\s*(```+|~~~+)")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?")
HEADING = re.compile(r"^#{1,6}\s+")
LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)\s]*(?:\s+\"[^\"]*\")?\)|\[[^\]]*\])")
LINK_TARGET = re.compile(r"\]\([^)]*\)|https?://\S+|^\[[^\]]+\]:")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
CELL = re.compile(r"(?<!\\)\|")


def passages(text: str, area: Area) -> Iterator[Passage]:
    """Yield paragraphs, headings, list items and table cells, but no code blocks."""
    block: list[str] = []
    first = 0
    for number, line in _prose_lines(text):
        stripped = line.strip()
        starts = bool(ITEM.match(line) or HEADING.match(line))
        cells = stripped.startswith("|")
        if block and (not stripped or starts or cells or first + len(block) != number):
            yield Passage(area, first, _unlinked("\n".join(block)))
            block = []
        if cells:
            for cell in CELL.split(stripped.strip("|")):
                if cell.strip(" :-"):
                    yield Passage(area, number, _unlinked(cell.strip()))
        elif HEADING.match(line):
            yield Passage(area, number, _unlinked(HEADING.sub("", line)))
        elif stripped:
            first = first if block else number
            block.append(re.sub(r"^[>\s]+", "", ITEM.sub("", line)))
    if block:
        yield Passage(area, first, _unlinked("\n".join(block)))


def long_lines(text: str) -> Iterator[int]:
    """Yield the numbers of lines that are too long and could be wrapped."""
    for number, line in _prose_lines(text, comments=False):
        table = line.lstrip().startswith("|")
        if len(line) > LONGEST and not table and not LINK_TARGET.search(line):
            yield number


def _prose_lines(text: str, *, comments: bool = True) -> Iterator[tuple[int, str]]:
    if comments:
        text = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            yield number, ""
        elif not fence:
            yield number, line


def _unlinked(text: str) -> str:
    return TAG.sub("", LINK.sub(r"\1", text)).replace("\\|", "|")
