"""The journal of one run: makes an executor's output durable, then visible."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from runwhy.core.agents.coding_agents import Approval, EntryBatch
from runwhy.core.context.seal import SealFilter, mask_seal_json, mask_seal_part
from runwhy.core.json import storable, storable_json, unstorable_text
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import Part
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.run import EnvelopeFacts, Outcome, Status
from runwhy.ports import (
    Claim,
    Clock,
    EntryStore,
    Feed,
    JobStore,
    QueueRunner,
    Store,
    TextDelta,
    run_topic,
)
from runwhy.telemetry.recorder import SILENT, Telemetry

T = TypeVar("T")
FLUSH_AFTER = 0.03  # seconds; deltas within this time become one event
LOOK_EVERY = 5.0


class RunJournal:
    """Writes under a claim. Deltas are buffered briefly; everything else is written immediately."""

    def __init__(
        self,
        claim: Claim,
        *,
        store: Store,
        queue: JobStore,
        jobs: QueueRunner,
        feed: Feed,
        clock: Clock,
        approvals: EntryStore | None = None,
        telemetry: Telemetry = SILENT,
        seal: str = "",
    ) -> None:
        self._claim = claim
        self._seal = seal
        self._filters = {False: SealFilter(seal), True: SealFilter(seal)}  # by `thinking`
        self._parts = list(claim.parts)
        self._store = store
        self._queue = queue
        self._jobs = jobs
        self._feed = feed
        self._clock = clock
        self._approvals = approvals
        self._telemetry = telemetry
        self._asking = 0
        self._deltas: list[TextDelta] = []
        self._flushing: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        self.last_parts: Sequence[Part] = ()
        self.last_events: Sequence[NewEvent] = ()

    @property
    def parts(self) -> Sequence[Part]:
        """The log of the run so far."""
        return self._parts

    async def delta(self, delta: TextDelta) -> None:
        """Buffer more text, which followers see shortly after; the seal is masked."""
        text = self._filters[delta.thinking].add(delta.text)
        if not text:
            return
        self._deltas.append(replace(delta, text=text))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush_soon())
        elif self._flushing.done():
            self._flushing.result()  # raises if the run was taken over
            self._flushing = asyncio.create_task(self._flush_soon())

    async def append(
        self,
        parts: Sequence[Part] = (),
        events: Sequence[NewEvent] = (),
        *,
        status: Status | None = None,
        envelope: EnvelopeFacts | None = None,
        batch: EntryBatch | None = None,
        memory: MemoryFacts | None = None,
    ) -> None:
        """Write this after all earlier deltas. Raises: Superseded, Unavailable."""
        if batch is not None:
            batch = storable_batch(mask_seal_batch(batch, self._seal))
        if envelope is not None:
            self._telemetry.envelope_made(envelope.bytes)
        async with self._writing:
            await self._write(
                parts, events, status=status, envelope=envelope, batch=batch, memory=memory
            )

    async def request_approval(self, approval: Approval, *, until: datetime) -> Approval:
        """Wait for a person's decision; return the approval undecided if `until` passes."""
        assert self._approvals is not None
        run_id = self._claim.run.id
        event = NewEvent(
            type="approval_request", data={"approvalId": approval.id, **approval.asked}
        )
        self._asking += 1
        try:
            asked = EntryBatch(approvals=[approval])
            await self.append(events=[event], status=Status.WAITING, batch=asked)
            async with self._feed.subscribe(run_topic(run_id)) as news:
                while True:
                    found = await self._approvals.get_approval(run_id, approval.id) or approval
                    left = (until - self._clock()).total_seconds()
                    if found.decision is not None or left <= 0:
                        return found
                    await news.wait(min(left, LOOK_EVERY))
        finally:
            self._asking -= 1

    async def resume(self) -> None:
        """Mark an approval as settled; the run leaves `waiting` when none is open."""
        if not self._asking:
            await self.append(status=Status.RUNNING)

    async def _write(
        self, parts: Sequence[Part] = (), events: Sequence[NewEvent] = (), **more: Any
    ) -> None:
        events = [*self.take_deltas(whole=bool(parts)), *map(self._clean_event, events)]
        writing = self._queue.record(
            self._claim,
            at=self._clock(),
            parts=[self._clean_part(part) for part in parts],
            events=events,
            **more,
        )
        self._parts.extend(await uninterrupted(writing))

    def write_at_end(self, parts: Sequence[Part], events: Sequence[NewEvent]) -> None:
        """Queue parts and events to be written in the same transaction as the run's outcome."""
        self.last_parts = [self._clean_part(part) for part in parts]
        self._parts.extend(self.last_parts)
        self.last_events = [*self.take_deltas(whole=True), *map(self._clean_event, events)]

    async def wait_for_parts(
        self, ready: Callable[[Sequence[Part]], bool], *, until: datetime
    ) -> bool:
        """Wait until other writers have added the needed parts; False on timeout."""
        run_id = self._claim.run.id
        async with self._jobs.idle(), self._feed.subscribe(run_topic(run_id)) as news:
            while True:
                self._parts = list(await self._store.list_parts(run_id))
                if ready(self._parts):
                    return True
                left = (until - self._clock()).total_seconds()
                if left <= 0:
                    return False
                await news.wait(min(left, LOOK_EVERY))

    def clean_outcome(self, outcome: Outcome) -> Outcome:
        """Return the outcome with storable text and without the seal."""
        failure = outcome.failure
        if failure is not None:
            failure = replace(
                failure,
                message=self._clean(failure.message),
                partial_text=self._clean(failure.partial_text),
            )
        return replace(outcome, text=self._clean(outcome.text), failure=failure)

    def _clean(self, value: T) -> T:
        return storable_json(mask_seal_json(value, self._seal))

    def _clean_part(self, part: Part) -> Part:
        return storable_part(mask_seal_part(part, self._seal))

    def _clean_event(self, event: NewEvent) -> NewEvent:
        return storable_event(replace(event, data=mask_seal_json(event.data, self._seal)))

    def take_deltas(self, *, whole: bool = False) -> list[NewEvent]:
        """Return the buffered deltas as events, with adjacent ones of a kind merged.

        `whole` includes text that was held back because it may begin the seal.
        """
        for thinking, filter in self._filters.items() if whole else ():
            if held := filter.finish():
                self._deltas.append(TextDelta(text=held, thinking=thinking))
        taken, self._deltas = self._deltas, []
        events: list[NewEvent] = []
        for delta in taken:
            kind = "thinking_delta" if delta.thinking else "assistant_delta"
            text = delta.text
            if events and events[-1].type == kind:
                text = f"{events.pop().data['text']}{text}"
            events.append(NewEvent(type=kind, data={"text": text}))
        return [storable_event(event) for event in events]

    async def close(self) -> None:
        """Stop buffering and wait for pending writes, so that the run's end comes last."""
        if self._flushing is not None:
            async with self._writing:
                self._flushing.cancel()
            await asyncio.gather(self._flushing, return_exceptions=True)

    async def _flush_soon(self) -> None:
        await asyncio.sleep(FLUSH_AFTER)
        async with self._writing:
            if self._deltas:
                await self._write()


async def uninterrupted(work: Awaitable[T]) -> T:
    """Finish the work even when cancelled, so that its result is certain afterwards."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not warn
        raise


def mask_seal_batch(batch: EntryBatch, seal: str) -> EntryBatch:
    """Return the batch without the seal."""
    approvals = [replace(a, asked=mask_seal_json(a.asked, seal)) for a in batch.approvals]
    return replace(batch, changes=mask_seal_json(batch.changes, seal), approvals=approvals)


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


def storable_batch(batch: EntryBatch) -> EntryBatch:
    """Return the batch with storable text."""
    if unstorable_text([batch.changes, [approval.asked for approval in batch.approvals]]) is None:
        return batch
    return replace(
        batch,
        changes=[storable_json(change) for change in batch.changes],
        approvals=[replace(a, asked=storable_json(a.asked)) for a in batch.approvals],
    )


def storable_event(event: NewEvent) -> NewEvent:
    """Return the event with storable text."""
    if unstorable_text(event.data) is None:
        return event
    return replace(event, data=storable_json(event.data))
