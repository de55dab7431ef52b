"""The journal of one run: ordered, durable when it returns, and finished before the end."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.services.site import Site, now, site_on, soon, until
from tests.support.builders import WORKSPACE, a_call, a_note, a_reply, a_result, an_envelope
from tests.support.contracts.scene import DONE
from tests.support.inline_queue import InlineJobs

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.context.seal import seal_for
from runwhy.core.runs.events import NewEvent
from runwhy.core.runs.log import PartKind
from runwhy.ports import (
    CallDelta,
    Claim,
    Need,
    Progress,
    Superseded,
    Suspended,
    TextDelta,
    run_topic,
)
from runwhy.services import journal as journals
from runwhy.services.journal import RunJournal
from runwhy.write_tasks import uninterrupted

SEAL = seal_for(b"secret", "ses_1")

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(database: str) -> AsyncIterator[Site]:
    async with site_on(database) as site:
        await site.store.register_worker("wrk_one", "one", at=now())
        yield site


@asynccontextmanager
async def journal_of(site: Site, queue: Any = None) -> AsyncIterator[tuple[RunJournal, Claim]]:
    """Return the journal of a run that was just claimed."""
    claim = await site.scene.started()
    journal = RunJournal(
        claim=claim,
        store=queue or site.store,
        jobs=InlineJobs(site.store, now, worker="wrk_one"),
        feed=site.feed,
        clock=now,
    )
    try:
        yield journal, claim
    finally:
        await journal.close()


async def events_of(site: Site, claim: Claim) -> list[tuple[str, object]]:
    """Return the events since the run was claimed."""
    events = (await site.events(claim.run))[2:]
    return [(event.type, event.data.get("text")) for event in events]


async def test_deltas_in_quick_succession_become_one_event_per_kind(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        for text, thinking in (("a", False), ("b", False), ("c", True), ("d", False)):
            await journal.delta(TextDelta(text=text, thinking=thinking))
        await until(lambda: _told_so_many(site, claim, 3))

        assert await events_of(site, claim) == [
            ("assistant_delta", "ab"),
            ("thinking_delta", "c"),
            ("assistant_delta", "d"),
        ]


async def test_the_first_text_waits_only_while_nobody_follows_the_run(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journals, "FLUSH_AFTER", 3600.0)
    async with journal_of(site) as (journal, _):
        await journal.delta(TextDelta(text="unseen"))

        assert [event.data for event in journal.take_last().events] == [{"text": "unseen"}]
    async with journal_of(site) as (journal, claim), site.feed.subscribe(run_topic(claim.run.id)):
        await journal.delta(TextDelta(text="seen"))
        await until(lambda: _told_so_many(site, claim, 1))

        assert await events_of(site, claim) == [("assistant_delta", "seen")]


async def test_an_outcome_is_cleaned_unless_it_is_the_reply_that_was_cleaned(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        journal.seal = SEAL
        journal.write_at_end(Progress(parts=[a_reply("All done.", run_id=claim.run.id)]))

        assert journal.clean_outcome(replace(DONE, text="All done.")).text == "All done."
        assert journal.clean_outcome(replace(DONE, text=f"It is {SEAL}.")).text == "It is [seal]."
        assert journal.clean_outcome(replace(DONE, text="a\0b")).text == "a\ufffdb"


async def test_a_write_that_fails_after_cancellation_is_awaited_silently(
    caplog: pytest.LogCaptureFixture,
) -> None:
    go_on, done = asyncio.Event(), asyncio.Event()

    async def write() -> None:
        await go_on.wait()
        done.set()
        raise Superseded("run_gone")

    writing = asyncio.create_task(uninterrupted(write()))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.sleep(0)
    assert not writing.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    gc.collect()

    assert done.is_set()
    assert "never retrieved" not in caplog.text


async def test_appended_parts_follow_earlier_deltas(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        await journal.delta(TextDelta(text="before"))
        await journal.append(
            Progress(
                parts=[a_reply("Hi", run_id=claim.run.id)], events=[_event("assistant_message")]
            )
        )
        await journal.delta(TextDelta(text="after"))
        await journal.append(Progress(events=[_event("tool_call")]))

        assert await events_of(site, claim) == [
            ("assistant_delta", "before"),
            ("assistant_message", None),
            ("assistant_delta", "after"),
            ("tool_call", None),
        ]
        assert list(journal.parts) == list(await site.store.list_parts(claim.run.id))


async def test_parts_appended_soon_are_written_before_everything_else(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        run_id = claim.run.id
        first = len(claim.parts)
        journal.append_soon(Progress(parts=[an_envelope(run_id=run_id)]))
        assert len(await site.store.list_parts(run_id)) == first
        await journal.append(Progress(parts=[a_note(run_id=run_id)]))

        stored = await site.store.list_parts(run_id)
        assert [part.kind for part in stored[first:]] == [PartKind.ENVELOPE, PartKind.NOTE]
        assert [part.index for part in journal.parts] == list(range(first + 2))
        assert list(journal.parts) == list(stored)


async def test_parts_appended_soon_are_written_with_the_end_at_the_latest(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        run_id = claim.run.id
        journal.append_soon(Progress(parts=[an_envelope(run_id=run_id)]))
        journal.write_at_end(Progress(parts=[a_reply("Done.", run_id=run_id)]))
        last = journal.take_last()
        await site.store.finish(claim, DONE, last, at=now())

        stored = await site.store.list_parts(run_id)
        kinds = [part.kind for part in stored[len(claim.parts) :]]
        assert kinds == [PartKind.ENVELOPE, PartKind.REPLY]
        assert list(journal.take_last().parts) == list(last.parts[1:])


async def test_no_delta_is_lost_in_any_mix(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        for number in range(40):
            await journal.delta(TextDelta(text=f"{number} "))
            await asyncio.sleep(0.002 * (number % 5))
            if number % 7 == 0:
                await asyncio.gather(
                    journal.append(Progress()), journal.append(Progress(events=[_event("x")]))
                )
        await journal.close()
        written = await events_of(site, claim)

    text = "".join(str(text) for kind, text in written if kind == "assistant_delta")
    rest = "".join(str(event.data["text"]) for event in journal.take_deltas())
    assert text + rest == "".join(f"{number} " for number in range(40))


async def test_a_delta_that_arrives_during_a_write_needs_no_later_one(site: Site) -> None:
    slow = GatedQueue(site)
    async with journal_of(site, queue=slow) as (journal, claim):
        await journal.delta(TextDelta(text="a"))
        await soon(slow.entered.wait())
        await journal.delta(TextDelta(text="b"))  # and then the model pauses
        slow.open.set()
        await until(lambda: _told_so_many(site, claim, 2))

        assert await events_of(site, claim) == [("assistant_delta", "a"), ("assistant_delta", "b")]


async def test_pieces_of_calls_are_events_of_their_own(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        await journal.delta(TextDelta(text="Looking."))
        for number, text in ((0, ""), (0, '{"a"'), (0, ":1}"), (1, "{}")):
            await journal.delta(CallDelta(number=number, name="look", text=text))
        await until(lambda: _told_so_many(site, claim, 3))

        events = (await site.events(claim.run))[2:]
        assert [(event.type, event.data) for event in events] == [
            ("assistant_delta", {"text": "Looking."}),
            ("tool_call_delta", {"index": 0, "name": "look", "text": '{"a":1}'}),
            ("tool_call_delta", {"index": 1, "name": "look", "text": "{}"}),
        ]


async def test_thinking_that_may_begin_the_seal_comes_before_the_text(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        journal = replace(journal, seal=SEAL)
        await journal.delta(TextDelta(text=f"I see {SEAL[:4]}", thinking=True))
        await journal.delta(TextDelta(text=f"Here: {SEAL[:4]}"))
        await journal.delta(CallDelta(number=0, name="look", text="{}"))
        await journal.append(Progress(parts=[a_reply("", run_id=claim.run.id)]))

        assert [event.data["text"] for event in (await site.events(claim.run))[2:]] == [
            f"I see {SEAL[:4]}",
            f"Here: {SEAL[:4]}",
            "{}",
        ]
        await journal.close()


async def test_the_rest_of_a_seal_is_masked_when_text_interrupts_thinking(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        journal = replace(journal, seal=SEAL)
        for text, thinking in ((SEAL[:8], True), ("Well", False), (SEAL[8:], True)):
            await journal.delta(TextDelta(text=text, thinking=thinking))
        await journal.append(Progress(parts=[a_reply("", run_id=claim.run.id)]))

        assert await events_of(site, claim) == [
            ("thinking_delta", SEAL[:8]),
            ("assistant_delta", "Well"),
            ("thinking_delta", "[seal]"),
        ]
        await journal.close()


async def test_the_seal_is_masked_in_the_pieces_of_a_call(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        journal = replace(journal, seal=SEAL)
        for text in ('{"a":"', SEAL[:8], SEAL[8:], '"}'):
            await journal.delta(CallDelta(number=0, name="look", text=text))
        await journal.append(Progress(parts=[a_reply("", run_id=claim.run.id)]))

        written = "".join(str(text) for _, text in await events_of(site, claim))
        assert written == '{"a":"[seal]"}'
        await journal.close()


async def test_the_end_follows_pending_writes(site: Site) -> None:
    slow = GatedQueue(site)
    async with journal_of(site, queue=slow) as (journal, claim):
        await journal.delta(TextDelta(text="a"))
        await soon(slow.entered.wait())
        closing = asyncio.create_task(journal.close())
        slow.open.set()
        await soon(closing)

        assert await events_of(site, claim) == [("assistant_delta", "a")]


async def test_a_cancelled_writer_stops_after_its_write(site: Site) -> None:
    slow = GatedQueue(site)
    async with journal_of(site, queue=slow) as (journal, claim):
        reply = a_reply("done", run_id=claim.run.id)
        task = asyncio.create_task(journal.append(Progress(parts=[reply])))
        await soon(slow.entered.wait())
        task.cancel()
        await asyncio.sleep(0)
        assert not task.done()
        slow.open.set()
        with pytest.raises(asyncio.CancelledError):
            await soon(task)

        assert [part.text for part in await site.store.list_parts(claim.run.id)][-1] == "done"


async def test_a_superseded_run_stops_at_its_next_delta(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        await site.scene.cancel(claim.run)
        with pytest.raises(Superseded):
            await journal.append(Progress())

        async def speak() -> None:
            while True:
                await journal.delta(TextDelta(text="…"))
                await asyncio.sleep(0.005)

        with pytest.raises(Superseded):
            await soon(speak())


async def test_the_journal_waits_for_a_clients_result(site: Site) -> None:
    async with journal_of(site) as (journal, claim):
        await journal.append(Progress(parts=[a_reply("", a_call("c1"), run_id=claim.run.id)]))
        waiting = asyncio.create_task(
            journal.wait_for_parts(
                lambda parts: parts[-1].tool_use_id == "c1", until=now() + timedelta(hours=1)
            )
        )
        result = a_result("c1", "42", run_id=claim.run.id)
        await site.store.answer_tool(WORKSPACE, claim.run.id, result, _event("local_tool_result"))

        assert await soon(waiting)
        assert journal.parts[-1].text == "42"


async def test_waiting_for_a_client_times_out(site: Site) -> None:
    async with journal_of(site) as (journal, _):
        soon_over = now() + timedelta(milliseconds=30)
        assert not await soon(journal.wait_for_parts(lambda parts: False, until=soon_over))


async def test_unstorable_text_is_replaced(site: Site) -> None:
    bad, good = "a\0b\ud800c \ud83d\ude42", "a\ufffdb\ufffdc 🙂"
    async with journal_of(site) as (journal, claim):
        await journal.delta(TextDelta(text=bad))
        call = a_call("c1", "look", key=[bad])
        reply = a_reply(bad, call, thinking=bad, data={bad: {"deep": bad}}, run_id=claim.run.id)
        await journal.append(
            Progress(parts=[reply], events=[NewEvent(type="entry", data={"text": bad})])
        )

        part = (await site.store.list_parts(claim.run.id))[-1]
        assert (part.text, part.thinking) == (good, good)
        assert part.tool_calls[0].args == {"key": [good]}
        assert part.data == {good: {"deep": good}}
        assert await events_of(site, claim) == [("assistant_delta", good), ("entry", good)]


class GatedQueue:
    """A queue whose writes wait until the test releases them."""

    def __init__(self, site: Site) -> None:
        self._store = site.store
        self.entered, self.open = asyncio.Event(), asyncio.Event()

    async def record(self, *args: Any, **kwargs: Any) -> Any:
        self.entered.set()
        await self.open.wait()
        return await self._store.record(*args, **kwargs)


def _event(type: str) -> NewEvent:
    return NewEvent(type=type, data={})


async def _told_so_many(site: Site, claim: Claim, count: int) -> bool:
    return len(await events_of(site, claim)) == count


async def impatient(site: Site) -> tuple[RunJournal, Claim]:
    """Return the journal of a run that is suspended as soon as it has to wait."""
    claim = await site.scene.started()
    jobs = InlineJobs(site.store, now, worker="wrk_one")
    jobs.patience = 0.0
    journal = RunJournal(claim=claim, store=site.store, jobs=jobs, feed=site.feed, clock=now)
    await journal.append(Progress(parts=[a_note("begun")]))
    return journal, claim


async def test_a_run_that_waits_for_a_part_is_suspended(site: Site) -> None:
    journal, _ = await impatient(site)
    until_then = now() + timedelta(hours=1)

    with pytest.raises(Suspended) as raised:
        await soon(journal.wait_for_parts(lambda parts: False, until=until_then))

    assert raised.value.need == Need(until=until_then, last_part=journal.parts[-1].index)
    await journal.close()


async def test_a_run_that_waits_for_a_decision_is_suspended_and_asks_once(site: Site) -> None:
    journal, claim = await impatient(site)
    approval = Approval(id="apr_1", asked={"tool": "budget"}, asked_at=now())
    hour = timedelta(hours=1)

    for _ in range(2):
        with pytest.raises(Suspended) as raised:
            await soon(journal.request_approval(approval, timeout=hour))
        assert raised.value.need.approval == "apr_1"
        assert (raised.value.need.until - approval.asked_at - hour).total_seconds() < 1

    need = raised.value.need
    decided = replace(approval, decision="allow", decided_at=now(), decided_by="me")
    event = NewEvent(type="approval_decided", data={})
    await site.store.decide_approval(claim.run, decided, event)
    assert not await site.store.suspend(claim.hold, "awk-1", need), "it can continue"
    found = await soon(journal.request_approval(approval, timeout=hour))
    assert found.decision == "allow"
    types = [event.type for event in await site.scene.events(claim.run)]
    assert types.count("approval_request") == 1
    await journal.close()
