"""Results of tools as a model gets them: text, bounded, without the secrets that led there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from runwhy.core.json import compact_json, storable

SUMMARY_LENGTH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOutput:
    """What a tool answered, and whether it did its work."""

    text: str
    ok: bool = True

    @property
    def summary(self) -> str:
        """The beginning, for those who follow the run."""
        cut = self.text[:SUMMARY_LENGTH]
        return cut if cut == self.text else cut + "…"


def bounded(text: str, limit: int) -> str:
    """At most `limit` bytes of text, cut between characters, and saying so."""
    raw = storable(text).encode("utf-8", "replace")
    if len(raw) <= limit:
        return raw.decode()
    kept = raw[:limit].decode("utf-8", "ignore")
    return f"{kept}\n[cut: the first {limit} of {len(raw)} bytes]"


def text_of(blocks: Iterable[Any], structured: object) -> str:
    """The content of an MCP result as text; what is no text is named."""
    texts = [_block_text(block) for block in blocks]
    if not texts and structured is not None:
        return compact_json(structured)
    return "\n".join(texts)


def _block_text(block: Any) -> str:
    match block.type:
        case "text":
            return str(block.text)
        case "resource" if getattr(block.resource, "text", None) is not None:
            return str(block.resource.text)
        case "resource_link":
            return f"[{block.name}: {block.uri}]"
        case "image" | "audio":
            return f"[{block.type}, {block.mime_type}, {len(block.data) * 3 // 4} bytes]"
        case other:
            return f"[{other}]"
