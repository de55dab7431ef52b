"""The builtin engine: asks the model, has its tools answered, until it has said its last word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, field, replace

from runwhy.core.agents.specs import Spec
from runwhy.core.agents.steps import MISFIT, NUDGE, CallModel, Finish, RunTools, next_step
from runwhy.core.context.briefing import BriefingSettings, brief
from runwhy.core.memory.memories import facts_json, memory_part
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import ErrorClass, Failure, Outcome, Status
from runwhy.core.views import model_view
from runwhy.errors import InvalidModel, MissingKey
from runwhy.executors.builtin.envelope_position import check_request
from runwhy.executors.builtin.replies import outcome, said, usage, with_partial
from runwhy.executors.builtin.schema_check import check_answer
from runwhy.executors.builtin.summaries import Summarizer
from runwhy.executors.builtin.tool_rounds import announced, run_tools
from runwhy.executors.builtin.toolbox import (
    LISTED,
    Behind,
    Toolbox,
    ToolSettings,
    toolbox,
    with_listed,
)
from runwhy.executors.builtin.tools.limits import McpFailed
from runwhy.ports import (
    Clock,
    ModelFailed,
    ModelReply,
    ModelRequest,
    Models,
    Work,
)

CUTOFF = "No more tool calls: answer now with what you have."

RequestHook = Callable[[ModelRequest], ModelRequest]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """How the engine behaves here."""

    briefing: BriefingSettings
    tool_timeout: float = 600.0
    context_window: int = 128_000  # tokens, of a model of which that is not known
    tools: ToolSettings = field(default_factory=ToolSettings)


class BuiltinExecutor:
    """Runs a run from where its log stands: what the log holds is never done again.

    `behind` is what the tools of our own do their work with. `hooks` may change what the model
    is sent, all but the envelope.
    """

    def __init__(
        self,
        models: Models,
        clock: Clock,
        settings: EngineSettings,
        *,
        behind: Behind | None = None,
        hooks: Sequence[RequestHook] = (),
    ) -> None:
        self._models = models
        self._clock = clock
        self._settings = settings
        self._behind = behind or Behind()
        self._hooks = hooks
        self._summaries = Summarizer(models=models, clock=clock, window=settings.context_window)

    async def execute(self, work: Work) -> Outcome:
        """Take the run to its end."""
        async with self._toolbox(work.spec) as tools:
            try:
                await self._begin(work, tools)
                spec = with_listed(work.spec, work.journal.parts)
                return await self._go_on(replace(work, spec=spec), tools)
            except McpFailed as error:
                return outcome(work, Status.FAILED, failure=error.failure)
            except ModelFailed as error:
                return outcome(work, Status.FAILED, failure=error.failure, failed=error)

    def _toolbox(self, spec: Spec) -> AbstractAsyncContextManager[Toolbox]:
        return toolbox(spec, self._clock, self._settings.tools, self._behind)

    async def _begin(self, work: Work, tools: Toolbox) -> None:
        """What opens a run is written once, and read from the log ever after."""
        if any(part.kind is PartKind.ENVELOPE for part in work.journal.parts):
            return
        listed = await tools.list()
        briefing = brief(work.run, work.spec, at=self._clock(), settings=self._settings.briefing)
        system, *others = briefing.parts
        if listed:
            system = replace(system, data={**system.data, LISTED: listed})
        parts, events = [system, *others], []
        reminded = await self._recall(work)
        if reminded is not None:
            events = [NewEvent(type="memory", data=facts_json(reminded))]
            if reminded.hits:
                parts.append(memory_part(work.run.id, reminded, self._clock()))
        await work.journal.append(parts, events, envelope=briefing.facts, memory=reminded)

    async def _recall(self, work: Work) -> MemoryFacts | None:
        """Of what the run is reminded, if it is to be and there is somewhere to look."""
        memory = self._behind.memory
        if memory is None or not work.spec.memory.enabled:
            return None
        return await memory.recall(work)

    async def _go_on(self, work: Work, tools: Toolbox) -> Outcome:
        timeout = self._settings.tool_timeout
        while True:
            match next_step(work.spec, work.journal.parts):
                case CallModel() as step:
                    await self._call_model(work, step)
                case RunTools(calls=calls):
                    failure = await run_tools(
                        work, calls, tools, clock=self._clock, timeout=timeout
                    )
                    if failure is not None:
                        return outcome(work, Status.FAILED, failure=failure)
                case Finish(text=text, problem=None):
                    return outcome(work, Status.SUCCEEDED, text=text)
                case Finish(text=text, problem=str(problem)):
                    return outcome(work, Status.FAILED, failure=_misfit(text, problem))

    async def _call_model(self, work: Work, step: CallModel) -> None:
        """Ask, with room made before; once more if the model says that there was none.

        Raises: ModelFailed, with what the model had said.
        """
        await self._summaries.make_room(work)
        if step.say:
            await self._note_loop(work, step)
        try:
            await self._ask(work, step)
        except ModelFailed as error:
            failure = error.failure
            refused = failure.error_class is ErrorClass.CONTEXT_WINDOW and not failure.partial_text
            if not refused or not await self._summaries.make_room(work, full=True):
                raise
            await self._ask(work, step)

    async def _ask(self, work: Work, step: CallModel) -> None:
        text = ""
        try:
            request = self._request(work, step)
            model = self._models.get(work.spec.model_id or self._models.default_id)
            async with aclosing(model.stream(request)) as items:
                async for item in items:
                    if isinstance(item, ModelReply):
                        await self._take_reply(work, item, last=not step.tools)
                    else:
                        text += "" if item.thinking else item.text
                        await work.journal.delta(item)
        except ModelFailed as error:
            raise ModelFailed(
                with_partial(error.failure, text), error.tokens, error.used
            ) from error
        except InvalidModel as error:
            raise ModelFailed(_no_model(error)) from error

    def _request(self, work: Work, step: CallModel) -> ModelRequest:
        """What the model is sent, and proof that it will know why it runs. Raises: ModelFailed."""
        parts = work.journal.parts
        request = ModelRequest(
            messages=model_view(work.earlier, parts),
            tools=work.spec.tools,
            spec=work.spec,
            run=work.run,
            may_call=step.tools,
            turn=_turns(parts) + 1,
        )
        for hook in self._hooks:
            request = hook(request)
        check_request(request, parts)
        return request

    async def _note_loop(self, work: Work, step: CallModel) -> None:
        text = NUDGE.format(count=step.repeated) if step.tools else CUTOFF
        names = sorted({call.name for part in work.journal.parts for call in part.tool_calls})
        data = {"consecutiveCount": step.repeated, "hardCutoff": not step.tools, "tools": names}
        event = NewEvent(type="loop_detected", data=data)
        await work.journal.append([self._note(work, text)], [event])

    async def _take_reply(self, work: Work, reply: ModelReply, *, last: bool) -> None:
        """The reply, and what follows from it, in one write: neither is lost or repeated."""
        asks = bool(reply.tool_calls) and not last
        data = usage(reply) | ({"last": True} if last else {})
        problem = None if asks else await _problem(work, reply)
        if problem is not None:
            data["problem"] = problem
        part = Part(
            run_id=work.run.id,
            index=0,  # the store knows the next one
            kind=PartKind.REPLY,
            role="assistant",
            provenance=Provenance.AGENT,
            at=self._clock(),
            text=reply.text,
            thinking=reply.thinking,
            tool_calls=reply.tool_calls,
            data=data,
        )
        event = NewEvent(type="assistant_message", data=said(reply, _turns(work.journal.parts) + 1))
        if asks:
            await work.journal.append([part], [event, *announced(work, part)])
        elif problem is not None and not any("problem" in p.data for p in work.journal.parts):
            note = self._note(work, MISFIT.format(problem=problem))
            await work.journal.append([part, note], [event])
        else:
            work.journal.leave([part], [event])

    def _note(self, work: Work, text: str) -> Part:
        return Part(
            run_id=work.run.id,
            index=0,
            kind=PartKind.NOTE,
            role="user",
            provenance=Provenance.SYSTEM,
            at=self._clock(),
            text=text,
        )


def _turns(parts: Sequence[Part]) -> int:
    return sum(part.kind is PartKind.REPLY for part in parts)


async def _problem(work: Work, reply: ModelReply) -> str | None:
    schema = work.spec.output_schema
    if schema is None or reply.enforcement is None:
        return None
    return await check_answer(reply.text, schema)


def _misfit(text: str, problem: str) -> Failure:
    return Failure(
        message=f"the answer does not fit the output schema: {problem}",
        error_class=ErrorClass.INVALID_REQUEST,
        code="output_schema_mismatch",
        finish_reason="stop",
        partial_text=text or None,
    )


def _no_model(error: InvalidModel) -> Failure:
    if isinstance(error, MissingKey):
        return Failure(message=error.message, error_class=ErrorClass.AUTH, code="missing_key")
    return Failure(message=error.message, error_class=ErrorClass.INVALID_REQUEST)
