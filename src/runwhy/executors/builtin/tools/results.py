"""Tool results as the model gets them: text of limited size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from runwhy.core.json import compact_json, storable

SUMMARY_LENGTH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolOutput:
    """The result of a tool call, and whether it succeeded."""

    text: str
    ok: bool = True

    @property
    def summary(self) -> str:
        """The beginning of the result, for the event stream."""
        cut = self.text[:SUMMARY_LENGTH]
        return cut if cut == self.text else cut + "…"


def refused(tool: str, reason: str) -> ToolOutput:
    """Return the result of a call that one of Runwhy's own tools refuses."""
    return ToolOutput(text=f"{tool}: {reason}", ok=False)


def bounded(text: str, limit: int) -> str:
    """Truncate text to `limit` bytes at a character boundary, with a note if it was cut."""
    raw = storable(text).encode("utf-8", "replace")
    if len(raw) <= limit:
        return raw.decode()
    kept = raw[:limit].decode("utf-8", "ignore")
    return f"{kept}\n[truncated: first {limit} of {len(raw)} bytes]"


def text_of(blocks: Iterable[Any], structured: object) -> str:
    """Convert an MCP result to text; other content is described."""
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
