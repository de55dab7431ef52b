"""Splits bytes into lines before decoding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class LineCutter:
    """Splits chunks of bytes into lines.

    Only complete lines are decoded, so characters split across chunks stay intact. Line ends (LF,
    CRLF) and blank lines are dropped.
    """

    def __init__(self) -> None:
        self._rest = bytearray()

    def push(self, chunk: bytes) -> list[bytes]:
        """Return the lines that end in this chunk."""
        first, *others = chunk.split(b"\n")
        self._rest += first
        if not others:
            return []
        lines = [bytes(self._rest), *others]
        self._rest = bytearray(lines.pop())
        return _written(lines)

    def end(self) -> list[bytes]:
        """Return the last line if it has no line end."""
        line, self._rest = bytes(self._rest), bytearray()
        return _written([line])


def split_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream of chunks."""
    cutter = LineCutter()
    for chunk in chunks:
        yield from cutter.push(chunk)
    yield from cutter.end()


def _written(lines: list[bytes]) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in lines if not line.isspace() and line]
