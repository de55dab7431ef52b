"""Coding agents as executors: the steps all agents share, from briefing to outcome."""

from __future__ import annotations

import asyncio
import errno
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from runwhy.core.agents.coding_agents import CodingOptions, agent_model
from runwhy.core.agents.entries import Result
from runwhy.core.agents.entry_limits import truncate
from runwhy.core.context.briefing import BriefingSettings, brief, seal_of
from runwhy.core.context.seal import seal_parts
from runwhy.core.redaction import redact_text
from runwhy.core.runs.cost import Cost, total
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.provenance import Provenance, provenance_of
from runwhy.core.runs.run import ErrorClass, Failure, Outcome, Run, Status, Tokens
from runwhy.core.runs.usage import stopped, usage_of, used
from runwhy.core.views import context_of, earlier_session, instructions_of, task_of
from runwhy.errors import InvalidInput
from runwhy.executors.agent_task import (
    AgentTask,
    CannotStart,
    CodingAgent,
    ProcessExit,
    ReportedCost,
    invalid,
)
from runwhy.executors.approval_decider import ApprovalDecider
from runwhy.executors.builtin.prices import Prices
from runwhy.executors.leftovers import end_leftovers
from runwhy.executors.process import Launch, filter_environment
from runwhy.executors.transcript_writer import TranscriptWriter
from runwhy.executors.usage_meter import ReadUsage, UsageMeter
from runwhy.ports import Clock, Fold, ModelFailed, Progress, Work
from runwhy.telemetry.propagation import outgoing_variables
from runwhy.wire.coding_options import read_options

MAX_MESSAGE = 2000
NO_SESSION = "session_not_found"
SESSION_COST = "agentSessionCost"  # in the data of a reply: picodollars, as reported


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingSettings:
    """How this server runs coding agents.

    `records` is the directory for the records of processes. `directories` limits where the agents
    work; None allows any.
    """

    briefing: BriefingSettings
    records: Path
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    more_variables: tuple[str, ...] = ()
    directories: tuple[str, ...] | None = None
    approval_timeout: float = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingExecutor:
    """Runs an agent's program for a run.

    The program starts at most once per run, because its effects cannot be undone.
    """

    agent: CodingAgent
    folds: Mapping[str, Fold]
    clock: Clock
    settings: CodingSettings
    prices: Prices = field(default_factory=Prices)
    reports: Mapping[str, ReadUsage] = field(default_factory=dict)  # by agent

    async def execute(self, work: Work) -> Outcome:
        """Execute the run. A second attempt never repeats the work of the first."""
        if any(part.kind is PartKind.ENVELOPE for part in work.journal.parts):
            await asyncio.to_thread(end_leftovers, self.settings.records, work.run.id)
            return stopped(work.run, _failed(self._interrupted(work.run)), work.journal.parts)
        try:
            task = await self._begin(work)
        except CannotStart as error:
            return _failed(error.failure)
        transcript = TranscriptWriter(
            journal=work.journal,
            folds=self.folds,
            cwd=task.cwd,
            secrets=self.settings.briefing.known,
            seal=seal_of(work.run, self.settings.briefing),
            meter=self._meter(work),
        )
        try:
            return await self._run(work, task, transcript)
        finally:
            await transcript.close()

    async def _run(self, work: Work, task: AgentTask, transcript: TranscriptWriter) -> Outcome:
        try:
            await transcript.meter.start()
            exited = await self.agent.run(task, transcript)
        except ModelFailed as error:  # a budget does not allow more
            return await _stopped(transcript, error)
        except CannotStart as error:
            return _failed(error.failure)
        except OSError as error:
            return _failed(_cannot_start(self.agent.command, error))
        text = await self._final_text(transcript)
        outcome = await self._outcome(work, task, transcript, exited, text)
        if not work.run.budgets or not outcome.cost.unpriced_calls:
            return outcome
        try:  # an unknown cost must not count as nothing
            await work.journal.check_usage(
                usage_of(outcome), timeout=self.settings.approval_timeout
            )
        except ModelFailed as error:
            return replace(outcome, status=Status.FAILED, text=None, failure=error.failure)
        return outcome

    def _meter(self, work: Work) -> UsageMeter:
        return UsageMeter(
            work=work,
            agent=self.agent.name,
            prices=self.prices,
            clock=self.clock,
            timeout=self.settings.approval_timeout,
            read=self.reports.get(self.agent.name),
        )

    async def _begin(self, work: Work) -> AgentTask:
        """Store the run's opening parts and prepare the agent's task. Raises: CannotStart."""
        run, spec = work.run, work.spec
        options = self._options(work)
        launch = self._launch(run, self._directory(options))
        earlier = [*work.journal.parts]
        briefed = await self._brief(work)
        seal = seal_of(run, self.settings.briefing)
        rule, envelope = seal_parts(briefed, seal)
        parts = seal_parts(earlier, seal)
        tags = run.tagging.tags
        return AgentTask(
            run=run,
            prompt=task_of(parts),
            rule="\n\n".join([*instructions_of(parts), rule.text]),
            envelope=envelope.text,
            context=context_of(parts),
            options=options,
            cwd=launch.cwd,
            sender=provenance_of(run.origin.trigger),
            model=spec.model_id,
            visible_tags={key: tags[key] for key in tags if key in spec.visible_tags},
            launch=launch,
            decide=self._decider(work, options).decide,
            clock=self.clock,
        )

    async def _brief(self, work: Work) -> Sequence[Part]:
        """Store and return the rule and the envelope."""
        briefing = brief(
            work.run,
            work.spec,
            at=self.clock(),
            settings=self.settings.briefing,
            limit=self.agent.envelope_limit,
        )
        await work.journal.append(Progress(parts=briefing.parts, envelope=briefing.facts))
        return briefing.parts

    def _launch(self, run: Run, cwd: str) -> Launch:
        """Return how to start the program, without its arguments. Raises: CannotStart."""
        settings = self.settings
        env = filter_environment(settings.environ, self.agent.variables, settings.more_variables)
        return Launch(
            command=[self._program()],
            cwd=cwd,
            env=env | outgoing_variables(),
            run_id=run.id,
            records=settings.records,
        )

    def _options(self, work: Work) -> CodingOptions:
        """Return the run's options; a later run of a session resumes the agent's own session."""
        try:
            options = read_options(work.spec.executor_options)
        except InvalidInput as error:
            raise CannotStart(invalid(error.message)) from error
        if options.resume is None and (session := earlier_session(work.earlier, self.agent.name)):
            return replace(options, resume=session)
        return options

    def _directory(self, options: CodingOptions) -> str:
        if options.cwd is None:
            raise CannotStart(
                invalid("executorOptions.cwd is required: the directory the agent works in")
            )
        try:
            directory = Path(options.cwd).resolve(strict=True)
        except OSError:
            directory = Path(options.cwd)
        if not directory.is_dir():
            raise CannotStart(invalid(f"directory {options.cwd} does not exist on this server"))
        if not is_allowed_directory(directory, self.settings.directories):
            raise CannotStart(
                invalid(f"agent_directories does not allow coding agents in {options.cwd}")
            )
        return str(directory)

    def _program(self) -> str:
        program = shutil.which(self.agent.command, path=self.settings.environ.get("PATH"))
        if program is None:
            message = f"{self.agent.command} is not installed on the server; run `runwhy doctor`"
            raise CannotStart(Failure(message=message, code="agent_not_found"))
        return program

    def _decider(self, work: Work, options: CodingOptions) -> ApprovalDecider:
        return ApprovalDecider(
            journal=work.journal,
            approvals=options.approvals,
            clock=self.clock,
            timeout=timedelta(seconds=self.settings.approval_timeout),
            known_secrets=self.settings.briefing.known,
        )

    async def _final_text(self, transcript: TranscriptWriter) -> str:
        result = transcript.result
        text = (result.text if result is not None else None) or transcript.last_message
        known = self.settings.briefing.known
        return await asyncio.to_thread(redact_text, truncate(text), known=known)

    async def _outcome(
        self,
        work: Work,
        task: AgentTask,
        transcript: TranscriptWriter,
        exited: ProcessExit,
        text: str,
    ) -> Outcome:
        result, model = transcript.result, transcript.stamp.model
        calls = exited.calls or exited.turns or self._reported_tokens(result)
        outcome = Outcome(
            status=Status.SUCCEEDED,
            text=text,
            turns=(result.turns if result is not None else None) or transcript.turns,
            tokens=sum(calls, Tokens()),
            model=agent_model(self.agent.name, model),
        )
        reported = self.agent.reported_cost(result.usage) if result is not None else None
        bill = AgentBill(calls=calls, one_call_each=bool(exited.calls), reported=reported)
        cost = await self._cost(work, task, outcome, bill)
        outcome = replace(outcome, cost=cost)
        part = self._reply(work, outcome, transcript, reported)
        work.journal.write_at_end(Progress(parts=[part]))
        failure = self._failure(task, transcript, exited)
        if failure is None:
            return outcome
        failure = replace(failure, partial_text=outcome.text or None)
        return replace(outcome, status=Status.FAILED, text=None, failure=failure)

    def _reported_tokens(self, result: Result | None) -> Sequence[Tokens]:
        """Return the tokens of the whole run, if the agent's result has them."""
        usage = [use for use in (result.usage if result else ()) if use.scope in ("turn", "run")]
        tokens = self.agent.token_fields.count(usage[0].reported) if usage else Tokens()
        return [] if tokens == Tokens() else [tokens]

    async def _cost(self, work: Work, task: AgentTask, outcome: Outcome, bill: AgentBill) -> Cost:
        """Return the cost: by a price in the settings, as reported, or by a public price."""
        model, reported = outcome.model, bill.reported
        own = model is not None and self.prices.has_own(model)
        if reported is not None and not own:
            resumed = task.options.resume
            earlier = earlier_cost(work.earlier, self.agent.name, resumed) if resumed else 0
            if (picos := cost_of_turn(reported, earlier)) is not None:
                return Cost(picos=picos)
        if model is None or not bill.calls:
            return Cost(unpriced_calls=outcome.turns)
        one, at = bill.one_call_each, work.run.started_at or work.run.created_at
        return total(
            [(await self.prices.charge(model, t, at=at, one_call=one)).cost for t in bill.calls]
        )

    def _reply(
        self,
        work: Work,
        outcome: Outcome,
        transcript: TranscriptWriter,
        reported: ReportedCost | None,
    ) -> Part:
        """The part that lets later runs resume: the final text and the agent's session id."""
        stamp = transcript.stamp
        totals = {} if reported is None else {SESSION_COST: reported.picos}
        return Part(
            run_id=work.run.id,
            index=0,
            kind=PartKind.REPLY,
            role="assistant",
            provenance=Provenance.AGENT,
            at=self.clock(),
            text=outcome.text or "",
            data={"agent": stamp.agent, "agentSession": stamp.agent_session, **totals},
        )

    def _failure(
        self, task: AgentTask, transcript: TranscriptWriter, exited: ProcessExit
    ) -> Failure | None:
        """Judge by the agent's reported result, or by its exit code if it reported none."""
        name, result, error = self.agent.name, transcript.result, transcript.error
        if exited.session_missing:
            message = f"{name} has no session {task.options.resume} on this server"
            return Failure(message=message, error_class=ErrorClass.INVALID_REQUEST, code=NO_SESSION)
        if result is not None and result.ok:
            return None
        reason = error.message if error is not None else exited.stderr
        if result is None and not exited.code and error is None:
            reason = reason or "ended without a result"
        shown = redact_text(reason[-MAX_MESSAGE:], known=self.settings.briefing.known)
        fallback = f"exited with code {exited.code}"
        return Failure(message=f"{name}: {shown or fallback}", code="agent_failed")

    def _interrupted(self, run: Run) -> Failure:
        message = (
            f"the server stopped while {self.agent.name} was running; its work so far is kept. "
            f"Continue with `runwhy resume {run.id}`"
        )
        return Failure(message=message, code="agent_interrupted")


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentBill:
    """The tokens of an agent's model calls, and the cost that the agent reports.

    Unless `one_call_each` is true, the tokens are sums over several calls.
    """

    calls: Sequence[Tokens]
    one_call_each: bool
    reported: ReportedCost | None


def cost_of_turn(reported: ReportedCost, earlier: int | None) -> int | None:
    """Return the cost of this turn, without the turns before; None if it is unknown.

    `earlier` is the earlier cost of the session, None if unknown.
    """
    if reported.of_turn:
        return reported.picos
    if earlier is None:
        return None
    # An agent that does not remember earlier costs reports less than them.
    return reported.picos - earlier if reported.picos >= earlier else reported.picos


def earlier_cost(turns: Sequence[Turn], agent: str, session: str) -> int | None:
    """Return the cost of an agent's session at the end of the newest run that reported it."""
    for turn in reversed(turns):
        for part in reversed(turn.parts):
            cost, mine = part.data.get(SESSION_COST), part.data.get("agent") == agent
            if mine and part.data.get("agentSession") == session and isinstance(cost, int):
                return cost
    return None


def is_allowed_directory(path: Path, directories: Sequence[str] | None) -> bool:
    """Return whether coding agents may work in this directory."""
    if directories is None:
        return True
    roots = [Path(directory).expanduser().resolve() for directory in directories]
    return any(path == root or root in path.parents for root in roots)


def _cannot_start(command: str, error: OSError) -> Failure:
    if error.errno == errno.E2BIG:
        message = f"the arguments of {command} are too long: shorten systemPrompt or the prompt"
        return invalid(message)
    if error.errno == errno.ECHILD:  # something else killed its supervisor
        return Failure(message=f"{command} was killed before it started", code="agent_failed")
    return Failure(message=f"{command} cannot be started: {error.strerror}", code="agent_not_found")


async def _stopped(transcript: TranscriptWriter, error: ModelFailed) -> Outcome:
    """Return the outcome of an agent that a budget has stopped, with its usage."""
    outcome = _failed(error.failure)
    if transcript.meter.used is None:
        return outcome
    await transcript.finish()
    return used(replace(outcome, turns=transcript.turns), transcript.meter.used)


def _failed(failure: Failure) -> Outcome:
    return Outcome(status=Status.FAILED, failure=failure)
