"""Tags as search terms: one token per tag, exact in case, that keeps prefixes."""

from __future__ import annotations

from collections.abc import Mapping

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_.")
_WRITTEN = [chr(byte) if byte in _PLAIN else f"~{byte:02x}" for byte in range(256)]


def token(workspace: int, key: str, value: str) -> str:
    """The term of one tag. What the tokenizer would fold or split is written `~xx`."""
    return f"{workspace}.{_written(key)}={_written(value)}"


def tokens(workspace: int, tags: Mapping[str, str]) -> str:
    """The terms of all tags of a row, as FTS5 is given them."""
    return " ".join(token(workspace, key, value) for key, value in tags.items())


def match(workspace: int, tags: Mapping[str, str]) -> str:
    """The FTS5 question for rows that carry all of these tags."""
    return " AND ".join(f'"{token(workspace, key, value)}"' for key, value in tags.items())


def _written(text: str) -> str:
    return "".join([_WRITTEN[byte] for byte in text.encode()])
