"""The sentinel: metadata in front of a text, for agents that take nothing but one text."""

from __future__ import annotations

from collections.abc import Sequence

START = "\x1eCODEX_META "
END = "\x1f"


def wrap(meta: Sequence[str], text: str) -> tuple[str, int]:
    """The text with each piece of JSON in front of it, and how many characters that added.

    The length is to be recorded: it is the only thing by which the text is found again.
    """
    front = "".join(f"{START}{_one_line(json)}{END}" for json in meta)
    return front + text, len(front)


def cut(text: str, length: int) -> str:
    """What was said, without what we put in front of it. Before any trimming: `strip()` would
    eat the separator, and the length would no longer be right."""
    return text[length:]


def cut_found(text: str) -> str:
    """What was said, where the length is not known: in a history that another server wrote."""
    while text.startswith(START) and END in text:
        text = text[text.index(END) + len(END) :]
    return text


def _one_line(json: str) -> str:
    """JSON in which neither a line nor the sentinel ends: both are escaped inside its strings."""
    return (
        json.replace("\r", "\\r")
        .replace("\n", "\\n")
        .replace("\x1e", "\\u001e")
        .replace(END, "\\u001f")
    )
