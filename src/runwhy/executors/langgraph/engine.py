"""The LangGraph executor: streams one run of a graph into the log and resumes interrupted runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ToolMessage,
    convert_to_messages,
)
from langgraph.types import Command

from runwhy.briefs import ENVELOPE_MARK, Brief, briefed
from runwhy.core.context.briefing import BriefingSettings, brief, seal_of
from runwhy.core.runs.events import result_event
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.run import ErrorClass, Failure, Outcome, Status
from runwhy.core.runs.usage import total_usage, usages_of
from runwhy.core.views import model_view
from runwhy.errors import Unavailable
from runwhy.executors.builtin.prices import Prices
from runwhy.executors.builtin.replies import outcome_of
from runwhy.executors.langgraph.calls import CallRecorder, is_apart, is_internal
from runwhy.executors.langgraph.failures import failure_of
from runwhy.executors.langgraph.graphs import GraphFailed, Graphs
from runwhy.executors.langgraph.interrupts import collect_answers, wait_for_answers
from runwhy.executors.langgraph.messages import (
    MESSAGE_ID,
    brief_of,
    reply_events,
    reply_part,
    result_part,
    to_messages,
)
from runwhy.ports import Clock, ModelFailed, Progress, Superseded, TextDelta, Work

RUN_ID = "runwhy_run_id"  # in the metadata of the graph's checkpoints
MAX_SUMMARY = 200  # characters of a tool's result in its event


@dataclass(frozen=True, slots=True, kw_only=True)
class LangGraphExecutor:
    """Runs a compiled graph. The session is its thread; the graph brings its own checkpointer."""

    graphs: Graphs
    clock: Clock
    briefing: BriefingSettings
    answer_timeout: float
    prices: Prices = field(default_factory=Prices)

    async def execute(self, work: Work) -> Outcome:
        """Execute the run."""
        partial, calls = PartialReply(), CallRecorder(self.prices, self.clock)
        try:
            graph = await self.graphs.get(work.spec.executor_options)
            await self._begin(work)
            brief = brief_of(work.run.id, work.journal.parts, seal_of(work.run, self.briefing))
            run = GraphRun(work, graph, self.clock, partial, brief, calls)
            with briefed(brief):
                await run.finish(self.answer_timeout)
        except GraphFailed as error:
            more = await calls.take_others()
            return outcome_of(work, Status.FAILED, failure=error.failure, unlogged=more)
        except (Superseded, Unavailable):
            raise
        except Exception as error:  # any error of the graph fails the run
            failure = failure_of(error, known=self.briefing.known, partial=partial.text)
            more = await calls.take_others()
            return outcome_of(work, Status.FAILED, failure=failure, unlogged=more)
        text, more = _last_reply(work.journal.parts), await calls.take_others()
        return outcome_of(work, Status.SUCCEEDED, text=text, unlogged=more)

    async def _begin(self, work: Work) -> None:
        if any(part.kind is PartKind.ENVELOPE for part in work.journal.parts):
            return
        briefing = brief(work.run, work.spec, at=self.clock(), settings=self.briefing)
        await work.journal.append(Progress(parts=briefing.parts, envelope=briefing.facts))


class PartialReply:
    """The streamed text since the last complete reply."""

    text = ""


class GraphRun:
    """One run of a graph."""

    def __init__(
        self,
        work: Work,
        graph: Any,
        clock: Clock,
        partial: PartialReply,
        brief: Brief,
        calls: CallRecorder,
    ) -> None:
        self._work = work
        self._graph = graph
        self._clock = clock
        self._partial = partial
        self._calls = calls
        self._has_checkpoints = graph.checkpointer not in (None, False)
        self._config: Any = {
            "configurable": {"thread_id": work.run.session_id or work.run.id},
            "metadata": {RUN_ID: work.run.id},
            "callbacks": [EnvelopeCheck(brief.envelope), *_budget_checks(work), calls],
        }
        self._known = {p.data[MESSAGE_ID] for p in work.journal.parts if MESSAGE_ID in p.data}

    async def finish(self, timeout: float) -> None:
        """Run the graph, from its last checkpoint if that belongs to this run.

        Raises: any error of the graph.
        """
        state = await self._graph.aget_state(self._config) if self._has_checkpoints else None
        if state is None or (state.metadata or {}).get(RUN_ID) != self._work.run.id:
            await self._stream(self._input(state.values if state else {}))
        else:  # an earlier attempt at this run was interrupted
            self._known |= {f"{p.run_id}:{p.index}" for p in self._work.journal.parts}
            await self._log(_since(state.values, self._work.run.id))
            if state.next and not state.interrupts:
                await self._stream(None)
        while (
            self._has_checkpoints
            and (state := await self._graph.aget_state(self._config)).interrupts
        ):
            await wait_for_answers(self._work, state.interrupts, clock=self._clock, timeout=timeout)
            resume = collect_answers(self._work.journal.parts, state.interrupts)
            await self._stream(Command(resume=resume))

    def _input(self, values: Mapping[str, Any]) -> dict[str, list[BaseMessage]]:
        """Return the messages that the graph has not seen: the task, or the whole session."""
        seen = values.get("messages") or ()
        self._known |= {message.id for message in seen}
        earlier = () if seen else self._work.earlier
        view = model_view(earlier, self._work.journal.parts)
        messages = list(to_messages(view, run_id=self._work.run.id))
        self._known |= {message.id for message in messages}
        return {"messages": messages}

    async def _stream(self, input: Any) -> None:
        options = {"durability": "sync"} if self._has_checkpoints else {}
        modes = ["messages", "updates"]
        stream = self._graph.astream(input, self._config, stream_mode=modes, **options)
        async for mode, item in stream:
            if mode == "updates":
                await self._log(_messages(item))
            else:
                await self._delta(*item)

    async def _delta(self, chunk: BaseMessage, metadata: dict[str, Any]) -> None:
        text = str(chunk.text)
        if isinstance(chunk, AIMessageChunk) and text and not is_internal(metadata):
            self._partial.text += text
            await self._work.journal.delta(TextDelta(text=text))

    async def _log(self, messages: Sequence[BaseMessage]) -> None:
        for message in messages:
            if message.id is not None and message.id in self._known:
                continue
            run, at, journal = self._work.run.id, self._clock(), self._work.journal
            if isinstance(message, AIMessage):
                part = reply_part(run, message, at, await self._calls.data_of(message))
                turn = sum(p.kind is PartKind.REPLY for p in journal.parts) + 1
                await journal.append(Progress(parts=[part], events=reply_events(part, turn)))
                self._partial.text = ""
            elif isinstance(message, ToolMessage):
                part = result_part(run, message, at)
                event = result_event(part, summary=part.text[:MAX_SUMMARY])
                await journal.append(Progress(parts=[part], events=[event]))
            self._known.add(message.id)


class BudgetCheck(AsyncCallbackHandler):
    """Checks the budgets of a run before each model call. Raises: GraphFailed."""

    raise_error = True

    def __init__(self, work: Work) -> None:
        self._work = work

    async def on_chat_model_start(self, *_: Any, **__: Any) -> None:
        """Check that budgets allow a call after those in the log."""
        journal = self._work.journal
        used = total_usage(usages_of(journal.parts))
        try:
            await journal.check_usage(used, timeout=0)
        except ModelFailed as error:
            raise GraphFailed(error.failure) from error


def _budget_checks(work: Work) -> list[BaseCallbackHandler]:
    return [BudgetCheck(work)] if work.run.budgets else []


class EnvelopeCheck(BaseCallbackHandler):
    """Checks every model call of a run before it is made. Raises: GraphFailed."""

    raise_error = True

    def __init__(self, envelope: str) -> None:
        self._envelope = envelope

    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Check a call, unless it is tagged or made by LangChain's own middleware."""
        if is_apart(tags, metadata):
            return
        for batch in messages:
            found = [m for m in batch if m.additional_kwargs.get(ENVELOPE_MARK) is True]
            if [m.text for m in found] != [self._envelope]:
                raise GraphFailed(_lost(found))


def _lost(found: Sequence[BaseMessage]) -> Failure:
    message = (
        f"the model was not called: the request has {len(found)} envelopes of this run instead "
        "of one; add RunwhyMiddleware as the agent's last middleware"
    )
    return Failure(message=message, error_class=ErrorClass.UNKNOWN, code="envelope_lost")


def _last_reply(parts: Sequence[Part]) -> str:
    replies = (p for p in reversed(parts) if p.kind is PartKind.REPLY and MESSAGE_ID in p.data)
    return next((part.text for part in replies), "")


def _messages(update: Mapping[str, Any]) -> list[BaseMessage]:
    """Return the messages that nodes added."""
    return [message for change in update.values() for message in _of(change)]


def _of(change: Any) -> Iterator[BaseMessage]:
    if isinstance(change, Mapping):
        added = change.get("messages") or []
        yield from convert_to_messages(added if isinstance(added, list) else [added])


def _since(values: Mapping[str, Any], run_id: str) -> list[BaseMessage]:
    """Return the graph's messages after this run's task."""
    messages: list[BaseMessage] = values.get("messages") or []
    own = [at for at, m in enumerate(messages) if (m.id or "").startswith(f"{run_id}:")]
    return messages[own[-1] + 1 :] if own else []
