"""Module names that are not nouns for their content: gerunds, participles, metaphors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("src", "ui/src", "tests", "bench", "scripts")
SUFFIXES = {".py", ".ts", ".tsx"}
# Nouns in -ing that name a thing or a subject.
NOUNS = """
billing binding briefing embedding encoding hardening heading king landing listing logging mapping
packaging padding ping pricing rating ring routing setting spacing string thing timing tracing
typing warning wiring
"""
PARTICIPLES = """
asked bound counted found given guarded kept killed known left made meant measured observed
prepared recorded remembered said scripted seen sent shown stored taken told watched written
"""
METAPHORS = """
alike almanac away beginnings behind belongings bits bounds endings fresh ground later life look
meanwhile narrow now ours patience peers places quick reach rooms stories story talks warm words
worlds
"""
# Names to keep, because other documents refer to them.
KEPT = frozenset({"bench/asking.py"})
FOLLOWERS = frozenset({"at", "between", "by", "in", "once", "with"})
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")


def bad_names(root: Path) -> Iterator[tuple[str, str]]:
    """Yield modules and folders of modules, each with the word to replace."""
    seen: set[str] = set()
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SUFFIXES or "node_modules" in path.parts:
                continue
            relative = path.relative_to(root / folder)
            for part in (*reversed(relative.parents[:-1]), relative):
                name = f"{folder}/{part.as_posix()}"
                if name not in seen | KEPT and (word := bad_word(part.name)):
                    yield name, word
                seen.add(name)


def bad_word(name: str) -> str | None:
    """Return the word that makes this file name a bad one, or None."""
    stem = name.split(".")[0].removeprefix("test_")
    words: list[str] = [word.lower() for word in WORD.findall(stem)]
    if not words:
        return None
    last = words[-1]
    if last.endswith("ing") and last not in NOUNS.split():
        return last
    for word, following in zip(words, [*words[1:], None], strict=True):
        # "saved_views" is a noun, "asked" and "killed_in_between" are not.
        alone = following is None or following in FOLLOWERS
        if word in METAPHORS.split() or (word in PARTICIPLES.split() and alone):
            return word
    return None
