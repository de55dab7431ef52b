"""Text of others for people: without characters that control a terminal or disguise text."""

from __future__ import annotations

import re

# Control characters that a terminal would execute; tab and newline are safe.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Characters that reverse the direction of text, which can disguise its content.
_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def escape_controls(text: str) -> str:
    """Replace characters that control a terminal or reorder text with visible ones."""
    return _REORDERING.sub(_escape, _CONTROLS.sub(_symbol, text))


def one_line(text: str) -> str:
    """Return text on one line, with escaped control characters."""
    return escape_controls(" ".join(text.split()))


def cut(text: str, limit: int) -> str:
    """Return text on one line, cut to a number of characters."""
    line = one_line(text)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _symbol(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + code) if code < 0x20 else "\N{SYMBOL FOR DELETE}"
