"""Responses: the object that describes a run, in every state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from msgspec import Meta

from runwhy.core.agents.output_schemas import bare_schema
from runwhy.core.json import JsonObject
from runwhy.core.requests.completion import AGENT_PREFIX, call_id
from runwhy.core.runs.origin import CONTINUES
from runwhy.core.runs.run import Run, Status, Tokens
from runwhy.wire.answer import Json
from runwhy.wire.openai.answers import WireAnswer
from runwhy.wire.run_output import Ended, ReturnedCall, RunOutput, TurnEnded
from runwhy.wire.streamed_calls import CallEnded

ResponseStatus = Literal["queued", "in_progress", "completed", "incomplete", "failed", "cancelled"]
_RESPONSE_ID = re.compile(r"resp_([0-9a-hjkmnp-tv-z]{26})")
_OPEN: Mapping[Status, ResponseStatus] = {Status.QUEUED: "queued"}
_ENDS: Mapping[str, ResponseStatus] = {
    "stop": "completed",
    "calls": "completed",
    "refusal": "completed",
    "length": "incomplete",
    "failed": "failed",
    "cancelled": "cancelled",
}


class InputTokensDetails(WireAnswer):
    """Input tokens that were read from a cache."""

    cached_tokens: int
    cache_write_tokens: int


class OutputTokensDetails(WireAnswer):
    """Output tokens that were used for reasoning."""

    reasoning_tokens: int


class ResponseUsage(WireAnswer):
    """The tokens of a run."""

    input_tokens: int
    input_tokens_details: InputTokensDetails
    output_tokens: int
    output_tokens_details: OutputTokensDetails
    total_tokens: int

    @classmethod
    def of(cls, tokens: Tokens) -> ResponseUsage:
        """Return the usage of a run."""
        return cls(
            input_tokens=tokens.input,
            input_tokens_details=InputTokensDetails(
                cached_tokens=tokens.cached, cache_write_tokens=tokens.cache_write
            ),
            output_tokens=tokens.output,
            output_tokens_details=OutputTokensDetails(reasoning_tokens=tokens.reasoning),
            total_tokens=tokens.input + tokens.output,
        )


class ResponseError(WireAnswer):
    """Why a response failed."""

    code: str
    message: str


class IncompleteDetails(WireAnswer):
    """Why a response is incomplete."""

    reason: Literal["max_output_tokens", "content_filter"]


class ConversationId(WireAnswer):
    """The session of a response."""

    id: str


class Response(WireAnswer):
    """A response: a run as OpenAI describes it. `id` names the run."""

    id: str
    object: Literal["response"]
    created_at: int
    status: ResponseStatus
    background: bool
    error: ResponseError | None
    incomplete_details: IncompleteDetails | None
    instructions: str | None
    max_output_tokens: int | None
    metadata: Mapping[str, str]
    model: str
    output: Annotated[Sequence[Json], Meta(description="Reasoning, messages and function calls.")]
    parallel_tool_calls: bool
    previous_response_id: str | None
    conversation: ConversationId | None
    reasoning: Json
    store: bool
    temperature: float | None
    text: Json
    tool_choice: str | Json
    tools: Sequence[Json]
    top_p: float | None
    truncation: Literal["disabled"]
    usage: ResponseUsage | None
    user: str | None


def response_id(run_id: str) -> str:
    """Return the id of a response, which names its run."""
    return f"resp_{run_id.removeprefix('run_')}"


def run_id_of(response_id: str) -> str | None:
    """Return the run that a response's id names."""
    found = _RESPONSE_ID.fullmatch(response_id)
    return f"run_{found[1]}" if found else None


def model_of(run: Run) -> str:
    """Return the model of a run as a client names it."""
    spec = run.spec
    return spec.model_id or f"{AGENT_PREFIX}{spec.name or spec.agent_id or ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseMaker:
    """Makes the response of a run; `model` and `instructions` are as they were sent, if known."""

    run: Run
    model: str
    instructions: str | None = None

    def open(self, status: ResponseStatus, output: Sequence[JsonObject] = ()) -> Response:
        """Return the response of a run that has not ended."""
        return self._response(status, output, None)

    def ended(self, output: RunOutput, ended: Ended) -> Response:
        """Return the response of an ended run."""
        return self._response(_ENDS[ended.reason], output_items(self.run, output, ended), ended)

    def _response(
        self, status: ResponseStatus, output: Sequence[JsonObject], ended: Ended | None
    ) -> Response:
        run, settings = self.run, _settings(self.run)
        failed = ended.error if ended and status == "failed" else None
        before = run.origin.facts.get(CONTINUES)
        user = run.origin.claimed.get("user")
        return Response(
            id=response_id(run.id),
            object="response",
            created_at=int(run.created_at.timestamp()),
            status=status,
            background=run.origin.facts.get("background") is True,
            error=ResponseError(code=_code(failed.code), message=failed.message)
            if failed
            else None,
            incomplete_details=IncompleteDetails(reason="max_output_tokens")
            if status == "incomplete"
            else None,
            instructions=self.instructions,
            max_output_tokens=settings.get("maxTokens"),
            metadata=run.tagging.tags,
            model=self.model,
            output=output,
            parallel_tool_calls=settings.get("parallelToolCalls", True),
            previous_response_id=response_id(before) if isinstance(before, str) else None,
            conversation=ConversationId(id=run.session_id) if run.session_id else None,
            reasoning={"effort": _effort(run), "summary": None},
            store=run.spec.keeps_content is not False,
            temperature=settings.get("temperature"),
            text={"format": _format(run)},
            tool_choice=_choice(settings.get("toolChoice")),
            tools=[_tool(tool) for tool in run.spec.tools or () if tool.get("kind") == "local"],
            top_p=settings.get("topP"),
            truncation="disabled",
            usage=ResponseUsage.of(ended.tokens) if ended and status != "cancelled" else None,
            user=user if isinstance(user, str) else None,
        )


def open_status(run: Run) -> ResponseStatus:
    """Return the status of a run that has not ended."""
    return _OPEN.get(run.status, "in_progress")


def output_items(run: Run, output: RunOutput, ended: Ended) -> list[JsonObject]:
    """Return the output of an ended run: reasoning, messages and calls, in order."""
    items: list[JsonObject] = []
    status = "incomplete" if ended.reason == "length" else "completed"
    for turn in output.turns:
        items += turn_items(run, turn, status if turn is output.turns[-1] else "completed")
    if ended.refusal:
        spoke = any(turn.text and turn.number == output.number for turn in output.turns)
        items.append(refusal_item(item_id("msg", run, output.number, int(spoke)), ended.refusal))
    calls: list[ReturnedCall | CallEnded] = [*ended.cut_calls, *ended.calls]
    return [*items, *(ended_call_item(run, call) for call in calls)]


def turn_items(run: Run, turn: TurnEnded, status: str = "completed") -> list[JsonObject]:
    """Return the items of one reply."""
    items: list[JsonObject] = []
    if turn.thinking:
        items.append(reasoning_item(item_id("rs", run, turn.number), turn.thinking))
    if turn.text:
        items.append(message_item(item_id("msg", run, turn.number), turn.text, status))
    return items


def item_id(kind: str, run: Run, number: int, earlier: int = 0) -> str:
    """Return the id of an output item: its run, its reply, and how many of its kind came before."""
    id = f"{kind}_{run.id.removeprefix('run_')}_{number}"
    return f"{id}_{earlier}" if earlier else id


def reasoning_item(id: str, text: str) -> JsonObject:
    """Return an item with the thinking of a reply."""
    return {
        "id": id,
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": text}],
    }


def text_part(text: str) -> JsonObject:
    """Return text as the content of a message."""
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def message_item(id: str, text: str, status: str = "completed") -> JsonObject:
    """Return an item with the text of a reply."""
    return _message(id, [text_part(text)], status)


def refusal_item(id: str, text: str) -> JsonObject:
    """Return an item with a refusal."""
    return _message(id, [{"type": "refusal", "refusal": text}], "completed")


def _message(id: str, content: list[JsonObject], status: str) -> JsonObject:
    return {
        "id": id,
        "type": "message",
        "role": "assistant",
        "status": status,
        "content": content,
    }


def call_item(
    run: Run, number: int, name: str, arguments: str, status: str = "completed"
) -> JsonObject:
    """Return an item with a function call."""
    return {
        "id": item_id("fc", run, number),
        "type": "function_call",
        "call_id": call_id("call", run.id, number),
        "name": name,
        "arguments": arguments,
        "status": status,
    }


def ended_call_item(run: Run, call: ReturnedCall | CallEnded) -> JsonObject:
    """Return an item with a function call that is not written any more."""
    cut = isinstance(call, CallEnded) and not call.is_complete
    status = "incomplete" if cut else "completed"
    return call_item(run, call.number, call.name, call.arguments, status)


def _code(code: str) -> str:
    known = {"rate_limit": "rate_limit_exceeded", "invalid_request": "invalid_prompt"}
    return known.get(code, "server_error" if code in ("server", "unknown", "internal") else code)


def _settings(run: Run) -> dict[str, Any]:
    return cast("dict[str, Any]", dict(run.spec.model_settings or {}))


def _effort(run: Run) -> object:
    level = run.spec.reasoning_level
    return {"off": "none"}.get(str(level), level) if level is not None else None


def _format(run: Run) -> JsonObject:
    schema = run.spec.output_schema
    if schema is None:
        return {"type": "text"}
    schema = bare_schema(schema)
    if schema == {"type": "object"}:
        return {"type": "json_object"}
    return {"type": "json_schema", "name": "answer", "schema": schema, "strict": True}


def _choice(choice: object) -> str | JsonObject:
    if isinstance(choice, Sequence) and not isinstance(choice, str):
        if len(choice) == 1:
            return {"type": "function", "name": choice[0]}
        tools = [{"type": "function", "name": name} for name in choice]
        return {"type": "allowed_tools", "mode": "required", "tools": tools}
    return choice if isinstance(choice, str) else "auto"


def _tool(tool: JsonObject) -> JsonObject:
    return {
        "type": "function",
        "name": tool["name"],
        "description": tool.get("description"),
        "parameters": tool.get("parameters") or {"type": "object", "properties": {}},
        "strict": False,
    }
