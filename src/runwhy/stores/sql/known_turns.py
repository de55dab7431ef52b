"""Turns of sessions in the memory of a store, so that a run of a long session reads only new ones.

The turn of an ended run never changes, except by an erasure, which changes the session's number of
erasures in the same transaction.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from runwhy.core.runs.log import Turn

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


class KnownTurns:
    """Turns by session; those of sessions without recent runs are dropped."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._size = 0
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self.forgotten = 0  # how often all turns were dropped

    def get(self, key: Key) -> Known | None:
        """Return what is known of a session."""
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            return known

    def put(self, key: Key, known: Known, *, forgotten: int) -> None:
        """Keep turns, unless some were erased after `forgotten` was read, and before the turns."""
        with self._lock:
            if forgotten != self.forgotten:
                return
            self._remove(key)
            if known.size > self._most:
                return
            self._known[key] = known
            self._size += known.size
            while self._size > self._most:
                self._remove(next(iter(self._known)))

    def forget(self) -> None:
        """Drop all turns, because some are being erased."""
        with self._lock:
            self._known.clear()
            self._size = 0
            self.forgotten += 1

    def _remove(self, key: Key) -> None:
        known = self._known.pop(key, None)
        if known is not None:
            self._size -= known.size

    def __len__(self) -> int:
        return len(self._known)
