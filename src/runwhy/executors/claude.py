"""Claude Code: `claude -p` with messages on stdin, so that approvals can be answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from decimal import Decimal
from typing import Protocol, cast

from runwhy.core.agents.claude_messages import derived_id
from runwhy.core.agents.entries import Usage
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.cost import to_picos
from runwhy.executors.agent_task import (
    AgentTask,
    Approvals,
    ProcessExit,
    ReportedCost,
    TokenFields,
    as_argument,
    read_object,
)
from runwhy.executors.process import Launch, run_process
from runwhy.executors.transcript_writer import TranscriptWriter

CONTROL_TYPES = ("command_lifecycle", "control_request", "control_cancel_request")
_MARKS = tuple(f'"{kind}"'.encode() for kind in CONTROL_TYPES)
MISSING = "No conversation found with session ID"
MAX_DOLLARS = 1_000_000  # more is not the cost of a session
TURN_TOKENS = (
    *("input_tokens", "output_tokens"),
    *("cache_read_input_tokens", "cache_creation_input_tokens"),
)
MODEL_TOKENS = (
    *("inputTokens", "outputTokens"),
    *("cacheReadInputTokens", "cacheCreationInputTokens"),
)
# Makes newer versions also report the text of subagents.
FORWARD_SUBAGENTS = "CLAUDE_CODE_FORWARD_SUBAGENT_TEXT"


class LineProcess(Protocol):
    """A running program that exchanges lines, like `AgentProcess`."""

    @property
    def stderr(self) -> str: ...
    def lines(self) -> AsyncIterator[bytes]: ...
    async def send(self, message: JsonObject) -> None: ...
    def close_stdin(self) -> None: ...
    async def wait(self) -> int: ...


class StartProcess(Protocol):
    """Starts the program for the length of a block, like `run_process`."""

    def __call__(
        self, launch: Launch, *, pipe_stdin: bool
    ) -> AbstractAsyncContextManager[LineProcess]: ...


class Claude:
    """Starts `claude`, sends the task as one message and answers its approval requests."""

    name = "claude"
    variables: Sequence[str] = (
        *("ANTHROPIC_*", "CLAUDE_*", "AWS_*", "GOOGLE_*", "CLOUD_ML_REGION", "VERTEX_*"),
    )
    envelope_limit = 4096
    token_fields = TokenFields(  # its input tokens exclude cached ones
        input=("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"),
        cached=("cache_read_input_tokens",),
        cache_write=("cache_creation_input_tokens",),
        output=("output_tokens",),
    )

    def __init__(self, command: str = "claude", start: StartProcess = run_process) -> None:
        self.command = command
        self._start = start

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript."""
        session = derived_id(task.run.id, "session")
        if task.options.resume is not None and not task.options.fork:
            session = task.options.resume
        transcript.start_stream("claude", session=session, sender=task.sender)
        launch = replace(
            task.launch.with_arguments(_arguments(task, session)),
            env={FORWARD_SUBAGENTS: "1", **task.launch.env},
        )
        async with self._start(launch, pipe_stdin=True) as process:
            await transcript.add_line(compact_json(_echo(task)))
            texts = [task.envelope, *task.context, plain_prompt(task.prompt)]
            await process.send(_message(task, texts))
            async with Approvals(transcript) as approvals:
                async for line in process.lines():
                    if (control := _control(line)) is None:
                        await transcript.add_line(line)
                        if transcript.result is not None:
                            process.close_stdin()
                    elif (request := _request(control)) is not None:
                        await approvals.start(_answer(request, task, process))
            code = await process.wait()
        await transcript.finish()
        message = transcript.error.message if transcript.error else ""
        return ProcessExit(
            code=code, stderr=process.stderr, session_missing=message.startswith(MISSING)
        )

    def reported_cost(self, usage: Sequence[Usage]) -> ReportedCost | None:
        """Return the cost of the process, which may begin with that of the resumed session."""
        totals = next((use.reported for use in usage if use.scope == "run"), {})
        dollars, models = totals.get("totalCostUsd"), totals.get("modelUsage")
        if not isinstance(dollars, int | float) or isinstance(dollars, bool):
            return None
        if not 0 <= dollars <= MAX_DOLLARS:
            return None
        turn = next((use.reported for use in usage if use.scope == "turn"), {})
        of_models = models.values() if isinstance(models, dict) else ()
        counted = sum(_sum(model, MODEL_TOKENS) for model in of_models if isinstance(model, dict))
        return ReportedCost(
            picos=to_picos(Decimal(str(dollars))), of_turn=counted == _sum(turn, TURN_TOKENS)
        )


def _sum(reported: Mapping[str, object], names: Sequence[str]) -> int:
    counts = (reported.get(name) for name in names)
    return sum(count for count in counts if isinstance(count, int))


def _arguments(task: AgentTask, session: str) -> list[str]:
    options = task.options
    arguments = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"]
    arguments += ["--verbose", "--include-partial-messages", "--permission-prompt-tool", "stdio"]
    arguments += ["--append-system-prompt", as_argument("systemPrompt", task.rule)]
    if options.resume is not None:
        arguments += ["--resume", options.resume]
    if options.fork:
        arguments += ["--fork-session"]
    if options.resume is None or options.fork:
        arguments += ["--session-id", session]
    if task.model is not None:
        arguments += ["--model", task.model]
    if options.allowed_tools:
        arguments += ["--allowed-tools", *options.allowed_tools]
    return arguments


def _message(task: AgentTask, texts: list[str]) -> JsonObject:
    """Return a message for stdin with one block per text."""
    blocks = [{"type": "text", "text": text} for text in texts]
    return {
        "type": "user",
        "uuid": derived_id(task.run.id, "message"),
        "message": {"role": "user", "content": blocks},
    }


def plain_prompt(prompt: str) -> str:
    """Return the prompt as plain text: a last block that starts with `/` would be a command."""
    return f" {prompt}" if prompt.startswith("/") else prompt


def _echo(task: AgentTask) -> JsonObject:
    """The task as Claude would echo it, without the envelope and context meant for the model."""
    at = task.clock().isoformat().replace("+00:00", "Z")
    return {**_message(task, [task.prompt]), "isReplay": True, "timestamp": at}


def _control(line: bytes) -> JsonObject | None:
    """Parse a line that is part of the control protocol and not of the transcript."""
    if not any(mark in line[:200] for mark in _MARKS):
        return None
    message = read_object(line)
    return message if message and message.get("type") in CONTROL_TYPES else None


def _request(control: JsonObject) -> JsonObject | None:
    """Return the tool that needs approval, if this is an approval request."""
    request = control.get("request")
    if not isinstance(request, dict) or request.get("subtype") != "can_use_tool":
        return None
    return {**request, "request_id": control.get("request_id")}


async def _answer(request: JsonObject, task: AgentTask, process: LineProcess) -> None:
    details = {
        "tool": request.get("tool_name"),
        "input": request.get("input"),
        "entryId": request.get("tool_use_id"),
        "description": request.get("description"),
    }
    if rules := _session_rules(request):
        details["forRun"] = _rule_text(rules)
    id = str(request["request_id"])
    decided = await task.request_approval(id, details)
    answer: JsonObject
    if decided.allowed:
        answer = {"behavior": "allow", "updatedInput": request.get("input")}
        if rules and decided.decision == "approve_for_run":
            answer["updatedPermissions"] = rules
    else:
        answer = {"behavior": "deny", "message": decided.reason or "denied"}
    response = {"subtype": "success", "request_id": id, "response": answer}
    await process.send({"type": "control_response", "response": response})


def _session_rules(request: JsonObject) -> list[JsonObject]:
    """Return the rules for allowing similar requests that Claude suggests, for this session only.

    As suggested, they would go into its settings files and hold for later runs. Suggestions of
    another mode or more directories would allow other things than this request.
    """
    given = request.get("permission_suggestions")
    return [
        {**rule, "destination": "session"}
        for rule in (given if isinstance(given, list) else ())
        if isinstance(rule, dict)
        and (rule.get("type"), rule.get("behavior")) == ("addRules", "allow")
        and isinstance(rule.get("rules"), list)
    ]


def _rule_text(rules: Sequence[JsonObject]) -> str:
    """Return the actions that permission rules allow, such as `Bash(npm test:*)`."""
    named = []
    for one in [one for rule in rules for one in cast(list[object], rule["rules"])]:
        if isinstance(one, dict):
            content = one.get("ruleContent")
            named.append(f"{one.get('toolName')}({content})" if content else one.get("toolName"))
    return ", ".join(str(name) for name in named)
