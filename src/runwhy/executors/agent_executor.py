"""Coding agents as executors: what all of them share, from the briefing to the outcome."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Protocol

from runwhy.core.agents.coding_agents import Approval, CodingOptions, read_options
from runwhy.core.agents.entries import Usage
from runwhy.core.context.briefing import BriefingSettings, brief
from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_json, redact_text
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.provenance import Provenance, provenance_of
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Outcome, Run, Status, Tokens
from runwhy.errors import InvalidInput
from runwhy.executors.environment import allowed
from runwhy.executors.process import Launch
from runwhy.executors.transcript_writer import Teller
from runwhy.ports import Clock, Fold, Work
from runwhy.telemetry.propagation import outgoing_variables

MAX_MESSAGE = 2000
NO_SESSION = "session_not_found"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingSettings:
    """How coding agents are run here. `directories` they may work in; None: in any."""

    briefing: BriefingSettings
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    more_variables: tuple[str, ...] = ()
    directories: tuple[str, ...] | None = None
    approval_timeout: float = 600.0


Decide = Callable[[Approval], Awaitable[Approval]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What an agent is to do: the task, what it is told besides, and where it works."""

    run: Run
    prompt: str
    rule: str
    envelope: str
    context: tuple[str, ...]
    options: CodingOptions
    cwd: str
    sender: Provenance
    model: str | None
    launch: Launch
    decide: Decide
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How an agent's program ended; `missing` says that the session to be resumed is not there."""

    code: int
    stderr: str = ""
    missing: bool = False
    tokens: Tokens | None = None  # where they are not in its result


class CodingAgent(Protocol):
    """One agent: how it is started, spoken to, and understood."""

    name: str
    command: str  # its program, found on PATH, or a path
    variables: Sequence[str]  # of the environment that are its own
    envelope_limit: int

    async def work(self, job: Job, teller: Teller) -> Ending:
        """Do it; what happens is told on the way."""

    def tokens(self, usage: Mapping[str, object]) -> Tokens:
        """What it reports of its usage, in our words."""


class CannotWork(Exception):
    """The agent cannot be started as asked; why is for whoever asked."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class CodingExecutor:
    """Runs an agent's own program for a run. It is started once: what it did cannot be undone."""

    def __init__(
        self, agent: CodingAgent, folds: Mapping[str, Fold], clock: Clock, settings: CodingSettings
    ) -> None:
        self._agent = agent
        self._folds = folds
        self._clock = clock
        self._settings = settings

    async def execute(self, work: Work) -> Outcome:
        """Take the run to its end. A second attempt does not do the work of the first again."""
        if any(part.kind is PartKind.ENVELOPE for part in work.journal.parts):
            return _failed(self._interrupted(work.run))
        try:
            job = await self._begin(work)
        except CannotWork as error:
            return _failed(error.failure)
        teller = Teller(
            work.journal, self._folds, cwd=job.cwd, secrets=self._settings.briefing.known
        )
        try:
            ending = await self._agent.work(job, teller)
        except CannotWork as error:
            return _failed(error.failure)
        except OSError as error:
            return _failed(_cannot_start(self._agent.command, error))
        return self._outcome(work, job, teller, ending)

    async def _begin(self, work: Work) -> Job:
        """What opens a run is written once. Raises: CannotWork."""
        options = self._options(work)
        cwd = self._directory(options)
        program = self._program()
        settings = self._settings
        briefing = brief(
            work.run,
            work.spec,
            at=self._clock(),
            settings=settings.briefing,
            limit=self._agent.envelope_limit,
        )
        said = work.journal.parts
        await work.journal.append(briefing.parts, envelope=briefing.facts)
        rule, envelope = briefing.parts
        env = allowed(settings.environ, self._agent.variables, settings.more_variables)
        env |= outgoing_variables()
        return Job(
            run=work.run,
            prompt=_task(said),
            rule="\n\n".join([*_instructions(said), rule.text]),
            envelope=envelope.text,
            context=_context(said),
            options=options,
            cwd=cwd,
            sender=provenance_of(work.run.origin.trigger),
            model=work.spec.model_id,
            launch=Launch(command=[program], cwd=cwd, env=env, run_id=work.run.id),
            decide=self._decider(work, options),
            clock=self._clock,
        )

    def _options(self, work: Work) -> CodingOptions:
        """Those of the run; in a session, the agent's own session goes on."""
        try:
            options = read_options(work.spec.executor_options)
        except InvalidInput as error:
            raise CannotWork(_invalid(error.message)) from error
        if options.resume is None and (known := _earlier_session(work.earlier, self._agent.name)):
            return replace(options, resume=known)
        return options

    def _directory(self, options: CodingOptions) -> str:
        if options.cwd is None:
            raise CannotWork(_invalid("executorOptions.cwd is needed: where the agent works"))
        try:
            where = Path(options.cwd).resolve(strict=True)
        except OSError:
            where = Path(options.cwd)
        if not where.is_dir():
            raise CannotWork(_invalid(f"there is no directory {options.cwd} on this server"))
        if not may_work_in(where, self._settings.directories):
            raise CannotWork(_invalid(f"coding agents may not work in {options.cwd} here"))
        return str(where)

    def _program(self) -> str:
        found = shutil.which(self._agent.command, path=self._settings.environ.get("PATH"))
        if found is None:
            where = "where the server runs (see `runwhy doctor`)"
            message = f"{self._agent.command} is not installed {where}"
            raise CannotWork(Failure(message=message, code="agent_not_found"))
        return found

    def _decider(self, work: Work, options: CodingOptions) -> Decide:
        """Who decides what the agent may do: a person, unless the run says otherwise."""

        async def decide(approval: Approval) -> Approval:
            if options.approvals == "allow":
                return replace(approval, decision="approve", decided_by="the run")
            if options.approvals == "deny":
                return replace(approval, decision="deny", reason="this run allows nothing more")
            asked = redact_json(dict(approval.asked), known=self._settings.briefing.known)  # type: ignore[arg-type]
            assert isinstance(asked, dict)
            until = self._clock() + timedelta(seconds=self._settings.approval_timeout)
            found = await work.journal.ask(replace(approval, asked=asked), until=until)
            await work.journal.go_on()
            if found.decision is None:
                seconds = self._settings.approval_timeout
                reason = f"nobody answered within {seconds:g} seconds"
                return replace(found, decision="deny", reason=reason)
            return found

        return decide

    def _outcome(self, work: Work, job: Job, teller: Teller, ending: Ending) -> Outcome:
        result, stamp = teller.result, teller.stamp
        text = (result.text if result is not None else None) or teller.said
        model = stamp.model
        usage = [use for use in (result.usage if result else ()) if use.scope in ("turn", "run")]
        outcome = Outcome(
            status=Status.SUCCEEDED,
            text=redact_text(text, known=self._settings.briefing.known),
            turns=(result.turns if result is not None else None) or teller.turns,
            tokens=ending.tokens or self._used(usage),
            model=None
            if model is None
            else ModelUsed(id=model, provider=self._agent.name, vendor_model_id=model),
        )
        work.journal.leave([self._reply(work, outcome, teller)], [])
        failure = self._failure(job, teller, ending)
        return (
            outcome
            if failure is None
            else replace(
                outcome,
                status=Status.FAILED,
                text=None,
                failure=replace(failure, partial_text=outcome.text or None),
            )
        )

    def _used(self, usage: Sequence[Usage]) -> Tokens:
        return self._agent.tokens(usage[0].reported) if usage else Tokens()

    def _reply(self, work: Work, outcome: Outcome, teller: Teller) -> Part:
        """What the session remembers: the last words, and how the agent's session is found."""
        stamp = teller.stamp
        return Part(
            run_id=work.run.id,
            index=0,
            kind=PartKind.REPLY,
            role="assistant",
            provenance=Provenance.AGENT,
            at=self._clock(),
            text=outcome.text or "",
            data={"agent": stamp.agent, "agentSession": stamp.agent_session},
        )

    def _failure(self, job: Job, teller: Teller, ending: Ending) -> Failure | None:
        """By what the agent told of its end; where it told nothing, by its exit code."""
        name, result, error = self._agent.name, teller.result, teller.error
        if ending.missing:
            message = f"{name} has no session {job.options.resume} here"
            return Failure(message=message, error_class=ErrorClass.INVALID_REQUEST, code=NO_SESSION)
        if result is not None and result.ok:
            return None
        said = error.message if error is not None else ending.stderr
        if result is None and not ending.code and error is None:
            said = said or "it ended without a result"
        shown = redact_text(said[-MAX_MESSAGE:], known=self._settings.briefing.known)
        fallback = f"it ended with exit code {ending.code}"
        return Failure(message=f"{name}: {shown or fallback}", code="agent_failed")

    def _interrupted(self, run: Run) -> Failure:
        message = (
            f"the server stopped while {self._agent.name} was at work; what it did until then is "
            f"kept, and `runwhy resume {run.id}` goes on from there"
        )
        return Failure(message=message, code="agent_interrupted")


def may_work_in(where: Path, directories: Sequence[str] | None) -> bool:
    """Whether coding agents may work there."""
    if directories is None:
        return True
    roots = [Path(directory).expanduser().resolve() for directory in directories]
    return any(where == root or root in where.parents for root in roots)


async def answered(approvals: set[asyncio.Task[None]]) -> None:
    """End what still waits for a decision: the agent needs none any more."""
    for task in approvals:
        task.cancel()
    await asyncio.gather(*approvals, return_exceptions=True)


def approval_of(id: str, asked: JsonObject, clock: Clock) -> Approval:
    """Something that a person has to decide."""
    return Approval(id=id, asked=asked, asked_at=clock())


def _task(parts: Sequence[Part]) -> str:
    """What is to be done: the last thing that was said; what came before it is quoted."""
    said = [part for part in parts if part.kind is PartKind.MESSAGE and part.role != "system"]
    return said[-1].text if said else ""


def _instructions(parts: Sequence[Part]) -> list[str]:
    return [p.text for p in parts if p.kind is PartKind.MESSAGE and p.role == "system" and p.text]


def _context(parts: Sequence[Part]) -> tuple[str, ...]:
    """What is given besides the task: an earlier conversation, commands, a webhook's body."""
    said = [part for part in parts if part.kind is PartKind.MESSAGE and part.role != "system"]
    earlier = [f"{part.role}: {part.text}" for part in said[:-1]]
    quoted = [part.text for part in parts if part.kind is PartKind.CONTEXT]
    history = ["What was said before this task:\n\n" + "\n\n".join(earlier)] if earlier else []
    return (*history, *quoted)


def _earlier_session(turns: Sequence[Turn], agent: str) -> str | None:
    """The agent's own session behind the newest turn that it did."""
    for turn in reversed(turns):
        for part in reversed(turn.parts):
            session = part.data.get("agentSession")
            if not turn.rolled_back and part.data.get("agent") == agent and session:
                return str(session)
    return None


def _invalid(message: str) -> Failure:
    return Failure(message=message, error_class=ErrorClass.INVALID_REQUEST, code="invalid_request")


def _cannot_start(command: str, error: OSError) -> Failure:
    return Failure(message=f"{command} cannot be started: {error.strerror}", code="agent_not_found")


def _failed(failure: Failure) -> Outcome:
    return Outcome(status=Status.FAILED, failure=failure)
