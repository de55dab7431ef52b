"""Lines of an agent's output, bounded while they are read.

In a long line, JSON strings are cut as they arrive, so that a huge tool result is never held in
memory as a whole and the line stays valid JSON.
"""

from __future__ import annotations

import re

from runwhy.core.agents.entry_limits import truncation_note

LONG_LINE = 8 * 1024 * 1024  # bytes; strings are cut in longer lines only
# Bytes of one string in a long line. The echo of a prompt is never cut: a request has at most
# 1 MiB, and JSON writes a byte with at most six.
MAX_STRING = 8 * 1024 * 1024
MAX_LINE = 64 * 1024 * 1024  # bytes; a longer line is split, and kept as raw output
_PIECE = 64 * 1024  # bytes

_ESCAPE = rb"\\(?:u[0-9a-fA-F]{4}|[^u])"
_BODY = re.compile(rb'(?:[^"\\]++|' + _ESCAPE + rb")*+", re.DOTALL)
_WHOLE = re.compile(rb'(?:[^"]*+"' + _BODY.pattern + rb'")*+', re.DOTALL)
_LONGEST = 6  # bytes of an escape
_PAIR = rb"\\u[dD][89abAB][0-9a-fA-F]{2}"  # the first half of a surrogate pair
_HALF_PAIR = re.compile(_PAIR + rb"\Z")
_HALF = re.compile(rb"(?:" + _PAIR + rb"|[\xc0-\xff][\x80-\xbf]{0,2})\Z")


class OutputLines:
    """Splits chunks of output into lines. Blank lines are dropped."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._strings: _StringCutter | None = None

    def push(self, chunk: bytes) -> list[bytes]:
        """Return the lines that end in this chunk."""
        *ended, rest = chunk.split(b"\n")
        lines: list[bytes] = []
        for piece in ended:
            lines += [*self._add(piece), *self.end()]
        return lines + self._add(rest)

    def end(self) -> list[bytes]:
        """Return the current line, at the end of the line or of the output."""
        if self._strings is not None:
            self._line += self._strings.rest
        line, self._line, self._strings = bytes(self._line), bytearray(), None
        return [] if not line or line.isspace() else [line]

    def _add(self, piece: bytes) -> list[bytes]:
        """Extend the current line; return it if it is too long."""
        if self._strings is None and len(self._line) + len(piece) > LONG_LINE:
            self._strings = _StringCutter()
            before, self._line = bytes(self._line), bytearray()
            for at in range(0, len(before), _PIECE):
                self._line += self._strings.cut(before[at : at + _PIECE])
        self._line += piece if self._strings is None else self._strings.cut(piece)
        return self.end() if len(self._line) > MAX_LINE else []


class _StringCutter:
    """Cuts the strings of a JSON document that arrives in pieces."""

    def __init__(self) -> None:
        self._inside = False
        self._size = 0  # bytes of the current string so far
        self.rest = b""  # the start of a character at the end of a piece

    def cut(self, piece: bytes) -> bytes:
        """Return the part of a piece to keep."""
        piece, self.rest = self.rest + piece, b""
        kept, at = bytearray(), 0
        while at < len(piece):
            at = self._string(piece, at, kept) if self._inside else self._between(piece, at, kept)
        return bytes(kept)

    def _between(self, piece: bytes, at: int, kept: bytearray) -> int:
        start = at
        if len(piece) <= MAX_STRING and (whole := _WHOLE.match(piece, at)):
            start = whole.end()  # strings that end in this piece are short enough
        quote = piece.find(b'"', start)
        end = len(piece) if quote < 0 else quote + 1
        kept += piece[at:end]
        self._inside, self._size = quote >= 0, 0
        return end

    def _string(self, piece: bytes, at: int, kept: bytearray) -> int:
        """Keep the string from here on as far as there is room, and return where to continue."""
        end = _end_of(piece, at)
        room = max(MAX_STRING - self._size, 0)
        kept += piece[at:end] if end - at <= room else _head(piece, at, at + room)
        self._size += end - at
        if piece[end : end + 1] == b'"':
            if self._size > MAX_STRING:
                kept += truncation_note(self._size).replace("\n", "\\n").encode()
            kept += b'"'
            self._inside = False
            return end + 1
        if len(piece) - end >= 2 * _LONGEST:
            return end  # behind a backslash that starts no escape: this is not JSON
        self.rest = piece[end:]
        return len(piece)


def _end_of(piece: bytes, at: int) -> int:
    """Return where the string ends, or where the next piece completes a character of it."""
    found = _BODY.match(piece, at)
    end = found.end() if found else at
    if piece[end : end + 1] == b'"':
        return end
    if len(piece) - end >= _LONGEST:
        return end + 1
    half = _HALF.search(piece, max(end - _LONGEST, at), end)
    return half.start() if half else end


def _head(piece: bytes, at: int, end: int) -> bytes:
    """Return the start of a string, without half a character."""
    while end > at and piece[end] & 0xC0 == 0x80:
        end -= 1
    found = _BODY.match(piece, at, end)
    head = found[0] if found else b""
    return _HALF_PAIR.sub(b"", head)
