"""The builtin engine: asks the model, has its tools answered, until it has said its last word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from whence.core.events import NewEvent
from whence.core.log import Part, PartKind, ToolCall, unanswered_calls
from whence.core.provenance import Provenance
from whence.core.runs import ErrorClass, Failure, Outcome, Status
from whence.core.specs import CLIENT_KINDS, Tool
from whence.core.steps import NUDGE, CallModel, Finish, RunTools, next_step, over_budget
from whence.core.views import model_view
from whence.errors import InvalidModel
from whence.executors.builtin.briefing import BriefingSettings, brief
from whence.executors.builtin.replies import (
    model_used,
    said,
    total_tokens,
    usage,
    with_partial,
)
from whence.ports import Clock, ModelFailed, ModelReply, ModelRequest, Models, Work

CUTOFF = "No more tool calls: answer now with what you have."


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """How the engine behaves here."""

    briefing: BriefingSettings
    tool_timeout: float = 600.0


class BuiltinExecutor:
    """Runs a run from where its log stands: what the log holds is never done again."""

    def __init__(self, models: Models, clock: Clock, settings: EngineSettings) -> None:
        self._models = models
        self._clock = clock
        self._settings = settings

    async def execute(self, work: Work) -> Outcome:
        """Take the run to its end."""
        if not any(part.kind is PartKind.ENVELOPE for part in work.journal.parts):
            settings = self._settings.briefing
            briefing = brief(work.run, work.spec, at=self._clock(), settings=settings)
            await work.journal.append(briefing.parts, envelope=briefing.facts)
        while True:
            match next_step(work.spec, work.journal.parts):
                case CallModel() as step:
                    failed = await self._call_model(work, step)
                case RunTools(calls=calls):
                    failed = await self._run_tools(work, calls)
                case Finish(text=text):
                    return self._outcome(work, Status.SUCCEEDED, text=text)
            if failed is not None:
                return self._outcome(work, Status.FAILED, failure=failed)

    async def _call_model(self, work: Work, step: CallModel) -> Failure | None:
        if step.say:
            await self._note_loop(work, step)
        tools = work.spec.tools if step.tools else ()
        request = ModelRequest(
            messages=model_view(work.earlier, work.journal.parts),
            tools=tools,
            spec=work.spec,
            run=work.run,
        )
        text = ""
        try:
            model = self._models.get(work.spec.model_id or self._models.default_id)
            async for item in model.stream(request):
                if isinstance(item, ModelReply):
                    await self._take_reply(work, item, last=not step.tools)
                else:
                    text += "" if item.thinking else item.text
                    await work.journal.delta(item)
        except ModelFailed as error:
            return with_partial(error.failure, text)
        except InvalidModel as error:
            return Failure(message=error.message, error_class=ErrorClass.INVALID_REQUEST)
        return None

    async def _note_loop(self, work: Work, step: CallModel) -> None:
        text = NUDGE.format(count=step.repeated) if step.tools else CUTOFF
        names = sorted({call.name for part in work.journal.parts for call in part.tool_calls})
        data = {"consecutiveCount": step.repeated, "hardCutoff": not step.tools, "tools": names}
        note = self._part(work, PartKind.NOTE, "user", Provenance.SYSTEM, text=text)
        await work.journal.append([note], [NewEvent(type="loop_detected", data=data)])

    async def _take_reply(self, work: Work, reply: ModelReply, *, last: bool) -> None:
        """The reply, and what it asks of the client, in one write: neither is lost or repeated."""
        turn = 1 + sum(part.kind is PartKind.REPLY for part in work.journal.parts)
        part = self._part(
            work,
            PartKind.REPLY,
            "assistant",
            Provenance.AGENT,
            text=reply.text,
            thinking=reply.thinking,
            tool_calls=reply.tool_calls,
            data=usage(reply) | ({"last": True} if last else {}),
        )
        message = NewEvent(type="assistant_message", data=said(reply, turn))
        if last or not reply.tool_calls:
            work.journal.leave([part], [message])
            return
        asked = [e for call in reply.tool_calls for e in self._asked(work, part, call)]
        await work.journal.append([part], [message, *asked])

    def _asked(self, work: Work, reply: Part, call: ToolCall) -> Sequence[NewEvent]:
        tool = _tool(work, call)
        parts = [*work.journal.parts, reply]
        if tool is None or tool.kind not in CLIENT_KINDS or over_budget(work.spec, parts, call):
            return ()
        data = {"toolUseId": call.id, "name": call.name, "args": call.args, "kind": tool.kind}
        return [NewEvent(type="local_tool_call", data={**data, **tool.details})]

    async def _run_tools(self, work: Work, calls: Sequence[ToolCall]) -> Failure | None:
        for call in calls:
            await self._refuse_if_needed(work, call)
        if not unanswered_calls(work.journal.parts):
            return None
        asked_at = next(p.at for p in reversed(work.journal.parts) if p.kind is PartKind.REPLY)
        until = asked_at + timedelta(seconds=self._settings.tool_timeout)
        await work.journal.append(status=Status.WAITING)
        answered = await work.journal.wait_for_parts(
            lambda parts: not unanswered_calls(parts), until=until
        )
        if not answered:
            names = ", ".join(call.name for call in unanswered_calls(work.journal.parts))
            limit = self._settings.tool_timeout
            message = f"no result for {names} within {limit:g} seconds"
            return Failure(message=message, error_class=ErrorClass.LOCAL_TIMEOUT)
        await work.journal.append(status=Status.RUNNING)
        return None

    async def _refuse_if_needed(self, work: Work, call: ToolCall) -> None:
        number = over_budget(work.spec, work.journal.parts, call)
        events = []
        if number is not None:
            allowed = work.spec.tool_budgets[call.name]
            text = f"{call.name} may be called {allowed} times in this run; this call was not made"
            data = {"tool": call.name, "maxCalls": allowed, "callIndex": number}
            events.append(NewEvent(type="tool_budget_exceeded", data=data))
        elif _tool(work, call) is None:
            text = f"there is no tool named {call.name!r}"
        else:
            return
        result = self._part(
            work,
            PartKind.TOOL_RESULT,
            "tool",
            Provenance.SYSTEM,
            text=text,
            ok=False,
            tool_use_id=call.id,
            tool_name=call.name,
        )
        await work.journal.append([result], events)

    def _part(
        self, work: Work, kind: PartKind, role: str, provenance: Provenance, **more: object
    ) -> Part:
        return Part(
            run_id=work.run.id,
            index=0,  # the store knows the next one
            kind=kind,
            role=role,  # type: ignore[arg-type]
            provenance=provenance,
            at=self._clock(),
            **more,  # type: ignore[arg-type]
        )

    def _outcome(
        self, work: Work, status: Status, *, text: str | None = None, failure: Failure | None = None
    ) -> Outcome:
        replies = [part for part in work.journal.parts if part.kind is PartKind.REPLY]
        return Outcome(
            status=status,
            text=text,
            failure=failure,
            turns=len(replies),
            tokens=total_tokens(replies),
            model=model_used(replies),
        )


def _tool(work: Work, call: ToolCall) -> Tool | None:
    return next((tool for tool in work.spec.tools if tool.name == call.name), None)
