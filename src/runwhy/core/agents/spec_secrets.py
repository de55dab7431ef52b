"""Secrets in specs: redacted or sealed before storing, hidden in responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_json, redact_text

HIDDEN = "[redacted:header]"
SEALED = "sealed:1:"  # prefix of every sealed value
SEALED_URL = "sealedUrl"  # holds the whole address of a tool if it contains a secret


def without_secrets(spec: AgentSpec, *, known: Sequence[str] = ()) -> AgentSpec:
    """Redact secrets in a spec's context before it is stored."""
    if not spec.context:
        return spec
    context: Any = redact_json(cast(Any, spec.context), known=known)
    return replace(spec, context=context)


def sealed_spec(spec: AgentSpec, seal: Callable[[str], str]) -> AgentSpec:
    """Seal header values of tools, and addresses that contain secrets, before a spec is stored."""
    if not any("headers" in tool or "url" in tool for tool in spec.tools or ()):
        return spec
    return replace(spec, tools=[_sealed_tool(tool, seal) for tool in spec.tools or ()])


def _sealed_tool(tool: JsonObject, seal: Callable[[str], str]) -> JsonObject:
    sealed = dict(tool)
    if isinstance(headers := tool.get("headers"), Mapping):
        sealed["headers"] = {name: seal(str(value)) for name, value in headers.items()}
    url = tool.get("url")
    if isinstance(whole := tool.get(SEALED_URL), str):
        sealed[SEALED_URL] = seal(whole)
    elif isinstance(url, str) and (plain := redact_text(url)) != url:
        sealed |= {"url": plain, SEALED_URL: seal(url)}
    return sealed


def shown_spec(spec: AgentSpec) -> AgentSpec:
    """Hide the header values of tools in a spec for responses."""
    return replace(spec, tools=shown_tools(spec.tools)) if spec.tools else spec


def shown_tools(tools: Sequence[JsonObject]) -> Sequence[JsonObject]:
    """Hide the header values of tools."""
    return [_shown_tool(tool) for tool in tools]


def _shown_tool(tool: JsonObject) -> JsonObject:
    shown = {name: value for name, value in tool.items() if name != SEALED_URL}
    if isinstance(headers := tool.get("headers"), Mapping):
        shown["headers"] = dict.fromkeys(headers, HIDDEN)
    if isinstance(url := tool.get("url"), str):
        shown["url"] = redact_text(url)
    return shown


def hide_values(text: str, headers: Mapping[str, str]) -> str:
    """Remove header values that a server may have echoed from a text."""
    values = {part for value in headers.values() for part in (value, *value.split())}
    for value in sorted((v for v in values if len(v) >= MIN_LENGTH), key=len, reverse=True):
        text = text.replace(value, HIDDEN)
    return text


MIN_LENGTH = 8  # shorter words, such as `Bearer`, occur in ordinary text
