"""Cursor: `cursor-agent -p`, whose single prompt starts with the instructions and the envelope."""

from __future__ import annotations

import json
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
    as_argument,
    prompt_with_rule,
    refuse_fork,
    run_prompt,
)
from runwhy.executors.transcript_writer import TranscriptWriter


class Cursor:
    """Starts `cursor-agent -p`, which cannot ask for approval: other tools are denied."""

    name = "cursor"
    variables: Sequence[str] = ("CURSOR_*",)
    envelope_limit = 4096
    token_fields = TokenFields(
        input=("inputTokens",),
        cached=("cacheReadTokens",),
        cache_write=("cacheWriteTokens",),
        output=("outputTokens",),
    )

    def __init__(self, command: str = "cursor-agent") -> None:
        self.command = command

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript. Raises: CannotStart."""
        refuse_fork(task, self.name)
        transcript.start_stream("cursor", session=None, sender=task.sender)
        text, length = prompt_with_rule(task)
        exited = await run_prompt(
            task,
            transcript,
            _arguments(task, text),
            lambda line: transcript.add_line(strip_prefix(line, text, length)),
        )
        resume, session = task.options.resume, transcript.stamp.agent_session
        return replace(exited, session_missing=resume is not None and session != resume)

    def reported_cost(self, usage: Sequence[Usage]) -> ReportedCost | None:
        """Return None: it reports no cost."""
        return None


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
