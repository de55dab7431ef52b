"""Terms: the significant words of a text, and how well two texts match."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence

MAX_QUERY_TERMS = 64
MAX_TERM = 40  # characters; longer strings are not words

_WORD = re.compile(r"[^\W_]+")
_NEGATED = re.compile(r"n['’]t\b")
_CLITIC = re.compile(r"['’](?:s|m|re|ve|ll|d)\b")
# Scripts without spaces: every pair of neighboring characters is a term.
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_NEGATIONS = frozenset({"no", "not", "never", "nor", "without"})
_COMMON = """
a about above after again all also am an and any anyone anything are as at be because been before
being below between both but by can cannot could did do does doing down during each few for from
further get gets getting give given go goes going got had has have having he hello her here hers
hey hi him his how i if in into is it its itself just know let like likes ll may maybe me might
mine more most much must my myself need needs now of off ok okay on once one only or other our
ours out over own please really remember s said same say says she should so some someone something
still such sure t tell than thank thanks that the their theirs them then there these they thing
things think this those to too under until up us use used user ve very want wants was we well were
what when where which while who whom whose why will with would yes yet you your yours
"""
_STOP = _NEGATIONS | frozenset(_COMMON.split())
_VOWELS = frozenset("aeiouy")


def terms_of(text: str) -> tuple[str, ...]:
    """Return the significant words of a text, each once, in order."""
    return tuple(dict.fromkeys(stem(w) for w in _words(text) if w not in _STOP))


def gist_of(text: str) -> tuple[str, ...]:
    """Return the terms and negations of a text, for comparing meanings."""
    words = _words(text)
    kept = [w for w in words if w not in _STOP or w in _NEGATIONS]
    return tuple(sorted({stem(w) for w in kept or words}))


def says_the_same(one: Collection[str], other: Collection[str], *, alike: float = 0.9) -> bool:
    """Whether two gists are so similar that one is redundant; numbers must agree."""
    first, second = set(one), set(other)
    if {w for w in first ^ second if any(c.isdigit() for c in w)}:
        return False
    either = first | second
    return first == second or len(first & second) >= alike * len(either)


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = _CLITIC.sub("", _NEGATED.sub(" not", plain))
    found = [word for word in _WORD.findall(plain) if len(word) <= MAX_TERM]
    return [part for word in found for part in _split_unspaced(word)]


def _split_unspaced(word: str) -> list[str]:
    if _UNSPACED.search(word) is None:
        return [word]
    runs = _UNSPACED.findall(word)
    pairs = [run[at : at + 2] for run in runs for at in range(max(len(run) - 1, 1))]
    return pairs + [rest for rest in _UNSPACED.split(word) if rest]


def stem(word: str) -> str:
    """Return an English word without its ending, so that `lives` matches `living`."""
    if len(word) <= 3 or not (word.isascii() and word.isalpha()):
        return word
    word = _singular(word)
    for ending in ("ing", "ed", "ly"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and _VOWELS & set(root):
            doubled = root[-1] == root[-2] and root[-1] not in "aeiouls"
            word = root[:-1] if doubled else root
            break
    return word.removesuffix("e") if len(word) > 3 else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def word_scores(
    query: Sequence[str], found: Mapping[int, Collection[str]], *, total: int
) -> dict[int, float]:
    """Score texts against a query from 0 to 1; `found` are all texts that share a term with it.

    Rare words count more than frequent ones, and one word of a long query counts less than one of a
    short query. Stores only find candidates, so the scores are the same everywhere.
    """
    held = {key: set(terms) for key, terms in found.items()}
    weights = {}
    for term in query[:MAX_QUERY_TERMS]:
        count = sum(term in terms for terms in held.values())
        weights[term] = math.log(1 + (total + 1) / (count + 0.5))
    norm = math.sqrt(sum(weight**2 for weight in weights.values()))
    if not norm:
        return {}
    return {key: _cosine(weights, terms, norm) for key, terms in held.items()}


def _cosine(weights: Mapping[str, float], terms: Collection[str], norm: float) -> float:
    shared = sum(weights[term] ** 2 for term in terms if term in weights)
    return math.sqrt(shared) / norm
