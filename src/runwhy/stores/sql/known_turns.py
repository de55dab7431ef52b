"""Turns of sessions in the memory of a store, so that a run of a long session reads only new ones.

The turn of an ended run never changes, except by an erasure, which changes the session's number of
erasures in the same transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from runwhy.core.runs.log import Turn
from runwhy.stores.sql.bounded_memory import BoundedMemory

MOST = 16 << 20  # bytes, estimated
TURN_BYTES, PART_BYTES = 600, 2000  # values and objects, without the text of parts
_VALUE_BYTES = 64  # of a number or text in the JSON of a part; an object with names takes more

Key: TypeAlias = tuple[str, bool]  # a session, and whether summarized turns are included


def part_size(text: str, extra: str) -> int:
    """Return an estimate of the memory for a part with this text and JSON, and for its memo."""
    values = extra.count(",") + 2 * extra.count("{")
    return PART_BYTES + 2 * (len(text) + len(extra)) + _VALUE_BYTES * values


class Known(NamedTuple):
    """The turns before a run, all ended."""

    turns: Sequence[Turn]
    erasures: int  # of the session, read before the turns
    run_id: str  # the run that the turns were read for
    number: int  # of that run
    size: int  # bytes, estimated


class KnownTurns(BoundedMemory[Key, Known]):
    """Turns by session; those of sessions without recent runs are dropped."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__(most)
