"""Suggestions for misspelled words in a query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice

from runwhy.core.queries.ast import Field, Query, Text, keys_used, terms
from runwhy.core.queries.renderer import tag_name

_MAX_KNOWN = 1000  # comparing words is slow, and a suggestion is not worth a wait
_MAX_SUGGESTED = 5


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word of the query that matches nothing, and the one probably meant."""

    written: str
    meant: str

    def __str__(self) -> str:
        return f'did you mean "{self.meant}" instead of "{self.written}"?'


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate most similar to the word, in either case, or None."""
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.casefold(), candidate)
    found = get_close_matches(word.casefold(), folded, n=1)
    return folded[found[0]] if found else None


def suggestions(query: Query, known_keys: Iterable[str]) -> tuple[Suggestion, ...]:
    """Suggest replacements for unknown tag keys, and for a lower-case `or`."""
    known = list(islice(known_keys, _MAX_KNOWN))
    unknown = [key for key in keys_used(query) if key not in known][:_MAX_SUGGESTED]
    return (*_similar_keys(unknown, known), *_small_keywords(query))


def _similar_keys(unknown: Sequence[str], known: Sequence[str]) -> Iterator[Suggestion]:
    names = [*Field, *(tag_name(key) for key in known)] if unknown else []
    for key in unknown:
        if (meant := closest(key, names)) is not None:
            yield Suggestion(tag_name(key), meant)


def _small_keywords(query: Query) -> tuple[Suggestion, ...]:
    words = [term.words for term in terms(query) if isinstance(term, Text)]
    small = dict.fromkeys(word for word in words if word in ("and", "or", "not"))
    return tuple(Suggestion(word, word.upper()) for word in small)
