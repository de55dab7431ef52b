"""Run counts and query suggestions as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from runwhy.core.json import JsonObject
from runwhy.core.queries import Suggestion
from runwhy.core.queries.counts import Count, Facet, Histogram
from runwhy.wire.responses import time_text

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def facet_json(key: str, facet: Facet) -> JsonObject:
    """Return the values of one key as JSON."""
    values = [{"value": each.value, "count": each.count} for each in facet.values]
    return {"key": key, "values": values, "other": facet.other}


def keys_json(keys: Sequence[Count]) -> JsonObject:
    """Return tag keys as JSON."""
    return {"keys": [{"key": each.value, "count": each.count} for each in keys]}


def histogram_json(histogram: Histogram, group_by: str | None) -> JsonObject:
    """Return a histogram as JSON, with counts by value if `group_by` is set."""
    buckets = [_bucket(histogram, at) for at in range(len(histogram.bars))]
    if group_by is not None:
        buckets = [{**bucket, **_groups(histogram, at)} for at, bucket in enumerate(buckets)]
    return {
        "interval": histogram.interval.value,
        "groupBy": group_by,
        "groups": list(histogram.groups),
        "buckets": buckets,
    }


def _bucket(histogram: Histogram, at: int) -> JsonObject:
    start = _EPOCH + timedelta(milliseconds=histogram.bars[at])
    return {"start": time_text(start), "count": histogram.totals[at]}


def _groups(histogram: Histogram, at: int) -> JsonObject:
    counts = {value: bars[at] for value, bars in histogram.groups.items() if bars[at]}
    other = histogram.other[at] if histogram.other else 0
    none = histogram.totals[at] - sum(counts.values()) - other
    return {"counts": counts, "other": other, "none": none}


def suggestions_json(found: Sequence[Suggestion]) -> dict[str, object]:
    """Return suggestions as JSON; empty if there are none."""
    suggestions = [
        {"written": each.written, "meant": each.meant, "message": str(each)} for each in found
    ]
    return {"suggestions": suggestions} if suggestions else {}
