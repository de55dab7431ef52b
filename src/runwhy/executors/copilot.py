"""Copilot: `copilot -p`, which takes one text: what it is told besides stands in front of it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence

from runwhy.core.context.sentinel import cut, wrap
from runwhy.core.json import compact_json
from runwhy.core.runs.run import ErrorClass, Failure, Tokens
from runwhy.executors.agent_executor import CannotWork, Ending, Job
from runwhy.executors.process import running
from runwhy.executors.transcript_writer import Teller

NAMES = uuid.UUID("c5f1c2d4-0f0b-4e57-8f43-0d2f1b7d6a39")
MISSING = ("No session", "not found", "No task")
_ECHO = b'"user.message"'


class Copilot:
    """Starts `copilot -p`; nobody can be asked in between, so what it may not do is denied."""

    name = "copilot"
    variables: Sequence[str] = ("COPILOT_*", "GH_*", "GITHUB_*")
    envelope_limit = 4096

    def __init__(self, command: str = "copilot") -> None:
        self.command = command

    async def work(self, job: Job, teller: Teller) -> Ending:
        """Do it; what happens is told on the way. Raises: CannotWork."""
        if job.options.fork:
            raise CannotWork(
                Failure(
                    message="copilot cannot fork a session; resume it instead",
                    error_class=ErrorClass.INVALID_REQUEST,
                    code="invalid_request",
                )
            )
        session = job.options.resume or str(uuid.uuid5(NAMES, job.run.id))
        teller.begin("copilot", session=session, sender=job.sender)
        text, length = wrap([_told(job), job.envelope, *job.context], job.prompt)
        launch = job.launch.with_arguments(_arguments(job, session, text))
        async with running(launch, fed=False) as process:
            async for line in process.lines():
                await teller.take(without_front(line, text, length))
            code = await process.wait()
        await teller.finish()
        resumed = job.options.resume is not None and teller.result is None
        missing = resumed and any(words in process.stderr for words in MISSING)
        return Ending(code=code, stderr=process.stderr, missing=missing)

    def tokens(self, usage: Mapping[str, object]) -> Tokens:
        """It does not tell."""
        return Tokens()


def without_front(line: bytes, sent: str, length: int) -> bytes:
    """A line that echoes what we sent, with what we put in front cut off by its length."""
    if _ECHO not in line:
        return line
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return line
    data = told.get("data") if isinstance(told, dict) else None
    if not isinstance(data, dict) or data.get("content") != sent:
        return line
    data = {**data, "content": cut(sent, length), "transformedContent": None}
    return compact_json({**told, "data": data}).encode()


def _told(job: Job) -> str:
    """The rule, which has no other place here."""
    return compact_json({"instructions": job.rule})


def _arguments(job: Job, session: str, text: str) -> list[str]:
    options = job.options
    arguments = ["-p", text, "--output-format", "json"]
    if options.resume is not None:
        arguments += [f"--resume={options.resume}"]
    else:
        arguments += ["--session-id", session]
    if job.model is not None:
        arguments += ["--model", job.model]
    if options.approvals == "allow":
        arguments += ["--allow-all-tools"]
    for tool in options.allowed_tools:
        arguments += ["--allow-tool", tool]
    return arguments
