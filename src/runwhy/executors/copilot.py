"""Copilot over the Agent Client Protocol, or with one prompt on stdin in older versions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from runwhy.core.agents.entries import Usage
from runwhy.core.context.sentinel import cut
from runwhy.core.json import compact_json
from runwhy.executors.acp import Acp
from runwhy.executors.acp_agents import KNOWN_AGENTS
from runwhy.executors.agent_task import (
    AgentTask,
    ProcessExit,
    ReportedCost,
    prompt_with_rule,
    read_object,
    run_prompt,
)
from runwhy.executors.transcript_writer import TranscriptWriter

NAMES = uuid.UUID("c5f1c2d4-0f0b-4e57-8f43-0d2f1b7d6a39")
STREAM = "copilot-acp"  # its messages in that protocol
NO_ACP = "'--acp'"  # in the error of a version that does not know the option
MISSING = ("No session", "not found", "No task")
_ECHO = b'"user.message"'


class Copilot:
    """Starts `copilot --acp`, or `copilot` with one prompt if the version has no `--acp`."""

    name = "copilot"
    variables: Sequence[str] = KNOWN_AGENTS["copilot"].variables
    envelope_limit = 4096
    token_fields = KNOWN_AGENTS["copilot"].token_fields

    def __init__(self, command: str = "copilot") -> None:
        self.command = command
        agent = replace(KNOWN_AGENTS["copilot"], command=(command, "--acp"))
        self._acp = Acp(agent, name=self.name, stream=STREAM)

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript. Raises: CannotStart."""
        exited = await self._acp.run(task, transcript)
        if exited.code and NO_ACP in exited.stderr:
            return await run_with_prompt(task, transcript)
        return exited

    def reported_cost(self, usage: Sequence[Usage]) -> ReportedCost | None:
        """Return None: it reports no cost."""
        return None


async def run_with_prompt(task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
    """Run the task with one prompt, which cannot ask for approval: other tools are denied.

    The prompt is sent on stdin, because the length of an argument is limited.
    """
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
