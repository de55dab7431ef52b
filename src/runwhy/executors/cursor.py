"""Cursor: `cursor-agent -p`, which takes one text: what it is told besides stands in front."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from runwhy.core.context.sentinel import cut, wrap
from runwhy.core.json import compact_json
from runwhy.core.runs.run import ErrorClass, Failure, Tokens
from runwhy.executors.agent_executor import CannotWork, Ending, Job
from runwhy.executors.process import running
from runwhy.executors.transcript_writer import Teller


class Cursor:
    """Starts `cursor-agent -p`; nobody can be asked in between, so what it may not do is denied."""

    name = "cursor"
    variables: Sequence[str] = ("CURSOR_*",)
    envelope_limit = 4096

    def __init__(self, command: str = "cursor-agent") -> None:
        self.command = command

    async def work(self, job: Job, teller: Teller) -> Ending:
        """Do it; what happens is told on the way. Raises: CannotWork."""
        if job.options.fork:
            raise CannotWork(
                Failure(
                    message="cursor cannot fork a session; resume it instead",
                    error_class=ErrorClass.INVALID_REQUEST,
                    code="invalid_request",
                )
            )
        teller.begin("cursor", session=None, sender=job.sender)
        rule = compact_json({"instructions": job.rule})
        text, length = wrap([rule, job.envelope, *job.context], job.prompt)
        launch = job.launch.with_arguments(_arguments(job, text))
        async with running(launch, fed=False) as process:
            async for line in process.lines():
                await teller.take(without_front(line, text, length))
            code = await process.wait()
        await teller.finish()
        asked, got = job.options.resume, teller.stamp.agent_session
        return Ending(code=code, stderr=process.stderr, missing=asked is not None and got != asked)

    def tokens(self, usage: Mapping[str, object]) -> Tokens:
        """What it reports at the end of a run."""

        def count(name: str) -> int:
            value = usage.get(name)
            return value if isinstance(value, int) else 0

        return Tokens(
            input=count("inputTokens"),
            cached=count("cacheReadTokens"),
            output=count("outputTokens"),
        )


def without_front(line: bytes, sent: str, length: int) -> bytes:
    """A line that echoes what we sent, with what we put in front cut off by its length."""
    if b'"user"' not in line:
        return line
    try:
        told = json.loads(line)
        block = told["message"]["content"][0] if told.get("type") == "user" else {}
    except (ValueError, RecursionError, TypeError, KeyError, IndexError, AttributeError):
        return line
    if not isinstance(block, dict) or block.get("text") != sent:
        return line
    clean = [{**block, "text": cut(sent, length)}, *told["message"]["content"][1:]]
    return compact_json({**told, "message": {**told["message"], "content": clean}}).encode()


def _arguments(job: Job, text: str) -> list[str]:
    arguments = ["-p", "--output-format", "stream-json"]
    if job.options.resume is not None:
        arguments += ["--resume", job.options.resume]
    if job.model is not None:
        arguments += ["--model", job.model]
    if job.options.approvals == "allow":
        arguments += ["--force"]
    return [*arguments, text]
