"""The spool: the last bytes of a terminal in a file without a name, read by place."""

from __future__ import annotations

import os
import tempfile
import weakref

import structlog

KEPT = 64 * 1024 * 1024  # bytes of a terminal that can still be read

_log = structlog.get_logger("runwhy.terminals")


class Spool:
    """A ring on disk. It has no name, so that nobody else opens it and nothing is left of it."""

    def __init__(self, limit: int = KEPT) -> None:
        self._limit = limit
        with tempfile.TemporaryFile(prefix="runwhy-") as file:
            self._file = os.dup(file.fileno())
        weakref.finalize(self, os.close, self._file)  # when the last who reads it is gone
        self._lost = 0  # nothing before this place can be read
        self.end = 0

    @property
    def first(self) -> int:
        """The first place that can be read."""
        return max(self._lost, self.end - self._limit)

    def add(self, data: bytes) -> None:
        """Keep these, too. What a full disk does not take is lost to who looks later."""
        rest = memoryview(data)
        try:
            while rest:
                at = self.end % self._limit
                written = os.pwrite(self._file, rest[: self._limit - at], at)
                self.end += written
                rest = rest[written:]
        except OSError as error:
            self.end += len(rest)
            self._lost = self.end
            _log.warning("the output of a terminal could not be kept", error=repr(error))

    def read(self, place: int, most: int) -> tuple[int, bytes]:
        """Some bytes from a place on, or from the first that is left; and the place behind them."""
        place = max(place, self.first)
        at = place % self._limit
        length = min(most, self.end - place, self._limit - at)
        data = os.pread(self._file, length, at) if length > 0 else b""
        return place + len(data), data

    def recent(self, most: int) -> int:
        """A place near the end from which a line begins, if any does."""
        place = max(self.first, self.end - most)
        if place == 0:
            return 0
        _, data = self.read(place, most)
        return place + (data.find(b"\n") + 1 or data.find(b"\r") + 1)
