"""The form in which opencode stores messages."""

from __future__ import annotations

from collections.abc import Mapping

from runwhy.core.runs.run import Tokens


def tokens_of(counts: Mapping[str, object]) -> Tokens:
    """Return the tokens that opencode stores for a model call."""
    cache = counts.get("cache")
    cached = cache if isinstance(cache, Mapping) else {}
    read, written = _count(cached, "read"), _count(cached, "write")
    input, output = _count(counts, "input") + read + written, _count(counts, "output")
    reasoning = _count(counts, "reasoning")
    if _count(counts, "total") == input + output + reasoning:
        output += reasoning  # reported separately
    return Tokens(input=input, cached=read, cache_write=written, reasoning=reasoning, output=output)


def _count(report: Mapping[str, object], name: str) -> int:
    value = report.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
