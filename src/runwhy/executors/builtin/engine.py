"""The builtin engine: calls the model and runs its tools until the model gives a final answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from runwhy.core.agents.steps import MISFIT, NUDGE, CallModel, Finish, RunTools, next_step
from runwhy.core.budgets.notices import new_notes
from runwhy.core.context.briefing import BriefingSettings, brief
from runwhy.core.json import JsonObject
from runwhy.core.memory.memories import facts_json, memory_part
from runwhy.core.model_requests import (
    SENT,
    RunLog,
    SentRequest,
    reply_request,
    sent_data,
)
from runwhy.core.runs.events import NewEvent, message_event
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import ErrorClass, Failure, Outcome, Status
from runwhy.errors import InvalidModel, MissingKey
from runwhy.executors.builtin.budgeted_models import budgeted_models
from runwhy.executors.builtin.envelope_checks import check_envelope
from runwhy.executors.builtin.replies import (
    failed_call,
    outcome_of,
    reply_data,
    with_options,
    with_partial,
)
from runwhy.executors.builtin.schemas import check_answer
from runwhy.executors.builtin.sealed_models import sealed_models
from runwhy.executors.builtin.summaries import Summarizer
from runwhy.executors.builtin.tool_rounds import call_events, run_tools
from runwhy.executors.builtin.toolbox import (
    Toolbox,
    ToolServices,
    ToolSettings,
)
from runwhy.executors.builtin.tools.limits import McpFailed
from runwhy.ports import (
    Clock,
    ModelFailed,
    ModelReply,
    ModelRequest,
    Models,
    Progress,
    TextDelta,
    Work,
)
from runwhy.wire.specs import MCP_TOOLS, add_mcp_tools

CUTOFF = "Tool calls are no longer available. Answer now with what you have."

RequestHook = Callable[[ModelRequest], ModelRequest]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """Settings of the builtin engine."""

    briefing: BriefingSettings
    tool_timeout: float = 600.0
    context_window: int = 128_000  # tokens, for models whose window is unknown
    approval_timeout: float = 600.0  # seconds until a budget's question counts as denied
    tools: ToolSettings = field(default_factory=ToolSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinExecutor:
    """Executes a run from its log; steps that are in the log are never repeated.

    `services` backs Runwhy's own tools. `hooks` can change each model request, except its envelope.
    """

    models: Models
    clock: Clock
    settings: EngineSettings
    services: ToolServices = field(default_factory=ToolServices)
    hooks: Sequence[RequestHook] = ()

    async def execute(self, work: Work) -> Outcome:
        """Execute the run."""
        async with Toolbox(work.spec, self.clock, self.settings.tools, self.services) as tools:
            try:
                await self._begin(work, tools)
                spec = add_mcp_tools(work.spec, work.journal.parts)
                return await self._run_steps(replace(work, spec=spec), tools)
            except McpFailed as error:
                return outcome_of(work, Status.FAILED, failure=error.failure)
            except ModelFailed as error:
                return outcome_of(work, Status.FAILED, failure=error.failure)

    def _models(self, work: Work) -> Models:
        """Return the models of a run: sealed, and within its budgets."""
        sealed = sealed_models(self.models, self.settings.briefing)
        timeout = self.settings.approval_timeout
        return budgeted_models(sealed, work, self.clock, timeout=timeout)

    def _summarizer(self, work: Work) -> Summarizer:
        window = self.settings.context_window
        return Summarizer(models=self._models(work), clock=self.clock, window=window)

    async def _begin(self, work: Work, tools: Toolbox) -> None:
        """Store the run's opening parts, unless an earlier attempt has."""
        if any(part.kind is PartKind.ENVELOPE for part in work.journal.parts):
            return
        mcp_tools = await tools.list()
        briefing = brief(
            work.run,
            work.spec,
            at=self.clock(),
            settings=self.settings.briefing,
            budgets=work.journal.first_usages,
            first=len(work.journal.parts),
        )
        system, *others = briefing.parts
        if mcp_tools:
            system = replace(system, data={**system.data, MCP_TOOLS: mcp_tools})
        parts, events = [system, *others], []
        recalled = await self._recall(work)
        if recalled is not None:
            events = [NewEvent(type="memory", data=facts_json(recalled))]
            if recalled.hits:
                parts.append(memory_part(work.run.id, recalled, self.clock()))
        opening = Progress(parts=parts, events=events, envelope=briefing.facts, memory=recalled)
        if work.run.budgets:
            work.journal.append_soon(opening)  # the reservation of the first call writes it
        else:
            await work.journal.append(opening)

    async def _recall(self, work: Work) -> MemoryFacts | None:
        """Return the memories recalled for the run, if memory is enabled."""
        memory = self.services.memory
        if memory is None or not work.spec.memory.enabled:
            return None
        return await memory.recall(work)

    async def _run_steps(self, work: Work, tools: Toolbox) -> Outcome:
        timeout = self.settings.tool_timeout
        while True:
            match next_step(work.spec, work.journal.parts):
                case CallModel() as step:
                    await self._call_model(work, step)
                case RunTools(calls=calls):
                    failure = await run_tools(work, calls, tools, clock=self.clock, timeout=timeout)
                    if failure is not None:
                        return outcome_of(work, Status.FAILED, failure=failure)
                case Finish(text=text, problem=None, calls=calls):
                    return outcome_of(work, Status.SUCCEEDED, text=text, calls=calls)
                case Finish(text=text, problem=str(problem)):
                    return outcome_of(work, Status.FAILED, failure=_schema_failure(text, problem))

    async def _call_model(self, work: Work, step: CallModel) -> None:
        """Call the model after compacting the context, and retry once if its window is exceeded.

        Raises: ModelFailed, with the partial text.
        """
        await self._summarizer(work).compact(work)
        if step.say:
            await self._note_loop(work, step)
        if work.run.budgets and _turns(work.journal.parts):  # the envelope has the first state
            await self._note_budgets(work)
        try:
            await self._stream_reply(work, step)
        except ModelFailed as error:
            if not _is_refused(error) or not await self._summarizer(work).compact(work, full=True):
                raise
            await self._stream_reply(work, step)

    async def _stream_reply(self, work: Work, step: CallModel) -> None:
        """Stream the reply into the log; a call without a reply is stored with the run's end."""
        text = ""
        sent: dict[str, object] = {} if step.tools else {"last": True}
        try:
            request, sent[SENT] = self._request(work, step)
            models = self._models(work)
            model = models.get(work.spec.model_id or models.default_id)
            async with aclosing(model.stream(request)) as items:
                async for item in items:
                    if isinstance(item, ModelReply):
                        await self._store_reply(work, item, sent)
                        sent = {}
                    else:
                        if isinstance(item, TextDelta) and not item.thinking:
                            text += item.text
                        await work.journal.delta(item)
        except ModelFailed as error:
            error.failure = with_partial(error.failure, text)
            await self._store_failed(work, error, sent)
            raise
        except InvalidModel as error:
            raise ModelFailed(_no_model(error)) from error
        except asyncio.CancelledError:  # the run's timeout; written unless others end the run
            if SENT in sent:
                part = failed_call(work.run.id, None, sent, self.clock())
                work.journal.write_at_end(Progress(parts=[part]))
            raise

    async def _store_failed(self, work: Work, failed: ModelFailed, sent: JsonObject) -> None:
        """Store a call that failed, unless it never reached the provider."""
        if failed.used is None or failed.failure.code == "envelope_lost":
            return
        progress = Progress(parts=[failed_call(work.run.id, failed, sent, self.clock())])
        if _is_refused(failed):  # the run may continue
            await work.journal.append(progress)
        else:
            work.journal.write_at_end(progress)

    def _request(self, work: Work, step: CallModel) -> tuple[ModelRequest, JsonObject]:
        """Return the request after checking its envelope, and the values to store about it.

        Raises: ModelFailed.
        """
        parts = work.journal.parts
        log = RunLog(run_id=work.run.id, spec=work.spec, earlier=work.earlier, parts=parts)
        built = reply_request(log, may_call=step.tools)
        request = ModelRequest(
            messages=built.messages,
            tools=built.tools,
            spec=work.spec,
            run=work.run,
            may_call=step.tools,
            turn=log.turn,
        )
        for hook in self.hooks:
            request = hook(request)
        check_envelope(request, parts)
        return request, sent_data(built, _sent(request) if self.hooks else built)

    async def _note_loop(self, work: Work, step: CallModel) -> None:
        text = NUDGE.format(count=step.repeated) if step.tools else CUTOFF
        names = sorted({call.name for part in work.journal.parts for call in part.tool_calls})
        data = {"consecutiveCount": step.repeated, "hardCutoff": not step.tools, "tools": names}
        event = NewEvent(type="loop_detected", data=data)
        await work.journal.append(Progress(parts=[self._note(work, text)], events=[event]))

    async def _note_budgets(self, work: Work) -> None:
        """Tell the model which thresholds of budgets were crossed since the run started."""
        usages = await work.journal.budget_usages()
        notes = new_notes(work.journal.parts, usages, work.run.id, self.clock())
        if notes:
            events = [NewEvent(type="budget_warning", data=dict(part.data)) for part in notes]
            await work.journal.append(Progress(parts=notes, events=events))

    async def _store_reply(self, work: Work, reply: ModelReply, sent: JsonObject) -> None:
        """Store the reply together with its consequences in one write."""
        has_calls = bool(reply.tool_calls) and "last" not in sent
        data = reply_data(reply) | with_options(sent, reply.options)
        problem = None if has_calls else await _problem(work, reply)
        if problem is not None:
            data["problem"] = problem
        part = Part(
            run_id=work.run.id,
            index=0,  # assigned by the store
            kind=PartKind.REPLY,
            role="assistant",
            provenance=Provenance.AGENT,
            at=self.clock(),
            text=reply.text,
            thinking=reply.thinking,
            tool_calls=reply.tool_calls,
            data=data,
        )
        turn = _turns(work.journal.parts) + 1
        event = message_event(reply.text, turn, reply.finish_reason, reply.tool_calls)
        if has_calls:
            await work.journal.append(
                Progress(parts=[part], events=[event, *call_events(work, part)])
            )
        elif problem is not None and not any("problem" in p.data for p in work.journal.parts):
            note = self._note(work, MISFIT.format(problem=problem))
            await work.journal.append(Progress(parts=[part, note], events=[event]))
        else:
            work.journal.write_at_end(Progress(parts=[part], events=[event]))

    def _note(self, work: Work, text: str) -> Part:
        return Part(
            run_id=work.run.id,
            index=0,
            kind=PartKind.NOTE,
            role="user",
            provenance=Provenance.SYSTEM,
            at=self.clock(),
            text=text,
        )


def _is_refused(failed: ModelFailed) -> bool:
    """Whether the model rejected the request because its window is too small."""
    failure = failed.failure
    return failure.error_class is ErrorClass.CONTEXT_WINDOW and not failure.partial_text


def _sent(request: ModelRequest) -> SentRequest:
    return SentRequest(
        messages=request.messages,
        tools=request.tools,
        may_call=request.may_call,
        reasoning_level=request.spec.reasoning_level,
        output_schema=request.spec.output_schema,
        settings=request.spec.settings,
    )


def _turns(parts: Sequence[Part]) -> int:
    return sum(part.kind is PartKind.REPLY for part in parts)


async def _problem(work: Work, reply: ModelReply) -> str | None:
    schema = work.spec.output_schema
    if schema is None or reply.enforcement is None:
        return None
    return await check_answer(reply.text, schema)


def _schema_failure(text: str, problem: str) -> Failure:
    return Failure(
        message=f"the answer does not match the output schema: {problem}",
        error_class=ErrorClass.INVALID_REQUEST,
        code="output_schema_mismatch",
        finish_reason="stop",
        partial_text=text or None,
    )


def _no_model(error: InvalidModel) -> Failure:
    if isinstance(error, MissingKey):
        return Failure(message=error.message, error_class=ErrorClass.AUTH, code="missing_key")
    return Failure(message=error.message, error_class=ErrorClass.INVALID_REQUEST)
