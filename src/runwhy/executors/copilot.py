"""Copilot: `copilot` with one prompt on stdin that starts with the instructions and envelope."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from runwhy.core.agents.entries import Usage
from runwhy.core.context.sentinel import cut
from runwhy.core.json import compact_json
from runwhy.executors.agent_task import (
    AgentTask,
    ProcessExit,
    ReportedCost,
    TokenFields,
    prompt_with_rule,
    read_object,
    refuse_fork,
    run_prompt,
)
from runwhy.executors.transcript_writer import TranscriptWriter

NAMES = uuid.UUID("c5f1c2d4-0f0b-4e57-8f43-0d2f1b7d6a39")
MISSING = ("No session", "not found", "No task")
_ECHO = b'"user.message"'


class Copilot:
    """Starts `copilot`, which cannot ask for approval: other tools are denied.

    The prompt is sent on stdin, because the length of an argument is limited.
    """

    name = "copilot"
    variables: Sequence[str] = ("COPILOT_*", "GH_*", "GITHUB_*")
    envelope_limit = 4096
    token_fields = TokenFields()  # it reports none

    def __init__(self, command: str = "copilot") -> None:
        self.command = command

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript. Raises: CannotStart."""
        refuse_fork(task, self.name)
        session = task.options.resume or str(uuid.uuid5(NAMES, task.run.id))
        transcript.start_stream("copilot", session=session, sender=task.sender)
        text, length = prompt_with_rule(task)
        exited = await run_prompt(
            task,
            transcript,
            _arguments(task, session),
            lambda line: transcript.add_line(strip_prefix(line, text, length)),
            stdin=text,
        )
        resumed = task.options.resume is not None and transcript.result is None
        session_missing = resumed and any(message in exited.stderr for message in MISSING)
        return replace(exited, session_missing=session_missing)

    def reported_cost(self, usage: Sequence[Usage]) -> ReportedCost | None:
        """Return None: it reports no cost."""
        return None


def strip_prefix(line: bytes, sent: str, length: int) -> bytes:
    """Remove our prefix from a line that echoes the prompt."""
    if _ECHO not in line:
        return line
    event = read_object(line) or {}
    data = event.get("data")
    if not isinstance(data, dict) or data.get("content") != sent:
        return line
    data = {**data, "content": cut(sent, length), "transformedContent": None}
    return compact_json({**event, "data": data}).encode()


def _arguments(task: AgentTask, session: str) -> list[str]:
    options = task.options
    arguments = ["--output-format", "json"]
    if options.resume is not None:
        arguments += [f"--resume={options.resume}"]
    else:
        arguments += ["--session-id", session]
    if task.model is not None:
        arguments += ["--model", task.model]
    if options.approvals == "allow":
        arguments += ["--allow-all-tools"]
    for tool in options.allowed_tools:
        arguments += ["--allow-tool", tool]
    return arguments
