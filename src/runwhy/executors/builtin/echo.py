"""The echo model: offline and deterministic, it answers with an account of what it was sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence

from runwhy.core.json import JsonObject
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Tokens
from runwhy.ports import ModelFailed, ModelReply, ModelRequest, TextDelta

ECHO_ID = "echo"
USED = ModelUsed(id=ECHO_ID, provider="runwhy", vendor_model_id="echo-1")

_DIRECTIVE = re.compile(r"\[\[(tool|sleep|fail)\s++(.*?)\]\]", re.DOTALL)
_WORDS = re.compile(r"\S*\s*")
CHUNK = 8  # words a delta


class EchoModel:
    """No intelligence at all: it shows what a model would have been told.

    Directives in the task make it take every path that a real model may take:
    `[[tool NAME {json}]]` calls a tool, `[[sleep SECONDS]]` is slow, `[[fail CLASS]]` fails.
    """

    async def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | ModelReply, None]:
        """Answer as deltas, then as a whole."""
        task = _task(request.messages)
        own = [part for part in request.messages if part.run_id == request.run.id]
        first = not any(part.kind is PartKind.REPLY for part in own)
        given = task.text if task and not request.summary else ""  # what others said, not a task
        directives = _directives(given)
        for name, argument in directives if first else ():
            if name == "sleep":
                yield TextDelta(text="… ")
                await asyncio.sleep(_seconds(argument))
            elif name == "fail":
                raise ModelFailed(_failure(argument))
        may_call = request.may_call and bool(request.tools)
        calls = tuple(_calls(directives, request)) if first and may_call else ()
        text = "Calling tools." if calls else account(request)
        words = _WORDS.findall(text)
        for at in range(0, len(words), CHUNK):
            yield TextDelta(text="".join(words[at : at + CHUNK]))
            await asyncio.sleep(0)
        size = sum(len(part.text) for part in request.messages)
        yield ModelReply(
            text=text,
            used=USED,
            tool_calls=calls,
            finish_reason="tool_calls" if calls else "stop",
            tokens=Tokens(input=size // 4, output=len(text) // 4),
        )


def _directives(task: str) -> list[tuple[str, str]]:
    """All of them. Behind the last end none can begin: looking there, once for each beginning,
    would take a long task ages."""
    return _DIRECTIVE.findall(task[: task.rfind("]]") + 2])


def account(request: ModelRequest) -> str:
    """What the model was sent, in words that a person can read."""
    told = _told(request.messages)
    roles = Counter(part.role for part in request.messages)
    sent = ", ".join(f"{count} {role}" for role, count in roles.items())
    lines = [
        "This is the offline echo model. It was sent:",
        f"trigger: {told.get('trigger')} ({'attended' if told.get('attended') else 'unattended'})",
        f"tags: {_pairs(told.get('tags')) or 'none that it may see'}",
        f"messages: {len(request.messages)} ({sent})",
    ]
    lines += [f"command: {line}" for line in _commands(request)]
    lines += [f"tool {p.tool_name} said: {p.text}" for p in _results(request)]
    task = _task(request.messages)
    lines.append(f"task: {task.text if task else ''}")
    return "\n".join(lines)


def _task(messages: Sequence[Part]) -> Part | None:
    asked = (p for p in reversed(messages) if p.kind is PartKind.MESSAGE and p.role == "user")
    return next(asked, None)


def _told(messages: Sequence[Part]) -> JsonObject:
    envelopes = [part.text for part in messages if part.kind is PartKind.ENVELOPE]
    if not envelopes:
        return {}
    (fields,) = json.loads(envelopes[-1]).values()
    return dict(fields)


def _pairs(tags: object) -> str:
    return ", ".join(f"{key}={value}" for key, value in dict(tags or {}).items())  # type: ignore[call-overload]


def _commands(request: ModelRequest) -> Iterator[str]:
    """What was run in a terminal since the message before, and how each ended."""
    for part in request.messages:
        if (
            part.kind is PartKind.CONTEXT
            and part.run_id == request.run.id
            and "blocks" in part.data
        ):
            for command in json.loads(part.text)["commands"]:
                yield f"{command['cmd']} (exit {command['exit_code']})"


def _results(request: ModelRequest) -> Iterator[Part]:
    for part in request.messages:
        if part.kind is PartKind.TOOL_RESULT and part.run_id == request.run.id:
            yield part


def _calls(directives: Sequence[tuple[str, str]], request: ModelRequest) -> Iterator[ToolCall]:
    for number, argument in enumerate(arg for name, arg in directives if name == "tool"):
        name, _, args = argument.strip().partition(" ")
        try:
            given = json.loads(args) if args.strip() else {}
        except (ValueError, RecursionError):
            given = {"text": args.strip()}
        data = given if isinstance(given, dict) else {"value": given}
        yield ToolCall(id=f"call_{request.run.id[-12:]}_{number}", name=name, args=data)


def _seconds(argument: str) -> float:
    try:
        return min(max(float(argument), 0.0), 600.0)
    except ValueError:
        return 0.0


def _failure(argument: str) -> Failure:
    known = {error.value for error in ErrorClass}
    name = argument.strip()
    error_class = ErrorClass(name) if name in known else ErrorClass.UNKNOWN
    return Failure(message=f"the echo model was told to fail ({name})", error_class=error_class)
