"""Cutting bytes into lines, before anything is decoded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class LineCutter:
    """Gives back whole lines of what is pushed in, however the chunks are cut.

    A character that lies across two chunks stays whole, because only whole lines are decoded.
    Line ends (LF, CRLF) and blank lines are dropped.
    """

    def __init__(self) -> None:
        self._rest = bytearray()

    def push(self, chunk: bytes) -> list[bytes]:
        """The lines that end in this chunk."""
        first, *others = chunk.split(b"\n")
        self._rest += first
        if not others:
            return []
        lines = [bytes(self._rest), *others]
        self._rest = bytearray(lines.pop())
        return _written(lines)

    def end(self) -> list[bytes]:
        """The last line, when nothing ended it."""
        line, self._rest = bytes(self._rest), bytearray()
        return _written([line])


def split_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines of a stream that comes in chunks."""
    cutter = LineCutter()
    for chunk in chunks:
        yield from cutter.push(chunk)
    yield from cutter.end()


def _written(lines: list[bytes]) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in lines if not line.isspace() and line]
