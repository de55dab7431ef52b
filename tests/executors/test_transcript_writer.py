"""What happens to an agent's output when its run ends at the same time."""

from __future__ import annotations

import asyncio
import gc
from typing import Any, cast

import pytest
from tests.support.clock import FrozenClock

from runwhy.core.agents.coding_agents import EntryBatch
from runwhy.core.runs.provenance import Provenance
from runwhy.executors import transcript_writer
from runwhy.executors.builtin.prices import Prices
from runwhy.executors.transcript_writer import TranscriptWriter
from runwhy.executors.usage_meter import UsageMeter
from runwhy.normalizers.registry import NORMALIZERS
from runwhy.ports import Journal, Progress, Superseded, Work

pytestmark = pytest.mark.anyio

LINE = '{"type": "system", "subtype": "init", "session_id": "s1", "model": "claude-sonnet-4-5"}'


class Writes:
    """A journal that keeps what it is given, and raises Superseded if the run has ended."""

    def __init__(self, *, has_ended: bool = False) -> None:
        self.has_ended = has_ended
        self.tried = asyncio.Event()
        self.batches: list[EntryBatch | None] = []

    async def append(self, progress: Progress) -> None:
        self.tried.set()
        if self.has_ended:
            raise Superseded("run_1")
        self.batches.append(progress.batch)


def writer_to(journal: Writes, *, starts: bool = True) -> TranscriptWriter:
    meter = UsageMeter(
        work=cast(Work, None),  # read only if the agent reports usage
        agent="claude",
        prices=Prices(),
        clock=FrozenClock(),
        timeout=60,
    )
    writer = TranscriptWriter(
        journal=cast(Journal, journal), folds=NORMALIZERS, cwd="/work", secrets=(), meter=meter
    )
    if starts:
        writer.start_stream("claude", session=None, sender=Provenance.HUMAN)
    return writer


async def test_close_writes_what_is_pending_and_nothing_is_written_later() -> None:
    journal = Writes()
    writer = writer_to(journal)
    await writer.add_line(LINE)

    await writer.close()
    await writer.close()

    (batch,) = journal.batches
    assert batch is not None and batch.session is not None
    assert batch.session.agent_session == "s1"


async def test_close_writes_nothing_if_the_agent_has_not_started() -> None:
    journal = Writes()

    await writer_to(journal, starts=False).close()

    assert journal.batches == []


async def test_a_write_that_fails_because_the_run_has_ended_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    errors: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: errors.append(context))
    monkeypatch.setattr(transcript_writer, "FLUSH_AFTER", 0)
    journal = Writes(has_ended=True)
    writer = writer_to(journal)
    await writer.add_line(LINE)
    await journal.tried.wait()
    for _ in range(20):
        await asyncio.sleep(0)  # until the write has failed

    await writer.close()

    del writer
    gc.collect()
    assert errors == []
