"""The echo model: offline and deterministic, it replies with a summary of its request."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence

from runwhy.core.agents.steps import streamed_tools
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Tokens
from runwhy.ports import CallDelta, ModelFailed, ModelOutput, ModelReply, ModelRequest, TextDelta

ECHO_ID = "echo"
USED = ModelUsed(id=ECHO_ID, provider="runwhy", vendor_model_id="echo-1")

_DIRECTIVE = re.compile(r"\[\[(tool|sleep|fail)\s++(.*?)\]\]", re.DOTALL)
_WORDS = re.compile(r"\S*\s*")
CHUNK = 8  # words per delta
PIECE = 16  # characters of arguments per delta


class EchoModel:
    """A model without intelligence that shows the request a real model would get.

    Directives in the task exercise every path of a run: `[[tool NAME {json}]]` calls a tool,
    `[[sleep SECONDS]]` delays the reply, `[[fail CLASS]]` fails.
    """

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        """Stream the reply as deltas, then as a whole."""
        task = _task(request.messages)
        first = not _own(request, PartKind.REPLY) and not _own_results(request)
        # A summary request has no task.
        directives = _directives(task.text if task and not request.summary else "")
        for name, argument in directives if first else ():
            if name == "sleep":
                yield TextDelta(text="… ")
                await asyncio.sleep(_seconds(argument))
            elif name == "fail":
                raise ModelFailed(_failure(argument), used=USED)
        may_call = request.may_call and bool(request.tools)
        calls = tuple(_calls(directives, request)) if first and may_call else ()
        text = "Calling tools." if calls else describe_request(request)
        words = _WORDS.findall(text)
        for at in range(0, len(words), CHUNK):
            yield TextDelta(text="".join(words[at : at + CHUNK]))
            await asyncio.sleep(0)
        for delta in _call_deltas(calls, streamed_tools(request.spec)):
            yield delta
        size = sum(len(part.text) for part in request.messages)
        yield ModelReply(
            text=text,
            used=USED,
            tool_calls=calls,
            finish_reason="tool_calls" if calls else "stop",
            tokens=Tokens(input=size // 4, output=len(text) // 4),
        )


def _directives(task: str) -> list[tuple[str, str]]:
    """Return the directives of a task.

    Text after the last `]]` is skipped, because searching it takes quadratic time.
    """
    return _DIRECTIVE.findall(task[: task.rfind("]]") + 2])


def describe_request(request: ModelRequest) -> str:
    """Summarize the request in readable text."""
    envelope = _envelope(request.messages)
    roles = Counter(part.role for part in request.messages)
    sent = ", ".join(f"{count} {role}" for role, count in roles.items())
    attended = "attended" if envelope.get("attended") else "unattended"
    lines = [
        "This is the offline echo model. It was sent:",
        f"trigger: {envelope.get('trigger')} ({attended})",
        f"tags: {_pairs(envelope.get('tags')) or 'none visible to the model'}",
        f"messages: {len(request.messages)} ({sent})",
    ]
    lines += [f"command: {line}" for line in _commands(request)]
    lines += [f"tool {p.tool_name} returned: {p.text}" for p in _own_results(request)]
    task = _task(request.messages)
    lines.append(f"task: {task.text if task else ''}")
    return "\n".join(lines)


def _task(messages: Sequence[Part]) -> Part | None:
    user = (p for p in reversed(messages) if p.kind is PartKind.MESSAGE and p.role == "user")
    return next(user, None)


def _envelope(messages: Sequence[Part]) -> JsonObject:
    envelopes = [part.text for part in messages if part.kind is PartKind.ENVELOPE]
    if not envelopes:
        return {}
    (fields,) = json.loads(envelopes[-1]).values()
    return dict(fields)


def _pairs(tags: object) -> str:
    return ", ".join(f"{key}={value}" for key, value in dict(tags or {}).items())  # type: ignore[call-overload]


def _commands(request: ModelRequest) -> Iterator[str]:
    """Yield the terminal commands of the context, with their exit codes."""
    for part in _own(request, PartKind.CONTEXT):
        try:
            commands = json.loads(part.text)["commands"] if "blocks" in part.data else ()
        except ValueError:  # a masked seal can reach over quotes
            commands = ()
        for command in commands:
            yield f"{command['cmd']} (exit {command['exit_code']})"


def _own_results(request: ModelRequest) -> list[Part]:
    return [p for p in request.messages if p.role == "tool" and p.run_id == request.run.id]


def _own(request: ModelRequest, kind: PartKind) -> list[Part]:
    """Return the parts of this kind that belong to the run itself."""
    return [p for p in request.messages if p.kind is kind and p.run_id == request.run.id]


def _calls(directives: Sequence[tuple[str, str]], request: ModelRequest) -> Iterator[ToolCall]:
    for number, argument in enumerate(arg for name, arg in directives if name == "tool"):
        name, _, args = argument.strip().partition(" ")
        try:
            value = json.loads(args) if args.strip() else {}
        except (ValueError, RecursionError):
            value = {"text": args.strip()}
        data = value if isinstance(value, dict) else {"value": value}
        yield ToolCall(id=f"call_{request.run.id[-12:]}_{number}", name=name, args=data)


def _call_deltas(calls: Sequence[ToolCall], tools: frozenset[str]) -> Iterator[CallDelta]:
    """Yield the arguments of the calls in pieces."""
    for number, call in enumerate(calls):
        text = compact_json(call.args) if call.name in tools else ""
        for at in range(0, len(text), PIECE):
            yield CallDelta(number=number, name=call.name, text=text[at : at + PIECE])


def _seconds(argument: str) -> float:
    try:
        return min(max(float(argument), 0.0), 600.0)
    except ValueError:
        return 0.0


def _failure(argument: str) -> Failure:
    known = {error.value for error in ErrorClass}
    name = argument.strip()
    error_class = ErrorClass(name) if name in known else ErrorClass.UNKNOWN
    return Failure(message=f"the echo model failed as requested ({name})", error_class=error_class)
