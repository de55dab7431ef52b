"""Sealed models: the seal is put into a request before the call, and taken out of the reply."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, cast

from runwhy.core.agents.specs import Spec, Tool
from runwhy.core.context.briefing import BriefingSettings, seal_of
from runwhy.core.context.seal import SEAL_MARK, mask_seal, mask_seal_json, seal_parts
from runwhy.core.context.seal_forms import cannot_hold
from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part
from runwhy.executors.builtin.models import WrappedModels
from runwhy.ports import Model, ModelOutput, ModelReply, ModelRequest, Models

# In place of the seal in signed thinking, which a provider accepts only unchanged.
SIGNED = f"{SEAL_MARK}seal{SEAL_MARK}"


def sealed_models(models: Models, settings: BriefingSettings) -> Models:
    """Return the models; only they see the seal of a session."""
    return WrappedModels(models, lambda model, _: _SealedModel(model, settings))


@dataclass(frozen=True, slots=True)
class _SealedModel:
    model: Model
    settings: BriefingSettings

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        """Stream the reply. Deltas are masked by the journal, which sees all of them in order."""
        seal = seal_of(request.run, self.settings)
        async with aclosing(self.model.stream(sealed_request(request, seal))) as items:
            async for item in items:
                yield masked_reply(item, seal) if isinstance(item, ModelReply) else item


def sealed_request(request: ModelRequest, seal: str) -> ModelRequest:
    """Return the request with the seal in the server's text, and masked everywhere else."""
    sealed = seal_parts(request.messages, seal)
    messages = [_signed(part, seal) if "native" in part.data else part for part in sealed]
    tools = [_masked_tool(tool, seal) for tool in request.tools]
    spec = _masked_spec(request.spec, seal)
    return replace(request, messages=messages, tools=tools, spec=spec, seal=seal)


def masked_reply(reply: ModelReply, seal: str) -> ModelReply:
    """Return the reply without the seal, which a model may repeat."""
    is_text = reply.native is None and not reply.tool_calls
    if is_text and (not seal or cannot_hold((reply.text, reply.thinking), seal)):
        return reply
    return replace(
        reply,
        text=mask_seal(reply.text, seal),
        thinking=mask_seal(reply.thinking, seal),
        tool_calls=tuple(
            replace(call, args=mask_seal_json(call.args, seal)) for call in reply.tool_calls
        ),
        native=None if reply.native is None else _masked_native(reply.native, seal),
    )


def _masked_tool(tool: Tool, seal: str) -> Tool:
    description = mask_seal(tool.description, seal)
    return replace(tool, description=description, parameters=mask_seal_json(tool.parameters, seal))


def _masked_spec(spec: Spec, seal: str) -> Spec:
    if spec.output_schema is None:
        return spec
    return replace(spec, output_schema=mask_seal_json(spec.output_schema, seal))


def _masked_native(native: JsonObject, seal: str) -> JsonObject | None:
    """Return the provider's form without the seal; None if signed thinking has an odd form of it.

    Without that form, later calls get the reply's text and calls.
    """
    masked = mask_seal_json(native, seal)
    if masked == native:
        return None if _mentions_mark(native) else native
    for part, clean in zip(_parts(native), _parts(masked), strict=True):
        if not (thought := _thought(part)):
            continue
        marked = thought.replace(seal, SIGNED)
        if SIGNED in thought or mask_seal(marked, seal) != marked:
            return None
        clean["content"] = marked
    return masked


def _mentions_mark(native: JsonObject) -> bool:
    return any(SIGNED in _thought(part) for part in _parts(native))


def _signed(part: Part, seal: str) -> Part:
    """Restore signed thinking, so that the provider gets it unchanged."""
    native = part.data.get("native")
    if not isinstance(native, Mapping) or not _mentions_mark(native):
        return part
    restored = cast(dict[str, Any], mask_seal_json(native, seal))  # a copy
    for each in _parts(restored):
        if thought := _thought(each):
            each["content"] = thought.replace(SIGNED, seal)
    return replace(part, data={**part.data, "native": restored})


def _parts(native: JsonObject) -> list[dict[str, Any]]:
    response = native.get("response")
    return list(response.get("parts") or ()) if isinstance(response, Mapping) else []


def _thought(part: Mapping[str, Any]) -> str:
    """Return the text of thinking; nothing for other parts."""
    content = part.get("content")
    return content if part.get("part_kind") == "thinking" and isinstance(content, str) else ""
