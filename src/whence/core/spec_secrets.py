"""Secrets of a spec: what is replaced before it is stored, and what is hidden when it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from whence.core.jsons import JsonObject
from whence.core.redaction import redact_json, redact_text

HIDDEN = "[redacted:header]"


def without_secrets(spec: JsonObject, *, known: Sequence[str] = ()) -> JsonObject:
    """The spec as it is stored: facts for the model hold no secrets from here on."""
    context = spec.get("context")
    if not isinstance(context, Mapping) or not context:
        return spec
    return {**spec, "context": redact_json(cast(Any, context), known=known)}


def shown_spec(spec: JsonObject) -> JsonObject:
    """The spec as it is shown: header values of tools are the caller's alone."""
    tools = spec.get("tools")
    if not isinstance(tools, Sequence) or isinstance(tools, str):
        return spec
    return {**spec, "tools": [_shown_tool(tool) for tool in tools]}


def _shown_tool(tool: object) -> object:
    if not isinstance(tool, Mapping):
        return tool
    shown = dict(tool)
    if isinstance(headers := tool.get("headers"), Mapping):
        shown["headers"] = dict.fromkeys(headers, HIDDEN)
    if isinstance(url := tool.get("url"), str):
        shown["url"] = redact_text(url)
    return shown


def hide_values(text: str, headers: Mapping[str, str]) -> str:
    """The text without the header values that a server may have echoed."""
    values = {part for value in headers.values() for part in (value, *value.split())}
    for value in sorted((v for v in values if len(v) >= MIN_LENGTH), key=len, reverse=True):
        text = text.replace(value, HIDDEN)
    return text


MIN_LENGTH = 8  # shorter words, such as the scheme of a credential, stand in ordinary text
