"""The journal of one run: makes an executor's output durable, then visible."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, TypeVar

from runwhy.core.agents.coding_agents import Approval, EntryBatch
from runwhy.core.budgets.budget import Budget
from runwhy.core.budgets.budget import Usage as BudgetUsage
from runwhy.core.budgets.notices import approval_of
from runwhy.core.budgets.reservation import CallNeed, stop_failure
from runwhy.core.budgets.reservation import Decision as BudgetDecision
from runwhy.core.context.seal import SealFilter, mask_seal_json, mask_seal_part, texts_of
from runwhy.core.context.seal_forms import cannot_hold
from runwhy.core.json import JsonObject, are_storable, storable, storable_json, unstorable_text
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part
from runwhy.core.runs.run import Outcome, Status
from runwhy.core.runs.usage import Usage
from runwhy.ports import (
    CallDelta,
    Claim,
    Clock,
    Delta,
    Feed,
    ModelFailed,
    Need,
    Progress,
    QueueRunner,
    Suspended,
    TextDelta,
    WorkStore,
    run_topic,
    session_topic,
)
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.write_tasks import DelayedWrite, uninterrupted

T = TypeVar("T")
_Kind = bool | tuple[int, str]  # thinking or not; or the number and tool of a call
FIRST_FLUSH = 0.003  # seconds; readers see the first text of a run soon
FLUSH_AFTER = 0.03  # seconds; later deltas within this time become one event
LOOK_EVERY = 5.0
RESUMABLE = frozenset({"builtin"})  # executors that continue from the log, in any process


@dataclass(slots=True, kw_only=True, eq=False)
class RunJournal:
    """Writes under a claim. Deltas are buffered briefly; everything else is written immediately."""

    claim: Claim
    store: WorkStore
    jobs: QueueRunner
    feed: Feed
    clock: Clock
    telemetry: Telemetry = SILENT
    seal: str = field(default="", repr=False)
    _last: Progress = field(default_factory=Progress, init=False)
    _soon: Progress | None = field(default=None, init=False)  # written with the next write
    _parts: list[Part] = field(init=False)
    _filters: dict[_Kind, SealFilter] = field(init=False)
    _newest: _Kind | None = field(default=None, init=False)
    _deltas: list[Delta] = field(default_factory=list, init=False)
    _delayed: DelayedWrite = field(init=False)
    _has_shown: bool = field(default=False, init=False)  # deltas were written
    _open_approvals: int = field(default=0, init=False)
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def __post_init__(self) -> None:
        self._parts = list(self.claim.parts)
        self._filters = {False: SealFilter(self.seal), True: SealFilter(self.seal)}
        self._delayed = DelayedWrite(self._write_deltas, FIRST_FLUSH)

    @property
    def parts(self) -> Sequence[Part]:
        """The log of the run so far."""
        return self._parts

    async def delta(self, delta: Delta) -> None:
        """Buffer more text, which followers see shortly after; the seal is masked."""
        kind = _kind(delta)
        if kind != self._newest:
            self._begin(kind)
        text = self._filters[kind].add(delta.text)
        if not text and isinstance(delta, TextDelta):
            return
        self._deltas.append(delta if text == delta.text else replace(delta, text=text))
        if not self._has_shown:
            self._delayed.delay = FIRST_FLUSH if self._is_followed() else FLUSH_AFTER
        self._delayed.request()

    def _is_followed(self) -> bool:
        """Whether the run's events may have subscribers."""
        session_id = self.claim.run.session_id
        return self.feed.is_followed(run_topic(self.claim.run.id)) or (
            session_id is not None and self.feed.is_followed(session_topic(session_id))
        )

    async def append(self, progress: Progress) -> None:
        """Write this after all earlier deltas. Raises: Superseded, Unavailable."""
        if progress.envelope is not None:
            self.telemetry.envelope_made(progress.envelope.bytes)
        async with self._writing:
            await self._write(progress)

    def append_soon(self, progress: Progress) -> None:
        """Add parts, which are written with the next write and before any model call.

        This is for runs with budgets: the reservation of the call writes them.
        """
        if progress.envelope is not None:
            self.telemetry.envelope_made(progress.envelope.bytes)
        soon = self._clean_progress(progress, whole=True)
        parts = [
            part if part.index == index else replace(part, index=index)
            for index, part in enumerate(soon.parts, len(self._parts))
        ]
        self._soon = soon if parts == soon.parts else replace(soon, parts=parts)
        self._parts.extend(parts)

    async def request_approval(self, approval: Approval, *, timeout: timedelta) -> Approval:
        """Wait for a person's decision; return the approval undecided after `timeout`.

        The time counts from the first request, also if another server asks again after a crash.
        """
        asked = await self._earlier_request(approval)
        event = NewEvent(
            type="approval_request", data={"approvalId": approval.id, **approval.asked}
        )
        events = [] if asked else [event]
        self._open_approvals += 1
        try:
            batch = EntryBatch(approvals=[approval])
            await self.append(Progress(events=events, status=Status.WAITING, batch=batch))
            return await self._wait_for_decision(approval, timeout)
        finally:
            self._open_approvals -= 1

    async def _earlier_request(self, approval: Approval) -> Approval | None:
        """Return the request that the run made before it was suspended."""
        if self._patience == math.inf:
            return None
        return await self.store.get_approval(self.claim.run.id, approval.id)

    async def _wait_for_decision(self, approval: Approval, timeout: timedelta) -> Approval:
        run_id, time = self.claim.run.id, asyncio.get_running_loop().time
        give_up_at = time() + self._patience
        async with self.feed.subscribe(run_topic(run_id)) as news:
            while True:
                found = await self.store.get_approval(run_id, approval.id) or approval
                until = found.asked_at + timeout
                left = (until - self.clock()).total_seconds()
                if found.decision is not None or left <= 0:
                    return found
                if time() >= give_up_at:
                    last = self._parts[-1].index
                    raise Suspended(Need(until=until, last_part=last, approval=approval.id))
                await news.wait(min(left, LOOK_EVERY, give_up_at - time()))

    @property
    def _patience(self) -> float:
        """Seconds after which the run is suspended while it waits; it may be infinite."""
        patience = self.jobs.patience if self.claim.run.executor in RESUMABLE else None
        return math.inf if patience is None else patience

    async def resume(self) -> None:
        """Mark an approval as settled; the run leaves `waiting` when none is open."""
        if not self._open_approvals:
            await self.append(Progress(status=Status.RUNNING))

    async def allow_call(self, need: CallNeed, *, timeout: float) -> None:
        """Reserve the maximum use of a model call, after an approval if a budget requires one.

        Raises: ModelFailed, Superseded, Unavailable.
        """
        await self._until_allowed(lambda: self._reserve(need), timeout, may_ask=need.may_ask)

    async def _reserve(self, need: CallNeed) -> BudgetDecision:
        async with self._writing:
            soon = self._soon
            if soon is None:
                return await self.store.reserve(self.claim, need, at=self.clock())
            decision = await self.store.reserve(self.claim, need, soon, at=self.clock())
            self._soon = None
            return decision

    async def check_usage(self, used: Usage, *, timeout: float) -> None:
        """Count the usage of an agent so far. Raises: ModelFailed if it must not continue."""
        await self._until_allowed(
            lambda: self.store.check_usage(self.claim, used, at=self.clock()), timeout
        )

    async def _until_allowed(
        self,
        decide: Callable[[], Coroutine[Any, Any, BudgetDecision]],
        timeout: float,
        *,
        may_ask: bool = True,
    ) -> None:
        while True:
            decision = await uninterrupted(decide())
            if decision.failure is not None:
                raise ModelFailed(decision.failure)
            if decision.ask is None:
                return
            budget, usage, amount = decision.ask
            if not may_ask:
                raise ModelFailed(stop_failure(budget, usage, amount))
            async with self.jobs.idle():
                asked = approval_of(budget, usage, amount, at=self.clock())
                wait = timedelta(seconds=timeout)
                decided = await self.request_approval(asked, timeout=wait)
            await self.resume()
            if not decided.allowed:
                silent = "the approval was denied" if decided.decision else "more was not approved"
                denied = decided.reason or silent
                raise ModelFailed(stop_failure(budget, usage, 0, denied=denied))

    async def settle_estimate(self, need: CallNeed, used: CallNeed) -> None:
        """Settle a call that is not recorded, by the used part of its reservation."""
        settling = self.store.settle_estimate(self.claim, need, used, at=self.clock())
        await uninterrupted(settling)

    @property
    def first_usages(self) -> Sequence[tuple[Budget, BudgetUsage]]:
        """The use of each budget of the run when it was claimed."""
        return self.claim.budgets

    async def budget_usages(self) -> Sequence[tuple[Budget, BudgetUsage]]:
        """Return the current usage of each budget of the run."""
        return await self.store.run_usages(self.claim.run, self.clock())

    async def _write(self, progress: Progress) -> None:
        cleaned = self._clean_progress(progress, whole=bool(progress.parts))
        known = len(self._soon.parts) if self._soon is not None else 0
        writing = self.store.record(self.claim, self._with_soon(cleaned), at=self.clock())
        self._parts.extend((await uninterrupted(writing))[known:])

    def _with_soon(self, progress: Progress) -> Progress:
        """Return the progress, after the parts that `append_soon` has not written yet."""
        soon, self._soon = self._soon, None
        if soon is None:
            return progress
        return replace(
            progress,
            parts=[*soon.parts, *progress.parts],
            events=[*soon.events, *progress.events],
            envelope=soon.envelope,
            memory=soon.memory,
        )

    def write_at_end(self, progress: Progress) -> None:
        """Queue this to be written in the same transaction as the run's outcome."""
        self._last = self._clean_progress(progress, whole=True)
        self._parts.extend(self._last.parts)

    def take_last(self) -> Progress:
        """Return the final write of a run, with its outcome and the buffered deltas."""
        last = self._last
        if deltas := self.take_deltas(whole=True):
            last = replace(last, events=[*last.events, *deltas])
        return self._with_soon(last)

    def _clean_progress(self, progress: Progress, *, whole: bool) -> Progress:
        """Return the data to write: the buffered deltas first, storable text, and no seal."""
        batch, deltas = progress.batch, self.take_deltas(whole=whole)
        if self._is_clean(progress):
            return replace(progress, events=[*deltas, *progress.events]) if deltas else progress
        return replace(
            progress,
            parts=[storable_part(mask_seal_part(part, self.seal)) for part in progress.parts],
            events=[*deltas, *map(self._clean_event, progress.events)],
            batch=self._clean_batch(batch) if batch else None,
        )

    def _is_clean(self, progress: Progress) -> bool:
        """Whether it can be written as it is. All texts are checked together, which is faster."""
        parts = progress.parts
        if progress.batch is not None or any("attachments" in part.data for part in parts):
            return False
        texts = texts_of(parts, [event.data for event in progress.events])
        return are_storable(texts) and (not self.seal or cannot_hold(texts, self.seal))

    async def wait_for_parts(
        self, ready: Callable[[Sequence[Part]], bool], *, until: datetime
    ) -> bool:
        """Wait until other writers have added the needed parts; False on timeout.

        Raises: Suspended, if the queue can wake the run later.
        """
        run_id, time = self.claim.run.id, asyncio.get_running_loop().time
        give_up_at = time() + self._patience
        async with self.jobs.idle(), self.feed.subscribe(run_topic(run_id)) as news:
            while True:
                self._parts = list(await self.store.list_parts(run_id))
                if ready(self._parts):
                    return True
                left = (until - self.clock()).total_seconds()
                if left <= 0:
                    return False
                if time() >= give_up_at:
                    raise Suspended(Need(until=until, last_part=self._parts[-1].index))
                await news.wait(min(left, LOOK_EVERY, give_up_at - time()))

    def clean_outcome(self, outcome: Outcome) -> Outcome:
        """Return the outcome with storable text and without the seal."""
        failure, text = outcome.failure, outcome.text
        if failure is None and not outcome.calls and (text is None or self._is_cleaned(text)):
            return outcome
        if failure is not None:
            failure = replace(
                failure,
                message=self._clean(failure.message),
                partial_text=self._clean(failure.partial_text),
            )
        calls = self._clean(list(outcome.calls))
        return replace(outcome, text=self._clean(text), failure=failure, calls=calls)

    def _is_cleaned(self, text: str) -> bool:
        """Whether this is the text of the last reply, which is clean."""
        return any(part.text == text for part in self._last.parts)

    def _clean(self, value: T) -> T:
        masked = mask_seal_json(value, self.seal)
        return masked if unstorable_text(masked) is None else storable_json(masked)

    def _clean_event(self, event: NewEvent) -> NewEvent:
        return replace(event, data=self._clean(event.data))

    def _clean_batch(self, batch: EntryBatch) -> EntryBatch:
        approvals = [replace(a, asked=self._clean(a.asked)) for a in batch.approvals]
        return replace(batch, changes=self._clean(batch.changes), approvals=approvals)

    def take_deltas(self, *, whole: bool = False) -> list[NewEvent]:
        """Return the buffered deltas as events, with adjacent ones of a kind merged.

        `whole` includes text that was held back because it may begin the seal.
        """
        if whole:
            self._release()
        taken, self._deltas = self._deltas, []
        return [
            _delta_event(kind, "".join(delta.text for delta in deltas))
            for kind, deltas in groupby(taken, key=_kind)
        ]

    def _begin(self, kind: _Kind) -> None:
        """Buffer the text of other kinds that was held back, which comes before this."""
        self._newest = kind
        self._release(but=kind)
        if kind not in self._filters:
            self._filters[kind] = SealFilter(self.seal)

    def _release(self, but: _Kind | None = None) -> None:
        """Buffer the text that was held back, except of one kind."""
        for kind, filter in self._filters.items():
            if kind != but and (held := filter.finish()):
                self._deltas.append(_delta(kind, held))

    async def close(self) -> None:
        """Stop buffering and wait for pending writes, so that the run's end comes last."""
        async with self._writing:
            await self._delayed.stop()

    async def _write_deltas(self) -> None:
        async with self._writing:
            if self._deltas:
                self._delayed.delay, self._has_shown = FLUSH_AFTER, True
                await self._write(Progress())


def _kind(delta: Delta) -> _Kind:
    return delta.thinking if isinstance(delta, TextDelta) else (delta.number, delta.name)


def _delta(kind: _Kind, text: str) -> Delta:
    if isinstance(kind, tuple):
        return CallDelta(number=kind[0], name=kind[1], text=text)
    return TextDelta(text=text, thinking=kind)


def _delta_event(kind: _Kind, text: str) -> NewEvent:
    text = storable(text)
    if isinstance(kind, tuple):
        data: JsonObject = {"index": kind[0], "name": kind[1], "text": text}
        return NewEvent(type="tool_call_delta", data=data)
    return NewEvent(type="thinking_delta" if kind else "assistant_delta", data={"text": text})


def storable_part(part: Part) -> Part:
    """Return the part with storable text; models may emit characters that callers must not."""
    calls = [call.args for call in part.tool_calls]
    if unstorable_text([part.text, part.thinking, calls, part.data]) is None:
        return part
    return replace(
        part,
        text=storable(part.text),
        thinking=storable(part.thinking),
        tool_calls=tuple(replace(c, args=storable_json(c.args)) for c in part.tool_calls),
        data=storable_json(part.data),
    )
