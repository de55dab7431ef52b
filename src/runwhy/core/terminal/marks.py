"""Marks: escape sequences that Runwhy's shell scripts write into the terminal output.

A mark is `ESC ] 633 ; KIND ; FIELD… ; NONCE` and BEL or `ESC \\`. Output and marks share one
stream, so their order is certain. A mark without its shell's nonce is treated as output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

OPENING = b"\x1b]633;"
MAX_MARK = 1024 * 1024  # longer sequences are not marks; a command line of 100 kB fits
MAX_CWD = 4096

_END = re.compile(rb"\x07|\x1b\\|\x18|\x1a|\x1b(?=[^\\])")
_ESCAPED = re.compile(rb"\\(?:\\|x([0-9a-fA-F]{2}))")


@dataclass(frozen=True, slots=True)
class Mark:
    """A: a prompt follows. E: the command line. P: the directory. C: it starts. D: it ended."""

    kind: str
    value: str = ""


Token = bytes | Mark


class Scanner:
    """Splits the bytes of one shell into output and marks.

    The result does not depend on how the bytes are chunked.
    """

    def __init__(self, nonce: str) -> None:
        if not nonce:
            rule = "a shell needs a nonce; without one, any program could forge its marks"
            raise ValueError(rule)
        self._nonce = nonce.encode()
        self._held = bytearray()  # possibly the beginning of a mark
        self._seen = 0  # bytes already searched for an end

    def feed(self, data: bytes) -> list[Token]:
        """Return the tokens in these bytes, including bytes held back earlier."""
        if self._held:
            if self._goes_on(data):
                self._held += data
                self._seen = len(self._held) - 1
                return []
            data = bytes(self._held) + data
            self._held.clear()
        tokens: list[Token] = []
        at = 0
        while (start := data.find(OPENING, at)) >= 0:
            end = _END.search(data, max(start + len(OPENING), self._seen))
            self._seen = 0
            if end is None or (end[0] == b"\x1b" and end.end() == len(data)):
                if len(data) - start <= MAX_MARK:
                    _add(tokens, data[at:start])
                    self._held += data[start:]
                    self._seen = len(self._held) - 1
                    return tokens
                after = start + len(OPENING)
                _add(tokens, data[at:after])
            else:
                after = self._read(tokens, data, at, start, end)
            at = after
        rest = data[at:]
        kept = _beginning(rest)
        _add(tokens, rest[: len(rest) - kept])
        self._held += rest[len(rest) - kept :]
        self._seen = 0
        return tokens

    def flush(self) -> list[Token]:
        """Return the bytes held back, at the end of the stream."""
        held, self._seen = bytes(self._held), 0
        self._held.clear()
        return [held] if held else []

    def _goes_on(self, data: bytes) -> bool:
        """Whether an open mark does not end in `data` either, so that it is not scanned again."""
        if len(self._held) < len(OPENING) or len(self._held) + len(data) > MAX_MARK:
            return False
        return _END.search(bytes(self._held[-1:]) + data) is None

    def _read(
        self, tokens: list[Token], data: bytes, at: int, start: int, end: re.Match[bytes]
    ) -> int:
        whole = end[0] in (b"\x07", b"\x1b\\")
        mark = self._mark(data[start + len(OPENING) : end.start()]) if whole else None
        if mark is None:  # not ours, or incomplete: it stays in the output
            after = end.end() if whole else end.start()
            _add(tokens, data[at:after])
            return after
        _add(tokens, data[at:start])
        tokens.append(mark)
        return end.end()

    def _mark(self, body: bytes) -> Mark | None:
        kind, *fields = body.split(b";")
        if len(fields) not in (1, 2) or fields[-1] != self._nonce:
            return None
        value = _unescape(fields[0]).decode(errors="replace") if len(fields) == 2 else ""
        return Mark(kind.decode(errors="replace"), value)


def _add(tokens: list[Token], data: bytes) -> None:
    if not data:
        return
    if tokens and isinstance(tokens[-1], bytes):
        tokens[-1] += data
    else:
        tokens.append(data)


def _beginning(data: bytes) -> int:
    """Return how many bytes at the end may be the beginning of a mark."""
    for length in range(min(len(OPENING) - 1, len(data)), 0, -1):
        if data.endswith(OPENING[:length]):
            return length
    return 0


def _unescape(text: bytes) -> bytes:
    return _ESCAPED.sub(lambda m: b"\\" if m[1] is None else bytes([int(m[1], 16)]), text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A command started. `cmd` is empty if the shell hides it."""

    cmd: str
    cwd: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A command ended, with its exit status if the shell reported one."""

    exit_code: int | None


CommandEvent = Started | Ended | bytes


class CommandReader:
    """Turns tokens into commands: output between two marks belongs to the enclosed command."""

    def __init__(self) -> None:
        self._cmd = ""
        self._cwd = ""
        self.running = False

    @property
    def cwd(self) -> str:
        """The last directory reported by the shell."""
        return self._cwd

    def read(self, tokens: list[Token]) -> Iterator[CommandEvent]:
        """Yield command events, and the output of the running command. Prompts are skipped."""
        for token in tokens:
            if isinstance(token, bytes):
                if self.running:
                    yield token
            else:
                yield from self._take(token)

    def _take(self, mark: Mark) -> Iterator[CommandEvent]:
        match mark.kind:
            case "P":
                self._cwd = mark.value[:MAX_CWD]
            case "E":
                self._cmd = mark.value
            case "C":
                if self.running:
                    yield Ended(exit_code=None)
                self.running = True
                yield Started(cmd=self._cmd, cwd=self._cwd)
                self._cmd = ""
            case "D" if self.running:
                self.running = False
                yield Ended(exit_code=_number(mark.value))
            case "A" if self.running:  # a new prompt: the running command has ended
                self.running = False
                yield Ended(exit_code=None)


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None
