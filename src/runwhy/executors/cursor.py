"""Cursor: `cursor-agent -p`, whose single prompt starts with the instructions and the envelope."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from runwhy.core.context.sentinel import cut, wrap
from runwhy.core.json import compact_json
from runwhy.core.runs.run import ErrorClass, Failure, Tokens
from runwhy.executors.agent_executor import AgentTask, CannotStart, ProcessExit, as_argument
from runwhy.executors.process import run_process
from runwhy.executors.transcript_writer import TranscriptWriter


class Cursor:
    """Starts `cursor-agent -p`, which cannot ask for approval: other tools are denied."""

    name = "cursor"
    variables: Sequence[str] = ("CURSOR_*",)
    envelope_limit = 4096

    def __init__(self, command: str = "cursor-agent") -> None:
        self.command = command

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript. Raises: CannotStart."""
        if task.options.fork:
            raise CannotStart(
                Failure(
                    message="cursor cannot fork a session; resume it instead",
                    error_class=ErrorClass.INVALID_REQUEST,
                    code="invalid_request",
                )
            )
        transcript.start_stream("cursor", session=None, sender=task.sender)
        rule = compact_json({"instructions": task.rule})
        text, length = wrap([rule, task.envelope, *task.context], task.prompt)
        launch = task.launch.with_arguments(_arguments(task, text))
        async with run_process(launch, pipe_stdin=False) as process:
            async for line in process.lines():
                await transcript.add_line(strip_prefix(line, text, length))
            code = await process.wait()
        await transcript.finish()
        resume, session = task.options.resume, transcript.stamp.agent_session
        return ProcessExit(
            code=code,
            stderr=process.stderr,
            session_missing=resume is not None and session != resume,
        )

    def tokens(self, usage: Mapping[str, object]) -> Tokens:
        """Convert the usage reported at the end of a run."""

        def count(name: str) -> int:
            value = usage.get(name)
            return value if isinstance(value, int) else 0

        return Tokens(
            input=count("inputTokens"),
            cached=count("cacheReadTokens"),
            output=count("outputTokens"),
        )


def strip_prefix(line: bytes, sent: str, length: int) -> bytes:
    """Remove our prefix from a line that echoes the prompt."""
    if b'"user"' not in line:
        return line
    try:
        event = json.loads(line)
        block = event["message"]["content"][0] if event.get("type") == "user" else {}
    except (ValueError, RecursionError, TypeError, KeyError, IndexError, AttributeError):
        return line
    if not isinstance(block, dict) or block.get("text") != sent:
        return line
    clean = [{**block, "text": cut(sent, length)}, *event["message"]["content"][1:]]
    return compact_json({**event, "message": {**event["message"], "content": clean}}).encode()


def _arguments(task: AgentTask, text: str) -> list[str]:
    arguments = ["-p", "--output-format", "stream-json"]
    if task.options.resume is not None:
        arguments += ["--resume", task.options.resume]
    if task.model is not None:
        arguments += ["--model", task.model]
    if task.options.approvals == "allow":
        arguments += ["--force"]
    return [*arguments, as_argument("prompt", text)]
