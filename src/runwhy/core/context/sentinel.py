"""The sentinel: metadata in front of a text, for agents whose only input is one text."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from runwhy.core.agents.entries import EntryChange, UserMessage

START = "\x1eCODEX_META "
END = "\x1f"


def wrap(meta: Sequence[str], text: str) -> tuple[str, int]:
    """Return the text with each JSON document in front of it, and the length of that prefix.

    Record the length: it is the only way to find the text again.
    """
    front = "".join(f"{START}{_one_line(json)}{END}" for json in meta)
    return front + text, len(front)


def cut(text: str, length: int) -> str:
    """Remove the prefix from a text.

    Call this before any trimming: `strip()` removes the separator, and the length no longer fits.
    """
    return text[length:]


def cut_found(text: str) -> str:
    """Remove the prefix where its length is unknown: in a history that another server wrote."""
    while text.startswith(START) and END in text:
        text = text[text.index(END) + len(END) :]
    return text


def without_prefix(change: EntryChange) -> EntryChange:
    """Remove the prefix from a prompt that was read from a recorded stream or a history."""
    if isinstance(change, UserMessage) and change.text.startswith(START):
        return replace(change, text=cut_found(change.text))
    return change


def _one_line(json: str) -> str:
    """Escape line breaks and sentinel characters inside the strings of a JSON document."""
    return (
        json.replace("\r", "\\r")
        .replace("\n", "\\n")
        .replace("\x1e", "\\u001e")
        .replace(END, "\\u001f")
    )
