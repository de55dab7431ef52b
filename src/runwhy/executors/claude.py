"""Claude Code: `claude -p` with messages on stdin, so that it can ask and be answered."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.run import Tokens
from runwhy.executors.agent_executor import Ending, Job, answered, approval_of
from runwhy.executors.process import AgentProcess, running
from runwhy.executors.transcript_writer import Teller

NAMES = uuid.UUID("5f1f8f0e-6a52-4c1b-9d3e-7c0a2f4b8e11")  # what ids of ours are derived from
NOT_TOLD = ("command_lifecycle", "control_request", "control_cancel_request")
_MARKS = tuple(f'"{kind}"'.encode() for kind in NOT_TOLD)
MISSING = "No conversation found with session ID"
# Versions that know it hand on what subagents say, and not only what they do.
SUBAGENTS_TELL = "CLAUDE_CODE_FORWARD_SUBAGENT_TEXT"


Start = Callable[..., AbstractAsyncContextManager[AgentProcess]]


class Claude:
    """Starts `claude`, gives it the task as blocks of one message, answers what it asks."""

    name = "claude"
    variables: Sequence[str] = (
        "ANTHROPIC_*",
        "CLAUDE_*",
        "AWS_*",
        "GOOGLE_*",
        "CLOUD_ML_REGION",
        "VERTEX_*",
    )
    envelope_limit = 4096

    def __init__(self, command: str = "claude", start: Start = running) -> None:
        self.command = command
        self._start = start

    async def work(self, job: Job, teller: Teller) -> Ending:
        """Do it; what happens is told on the way."""
        session = _id(job, "session")
        if job.options.resume is not None and not job.options.fork:
            session = job.options.resume
        teller.begin("claude", session=session, sender=job.sender)
        launch = replace(
            job.launch.with_arguments(_arguments(job, session)),
            env={SUBAGENTS_TELL: "1", **job.launch.env},
        )
        asking: set[asyncio.Task[None]] = set()
        async with self._start(launch, fed=True) as process:
            await teller.take(compact_json(_echo(job)))
            await process.send(_message(job, [job.envelope, *job.context, job.prompt]))
            try:
                async for line in process.lines():
                    await self._take(line, job, process, teller, asking)
            finally:
                await answered(asking)
            code = await process.wait()
        await teller.finish()
        message = teller.error.message if teller.error else ""
        return Ending(code=code, stderr=process.stderr, missing=message.startswith(MISSING))

    async def _take(
        self,
        line: bytes,
        job: Job,
        process: AgentProcess,
        teller: Teller,
        asking: set[asyncio.Task[None]],
    ) -> None:
        if (control := _control(line)) is None:
            await teller.take(line)
            if teller.result is not None:
                process.close_stdin()
        elif (request := _request(control)) is not None:
            await teller.flush()  # whoever is asked sees what it is about
            task = asyncio.create_task(_answer(request, job, process))
            asking.add(task)
            task.add_done_callback(asking.discard)

    def tokens(self, usage: Mapping[str, object]) -> Tokens:
        """Its input tokens are only those that no cache knew."""
        read, made = _count(usage, "cache_read_input_tokens"), _count(usage, _MADE)
        return Tokens(
            input=_count(usage, "input_tokens") + read + made,
            cached=read,
            output=_count(usage, "output_tokens"),
        )


_MADE = "cache_creation_input_tokens"


def _count(usage: Mapping[str, object], name: str) -> int:
    value = usage.get(name)
    return value if isinstance(value, int) else 0


def _arguments(job: Job, session: str) -> list[str]:
    options = job.options
    arguments = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"]
    arguments += ["--verbose", "--include-partial-messages", "--permission-prompt-tool", "stdio"]
    arguments += ["--append-system-prompt", job.rule]
    if options.resume is not None:
        arguments += ["--resume", options.resume]
    if options.fork:
        arguments += ["--fork-session"]
    if options.resume is None or options.fork:
        arguments += ["--session-id", session]
    if job.model is not None:
        arguments += ["--model", job.model]
    if options.allowed_tools:
        arguments += ["--allowed-tools", *options.allowed_tools]
    return arguments


def _id(job: Job, what: str) -> str:
    """An id of the kind that it wants, the same each time."""
    return str(uuid.uuid5(NAMES, f"{job.run.id} {what}"))


def _message(job: Job, texts: list[str]) -> JsonObject:
    """A message for its stdin: one block for each text."""
    blocks = [{"type": "text", "text": text} for text in texts]
    return {
        "type": "user",
        "uuid": _id(job, "message"),
        "message": {"role": "user", "content": blocks},
    }


def _echo(job: Job) -> JsonObject:
    """The task as it would be echoed, but without what else we said: that is for the model."""
    at = job.clock().isoformat().replace("+00:00", "Z")
    return {**_message(job, [job.prompt]), "isReplay": True, "timestamp": at}


def _control(line: bytes) -> JsonObject | None:
    """A line between the program and whoever started it; no part of what the agent did."""
    if not any(mark in line[:200] for mark in _MARKS):
        return None
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) and told.get("type") in NOT_TOLD else None


def _request(control: JsonObject) -> JsonObject | None:
    """What it asks leave for, if it does."""
    request = control.get("request")
    if not isinstance(request, dict) or request.get("subtype") != "can_use_tool":
        return None
    return {**request, "request_id": control.get("request_id")}


async def _answer(request: JsonObject, job: Job, process: AgentProcess) -> None:
    asked = {
        "tool": request.get("tool_name"),
        "input": request.get("input"),
        "entryId": request.get("tool_use_id"),
        "description": request.get("description"),
    }
    id = str(request["request_id"])
    decided = await job.decide(approval_of(id, asked, job.clock))
    answer: JsonObject
    if decided.decision == "approve":
        answer = {"behavior": "allow", "updatedInput": request.get("input")}
    else:
        answer = {"behavior": "deny", "message": decided.reason or "denied"}
    response = {"subtype": "success", "request_id": id, "response": answer}
    await process.send({"type": "control_response", "response": response})
