"""Where a text may contain secrets: the lines with a hint, so that patterns skip all others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

BEFORE, BEHIND = 64, 1024  # characters around a hint
LONG_WORD = 15  # letters, digits, `_` and `-`
BEFORE_WORD = 20  # room for a prefix that ends with another character, such as `hvs.`
_MARKED = bytes(
    97 if (byte < 128 and chr(byte).isalnum()) or byte in b"_-" else 32 for byte in range(256)
)
_RUN = b"a" * LONG_WORD
_NEGATED = re.compile(r"\[\^(?:\\.|[^\]\\])*\]")
_LINE_BREAK = re.compile(r"\\[sSWDn]|\(\?s")


@lru_cache(maxsize=1)  # needed several times while one text is checked
def folded(text: str) -> bytes:
    """Return the text in lower case, one byte per character; hints are ASCII."""
    return text.encode("ascii", "replace").lower()


def long_words(text: str) -> bytes:
    """Return the long words of a text, each with the characters before it."""
    lower = folded(text)
    marked = lower.translate(_MARKED)
    found: list[bytes] = []
    at = marked.find(_RUN)
    while at >= 0:
        end = marked.find(b" ", at)
        end = end if end >= 0 else len(lower)
        found.append(lower[max(0, at - BEFORE_WORD) : end])
        at = marked.find(_RUN, end)
    return b"\n".join(found)


def hinted_lines(text: str, hints: Iterable[bytes]) -> Sequence[tuple[int, int]]:
    """Return the start and end of each line with a hint, in order."""
    lower = folded(text)
    found: dict[int, int] = {}
    for hint in hints:
        at = lower.find(hint)
        while at >= 0:
            end = lower.find(b"\n", at)
            end = end if end >= 0 else len(lower)
            found[lower.rfind(b"\n", 0, at) + 1] = end
            at = lower.find(hint, end)
    return sorted(found.items())


def places_before(text: str, hints: Sequence[str], after: str) -> Iterator[tuple[int, int]]:
    """Yield the surroundings of each hint that a pattern follows."""
    for hint in hints:
        for match in _following(hint, after).finditer(folded(text)):
            yield max(0, match.start() - BEFORE), match.end() + BEHIND


@lru_cache(maxsize=64)
def _following(hint: str, after: str) -> re.Pattern[bytes]:
    return re.compile((re.escape(hint) + after).encode())


@lru_cache(maxsize=256)
def may_cross_lines(pattern: re.Pattern[str]) -> bool:
    """Return whether a match of the pattern may contain a line break."""
    return _LINE_BREAK.search(_NEGATED.sub("", pattern.pattern)) is not None
