"""Answers that count runs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.wire.answers.shared import Answer


class ValueCount(Answer):
    """A value, and how many runs have it."""

    value: str
    count: int


class Facet(Answer):
    """The most frequent values of a key; `other` is how many runs have another one."""

    key: str
    values: list[ValueCount]
    other: int


class KeyCount(Answer):
    """A key, and how many runs have it."""

    key: str
    count: int


class RunKeys(Answer):
    """The keys of tags, the most frequent first."""

    keys: list[KeyCount]


class Bucket(Answer):
    """A bar: how many runs began in it; with `groupBy`, how many of them have which value."""

    start: datetime
    count: int
    counts: dict[str, int] | None = None
    other: Annotated[int | None, Field(description="with a value that is not named")] = None
    none: Annotated[int | None, Field(description="without a value")] = None


class RunHistogram(Answer):
    """Bars without gaps, and the values that they are divided by, the most frequent first."""

    interval: Literal["minute", "hour", "day"]
    group_by: str | None
    groups: list[str]
    buckets: list[Bucket]
