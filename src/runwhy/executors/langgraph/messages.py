"""Converts log parts to LangChain messages, and messages of a graph to log parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from runwhy.briefs import SYNTHETIC_MARK, Brief
from runwhy.core.context.seal import seal_parts
from runwhy.core.runs.events import NewEvent, call_event, message_event
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import ModelUsed, Tokens

MESSAGE_ID = "messageId"


def brief_of(run_id: str, parts: Sequence[Part], seal: str) -> Brief:
    """Return the run's brief from the log, with the seal."""
    parts = seal_parts(parts, seal)
    system = [p.text for p in parts if p.kind is PartKind.MESSAGE and p.role == "system"]
    return Brief(
        run_id=run_id,
        rule="\n\n".join(system),
        envelope=next(p.text for p in parts if p.kind is PartKind.ENVELOPE),
        quoted=tuple(p.text for p in parts if p.kind is PartKind.CONTEXT),
        seal=seal,
    )


def to_messages(parts: Iterable[Part], *, run_id: str) -> Iterator[BaseMessage]:
    """Convert parts for a graph that has not seen them; ids come from the log.

    Context of earlier runs and summaries are marked as not written by a person, the way LangChain
    marks its own. Context of this run comes with its brief.
    """
    for part in parts:
        id = f"{part.run_id}:{part.index}"
        if part.role == "tool":
            status: Any = "success" if part.ok else "error"
            call = part.tool_use_id or ""
            yield ToolMessage(part.text, id=id, tool_call_id=call, status=status)
        elif part.role == "assistant":
            calls: Any = [
                {"id": c.id, "name": c.name, "args": dict(c.args)} for c in part.tool_calls
            ]
            yield AIMessage(part.text, id=id, tool_calls=calls)
        elif part.kind is PartKind.MESSAGE and part.role == "user":
            yield HumanMessage(part.text, id=id, additional_kwargs=_marks(part))
        elif part.kind in (PartKind.CONTEXT, PartKind.SUMMARY) and part.run_id != run_id:
            marks = {"lc_source": f"runwhy_{part.kind.value}"}
            yield HumanMessage(part.text, id=id, additional_kwargs=marks)


def _marks(part: Part) -> dict[str, Any]:
    if not part.synthetic:
        return {}
    marks = {"trigger_type": part.trigger_type, "trigger_reason": part.trigger_reason}
    return {SYNTHETIC_MARK: True, **{k: v for k, v in marks.items() if v is not None}}


def reply_part(run_id: str, message: AIMessage, at: datetime, call: Mapping[str, object]) -> Part:
    """Return the log part of a model reply; `call` is the stored data about its model call."""
    finish_reason = message.response_metadata.get("finish_reason") or "stop"
    return Part(
        run_id=run_id,
        index=0,
        kind=PartKind.REPLY,
        role="assistant",
        provenance=Provenance.AGENT,
        at=at,
        text=str(message.text),  # LangChain returns its own string type
        tool_calls=tuple(
            ToolCall(id=call["id"] or "", name=call["name"], args=call["args"])
            for call in message.tool_calls
        ),
        data={
            **call,
            "model": asdict(model_used(message)),
            "finishReason": str(finish_reason),
            MESSAGE_ID: message.id,
        },
    )


def reply_events(part: Part, turn: int) -> list[NewEvent]:
    """Return the events of a reply and of the tools that the graph now calls."""
    calls = part.tool_calls
    message = message_event(part.text, turn, part.data["finishReason"], calls)
    return [message, *map(call_event, calls)]


def result_part(run_id: str, message: ToolMessage, at: datetime) -> Part:
    """Return the log part of a tool result."""
    return Part(
        run_id=run_id,
        index=0,
        kind=PartKind.TOOL_RESULT,
        role="tool",
        provenance=Provenance.TOOL,
        at=at,
        text=str(message.text),
        tool_use_id=message.tool_call_id,
        tool_name=message.name,
        ok=message.status != "error",
        data={MESSAGE_ID: message.id},
    )


def tokens_of(message: AIMessage) -> Tokens:
    """Return the tokens that a message reports."""
    used: Mapping[str, Any] = message.usage_metadata or {}
    details = used.get("input_token_details", {})
    return Tokens(
        input=used.get("input_tokens", 0),
        cached=details.get("cache_read", 0) or 0,
        cache_write=details.get("cache_creation", 0) or 0,
        reasoning=used.get("output_token_details", {}).get("reasoning", 0) or 0,
        output=used.get("output_tokens", 0),
    )


def model_used(message: AIMessage) -> ModelUsed:
    """Return the model that a message reports."""
    metadata = message.response_metadata
    provider = str(metadata.get("model_provider") or "langgraph")
    name = str(metadata.get("model_name") or metadata.get("model") or "unknown")
    return ModelUsed(id=f"{provider}:{name}", provider=provider, vendor_model_id=name)
