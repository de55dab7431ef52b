"""Compaction: the model summarizes old parts when its context window fills up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

from runwhy.core.context.compaction import (
    BYTES_A_TOKEN,
    Eviction,
    Window,
    plan_compaction,
    size_of,
    summary_data,
    text_size,
)
from runwhy.core.model_requests import (
    SENT,
    SummaryRecord,
    continued,
    digest_of,
    summary_request,
    summary_texts,
    tools_size,
)
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import ErrorClass, Failure, Tokens
from runwhy.core.views import model_view
from runwhy.errors import InvalidModel
from runwhy.executors.builtin.replies import failed_call, reply_data, with_options
from runwhy.ports import Clock, ModelFailed, ModelReply, ModelRequest, Models, Progress, Work

HEADING = (
    "Summary of the earlier conversation, which no longer fits into the context window. It was "
    "generated automatically and is not a message from a person:\n\n"
)
SMALL = 1000  # tokens; every model has a larger window
CUT = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarizer:
    """Compacts a run's context with summaries written by the run's own model."""

    models: Models
    clock: Clock
    window: int  # tokens, for models whose window is unknown

    async def compact(self, work: Work, *, full: bool = False) -> bool:
        """Summarize until the next call fits; return whether anything was summarized.

        `full` means that the model rejected the request as too long, against our estimate. If a
        summary fails, the run continues with the full context.
        """
        if not work.earlier and _request_size(work, work.journal.parts) <= SMALL:
            return False  # true for nearly all first calls; the view is complete
        window: Window | None = None
        compacted = False
        while True:
            view = model_view(work.earlier, work.journal.parts)
            size = _request_size(work, view)
            if size <= SMALL:
                break
            window = window or await self._window(work, size if full else None)
            if size <= window.limit:
                break
            leaving = plan_compaction(view, window, beside=tools_size(work.spec.tools))
            if leaving is None:
                break
            record, replies = SummaryRecord(window=window), list[ModelReply]()
            try:
                part = await self._summarize(work, leaving, record, replies)
            except (ModelFailed, InvalidModel) as error:
                await work.journal.append(self._failure(work, leaving, record, error, replies))
                break
            after = size - sum(map(size_of, leaving.parts)) + size_of(part)
            event = _event(leaving, ok=True, tokensBefore=size, tokensAfter=after)
            await work.journal.append(Progress(parts=[part], events=[event]))
            compacted = True
        return compacted

    async def _window(self, work: Work, refused: int | None) -> Window:
        if refused is not None:
            return Window(tokens=refused)
        model_id = work.spec.model_id or self.models.default_id
        known = await asyncio.to_thread(self.models.window, model_id)
        return Window(tokens=known or self.window)

    async def _summarize(
        self, work: Work, leaving: Eviction, record: SummaryRecord, replies: list[ModelReply]
    ) -> Part:
        """Return the summary part, and add the reply of the model.

        Raises: ModelFailed, InvalidModel.
        """
        summary = ""
        for piece in summary_texts(leaving, record.window):
            replies.append(await self._ask(work, continued(piece, summary), record))
            summary = _bounded(replies[-1].text.strip(), record.window)
            record.summaries.append(summary)
        kept = reply_data(_together(replies)) if replies else {}
        sent = with_options({SENT: record.data()}, replies[-1].options if replies else {})
        data = kept | summary_data(leaving) | sent
        return _part(work, PartKind.SUMMARY, HEADING + summary, self.clock, data)

    async def _ask(self, work: Work, text: str, record: SummaryRecord) -> ModelReply:
        sent = summary_request(work.run.id, text, record.window, self.clock())
        model = self.models.get(work.spec.model_id or self.models.default_id)
        record.digests.append(digest_of(sent))
        parts = work.journal.parts
        request = ModelRequest(
            messages=sent.messages,
            tools=(),
            spec=replace(work.spec, tools=(), output_schema=None, reasoning_level=None),
            run=work.run,
            may_call=False,
            turn=1 + sum(part.kind is PartKind.REPLY for part in parts),
            summary=1 + sum(part.kind is PartKind.SUMMARY for part in parts),
        )
        empty = ModelFailed(
            Failure(message="the model returned no summary", error_class=ErrorClass.SERVER)
        )
        async with aclosing(model.stream(request)) as items:
            async for item in items:
                if isinstance(item, ModelReply):
                    if item.text.strip():
                        return item
                    empty.tokens, empty.used, empty.call = item.tokens, item.used, item.call
        raise empty

    def _failure(
        self,
        work: Work,
        leaving: Eviction,
        record: SummaryRecord,
        error: ModelFailed | InvalidModel,
        replies: Sequence[ModelReply],
    ) -> Progress:
        """Return the event of a failed summary, and its calls, if there is a model for it."""
        if isinstance(error, InvalidModel):
            return Progress(events=[_event(leaving, ok=False, error=error.message)])
        event = _event(leaving, ok=False, error=error.failure.message)
        sent = {SENT: record.data(), "purpose": "summary", **summary_data(leaving)}
        part = failed_call(work.run.id, error, sent, self.clock(), replies)
        return Progress(parts=[part], events=[event])


def _together(replies: Sequence[ModelReply]) -> ModelReply:
    """Return the replies of one summary as one, with the tokens and the cost of all."""
    calls = [reply.call for reply in replies if reply.call is not None]
    call = reduce(add, calls) if len(calls) == len(replies) else None
    tokens = sum((reply.tokens for reply in replies), Tokens())
    return replace(replies[-1], tokens=tokens, call=call, native=None)


def _request_size(work: Work, view: Sequence[Part]) -> int:
    """Estimate the tokens of the next call."""
    return tools_size(work.spec.tools) + sum(map(size_of, view))


def _bounded(text: str, window: Window) -> str:
    """Truncate a summary that would free too little space."""
    limit = (window.summary - text_size(HEADING)) * BYTES_A_TOKEN
    limit = max(limit, 20 * BYTES_A_TOKEN)
    if len(text.encode()) <= limit:
        return text
    return text.encode()[: limit - len(CUT.encode())].decode(errors="ignore") + CUT


def _part(work: Work, kind: PartKind, text: str, clock: Clock, data: dict[str, object]) -> Part:
    return Part(
        run_id=work.run.id,
        index=0,  # assigned by the store
        kind=kind,
        role="user",
        provenance=Provenance.SYSTEM,
        at=clock(),
        text=text,
        synthetic=True,
        data=data,
    )


def _event(leaving: Eviction, *, ok: bool, **more: object) -> NewEvent:
    data = {"ok": ok, "scope": leaving.scope, "messages": _count(leaving.parts), **more}
    return NewEvent(type="compaction", data=data)


def _count(parts: Sequence[Part]) -> int:
    return sum(part.kind is not PartKind.SUMMARY for part in parts)
