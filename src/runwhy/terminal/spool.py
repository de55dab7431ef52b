"""Spool: the last bytes of a terminal in an unnamed file, read by offset."""

from __future__ import annotations

import os
import tempfile
import weakref

import structlog

KEPT = 64 * 1024 * 1024  # bytes kept per terminal

_log = structlog.get_logger("runwhy.terminals")


class Spool:
    """A ring buffer in an unnamed file, which no other process can open."""

    def __init__(self, limit: int = KEPT) -> None:
        self._limit = limit
        with tempfile.TemporaryFile(prefix="runwhy-") as file:
            self._file = os.dup(file.fileno())
        weakref.finalize(self, os.close, self._file)  # closed with the last reader
        self._lost = 0  # the first readable offset after a failed write
        self.end = 0

    @property
    def first(self) -> int:
        """The first readable offset."""
        return max(self._lost, self.end - self._limit)

    def add(self, data: bytes) -> None:
        """Append bytes. Bytes that a full disk rejects are lost for later readers."""
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
            _log.warning("terminal.spool_write_failed", error=repr(error))

    def read(self, offset: int, limit: int) -> tuple[int, bytes]:
        """Return bytes from an offset (or the first readable one), and the offset after them."""
        offset = max(offset, self.first)
        at = offset % self._limit
        length = min(limit, self.end - offset, self._limit - at)
        data = os.pread(self._file, length, at) if length > 0 else b""
        return offset + len(data), data

    def recent(self, limit: int) -> int:
        """Return an offset near the end where a line starts, if possible."""
        offset = max(self.first, self.end - limit)
        if offset == 0:
            return 0
        _, data = self.read(offset, limit)
        return offset + (data.find(b"\n") + 1 or data.find(b"\r") + 1)
