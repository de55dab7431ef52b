"""Answers that count runs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.wire.answers.shared import Answer


class ValueCount(Answer):
    """A value, with the number of runs that have it."""

    value: str
    count: int


class Facet(Answer):
    """The most frequent values of a key. `other` counts the runs with any other value."""

    key: str
    values: list[ValueCount]
    other: int


class KeyCount(Answer):
    """A tag key, with the number of runs that have it."""

    key: str
    count: int


class RunKeys(Answer):
    """Tag keys, most frequent first."""

    keys: list[KeyCount]


class Bucket(Answer):
    """Runs started in one interval; with `groupBy`, also per value."""

    start: datetime
    count: int
    counts: dict[str, int] | None = None
    other: Annotated[int | None, Field(description="Runs with a value not in `groups`.")] = None
    none: Annotated[int | None, Field(description="Runs without a value.")] = None


class RunHistogram(Answer):
    """Consecutive intervals, and the values they are grouped by, most frequent first."""

    interval: Literal["minute", "hour", "day"]
    group_by: str | None
    groups: list[str]
    buckets: list[Bucket]
