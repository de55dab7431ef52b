"""Common code of coding agents: the task of one process, its start, approvals and token counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from runwhy.core.agents.coding_agents import Approval, CodingOptions
from runwhy.core.agents.entries import Usage
from runwhy.core.context.sentinel import wrap
from runwhy.core.json import JsonObject, compact_json
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import ErrorClass, Failure, Run, Tokens
from runwhy.executors.process import Launch, run_process
from runwhy.executors.transcript_writer import TranscriptWriter
from runwhy.ports import Clock

MAX_ARGUMENT = 128 * 1024 - 1  # bytes; Linux rejects a longer argument of a program

Decide = Callable[[Approval], Awaitable[Approval]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTask:
    """The work for one agent process: the task, the context around it, and where to run."""

    run: Run
    prompt: str
    rule: str
    envelope: str
    context: tuple[str, ...]
    options: CodingOptions
    cwd: str
    sender: Provenance
    model: str | None
    visible_tags: Mapping[str, str]
    launch: Launch
    decide: Decide
    clock: Clock

    async def request_approval(self, id: str, details: JsonObject) -> Approval:
        """Return the decision about something that the agent wants to do."""
        return await self.decide(Approval(id=id, asked=details, asked_at=self.clock()))


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessExit:
    """How an agent process exited.

    `session_missing` is true if the session to resume does not exist.
    """

    code: int
    stderr: str = ""
    session_missing: bool = False
    calls: Sequence[Tokens] = ()  # the tokens of each model call, if the result has no totals
    turns: Sequence[Tokens] = ()  # the tokens of each turn, if there may be several


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenFields:
    """Fields of an agent's usage report that add up to each count."""

    input: Sequence[str] = ()
    cached: Sequence[str] = ()
    cache_write: Sequence[str] = ()
    reasoning: Sequence[str] = ()
    output: Sequence[str] = ()

    def count(self, usage: Mapping[str, object]) -> Tokens:
        """Return the tokens of a report; a missing field counts as zero."""
        reported = {name: value for name, value in usage.items() if isinstance(value, int)}
        fields = asdict(self).items()
        return Tokens(**{kind: sum(reported.get(n, 0) for n in names) for kind, names in fields})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedCost:
    """The cost that an agent reports, in picodollars.

    `of_turn` means that it covers this turn only. Otherwise it may include the turns before it in
    the agent's session.
    """

    picos: int
    of_turn: bool


class CodingAgent(Protocol):
    """One coding agent: how to start it, exchange messages with it, and count its tokens."""

    name: str
    command: str  # name of the program on PATH, or a path
    variables: Sequence[str]  # environment variables the agent may read
    envelope_limit: int
    token_fields: TokenFields  # of the usage that its result reports

    async def run(self, task: AgentTask, transcript: TranscriptWriter) -> ProcessExit:
        """Run the agent and write its output to the transcript. Raises: CannotStart."""

    def reported_cost(self, usage: Sequence[Usage]) -> ReportedCost | None:
        """Return the cost in the usage that the agent's result reports, if it has one."""


class CannotStart(Exception):
    """The agent cannot be started as requested."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def invalid(message: str) -> Failure:
    """Return the failure of a run whose options the agent cannot work with."""
    return Failure(message=message, error_class=ErrorClass.INVALID_REQUEST, code="invalid_request")


def as_argument(field: str, text: str) -> str:
    """Return a text that is passed as an argument. Raises: CannotStart if it is too long."""
    size = len(text.encode(errors="replace"))
    if size > MAX_ARGUMENT:
        message = (
            f"{field} has {size} bytes with its context; the limit is {MAX_ARGUMENT}, because "
            "this agent takes it as an argument of its program"
        )
        raise CannotStart(invalid(message))
    return text


def read_object(line: bytes) -> dict[str, Any] | None:
    """Return the JSON object of a line of output; None if the line is something else."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


class Approvals:
    """Requests of an agent that are being decided; they are cancelled at the end of the block."""

    def __init__(self, transcript: TranscriptWriter) -> None:
        self._transcript = transcript
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Approvals:
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def start(self, answer: Coroutine[Any, Any, None]) -> None:
        """Answer a request while the agent continues."""
        await self._transcript.flush()  # show the tool call before asking for approval
        task = asyncio.create_task(answer)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def refuse_fork(task: AgentTask, agent: str) -> None:
    """Raise CannotStart if the run wants to fork a session, which this agent cannot."""
    if task.options.fork:
        raise CannotStart(invalid(f"{agent} cannot fork a session; resume it instead"))


def prompt_with_rule(task: AgentTask) -> tuple[str, int]:
    """Return the prompt of an agent without a system prompt option, and the length of its prefix.

    The prefix has the rule as JSON, the envelope and the context.
    """
    rule = compact_json({"instructions": task.rule})
    return wrap([rule, task.envelope, *task.context], task.prompt)


async def run_prompt(
    task: AgentTask,
    transcript: TranscriptWriter,
    arguments: Sequence[str],
    handle_line: Callable[[bytes], Awaitable[None]],
    *,
    stdin: str | None = None,
) -> ProcessExit:
    """Run the program until it exits; `stdin` is its prompt, unless the arguments contain it."""
    launch = task.launch.with_arguments(arguments)
    async with run_process(launch, pipe_stdin=stdin is not None) as process:
        if stdin is not None:
            process.send_input(stdin)
        async for line in process.lines():
            await handle_line(line)
        code = await process.wait()
    await transcript.finish()
    return ProcessExit(code=code, stderr=process.stderr)
