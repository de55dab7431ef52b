"""No message of a reply is sent twice, by a stopped server or after an outdated read."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta

import pytest
from tests.support.builders import a_run
from tests.support.clock import NOON
from tests.support.telegram_server import TOKEN, running_telegram

from runwhy.core.runs.delivery import Delivery, DeliveryStatus
from runwhy.core.runs.events import Event
from runwhy.core.runs.run import Run, Status
from runwhy.core.triggers.replies import Reply, after_failure, settle
from runwhy.core.triggers.telegram import REPEATED, SENDING
from runwhy.core.triggers.trigger import Trigger, TriggerConfig, TriggerKind
from runwhy.feeds.in_process import InProcessFeed
from runwhy.ports import REPLIES_TOPIC
from runwhy.triggers.telegram_api import BotApi
from runwhy.triggers.telegram_replies import Replies, SendReply

pytestmark = pytest.mark.anyio

BOT = Trigger(
    id="trg_1",
    workspace=1,
    kind=TriggerKind.TELEGRAM,
    name="bot",
    created_at=NOON,
    updated_at=NOON,
    config=TriggerConfig(allowed_chat_ids=[7]),
)
RUN = a_run(status=Status.SUCCEEDED, final_text="word " * 1500, finished_at=NOON)
REPLY = Reply(run_id=RUN.id, trigger_id=BOT.id, conversation="7:0", delivery=Delivery())


class Notes:
    """A channel in memory, with one ended run."""

    def __init__(self) -> None:
        self.reply = REPLY

    async def lead(self, trigger: Trigger) -> bool:
        return True

    async def due(self, trigger: Trigger) -> Sequence[Reply]:
        return [self.reply]

    async def next_due(self, trigger: Trigger) -> float | None:
        return None

    async def run_of(self, trigger: Trigger, reply: Reply) -> Run | None:
        return RUN

    async def follow(self, run: Run) -> AsyncGenerator[Event | None, None]:
        yield None

    async def note(self, reply: Reply) -> None:
        self.reply = reply

    async def settle(self, reply: Reply, status: DeliveryStatus, error: str | None = None) -> None:
        self.reply = settle(reply, status, at=NOON + timedelta(seconds=1), error=error)

    async def fail(self, reply: Reply, error: str, *, final: bool, wait: float) -> Reply:
        self.reply = after_failure(reply, error, at=NOON, final=final, wait=wait)
        return self.reply


@pytest.mark.parametrize("stopped_at", [1, 2])
async def test_a_stopped_server_repeats_no_message(stopped_at: int) -> None:
    loop, notes = asyncio.get_running_loop(), Notes()
    with running_telegram() as telegram:
        api = BotApi(TOKEN, base=telegram.url)
        sending = asyncio.create_task(SendReply(BOT, REPLY, notes, api).send())
        cancelled = threading.Event()

        def stop() -> None:
            sending.cancel()
            loop.call_soon(loop.call_soon, cancelled.set)  # after the task has noticed it

        def stop_and_wait() -> None:
            loop.call_soon_threadsafe(stop)
            assert cancelled.wait(30)

        telegram.before_answer("sendMessage", stop_and_wait, stopped_at)
        with pytest.raises(asyncio.CancelledError):
            await sending
        assert len(telegram.texts()) == stopped_at
        await SendReply(BOT, notes.reply, notes, api).send()
        await api.close()

    assert notes.reply.delivery.status is DeliveryStatus.DELIVERED
    assert len(telegram.texts()) == len(set(telegram.texts())) == 2


BUSY = {"description": "Too Many Requests", "parameters": {"retry_after": 60}}


@pytest.mark.parametrize("piece", [1, 2])
async def test_a_message_whose_answer_was_lost_is_repeated_and_says_so(piece: int) -> None:
    notes = Notes()
    with running_telegram() as telegram:
        api = BotApi(TOKEN, base=telegram.url)
        telegram.drop_answer("sendMessage", piece)
        await SendReply(BOT, notes.reply, notes, api).send()
        lost = notes.reply.delivery
        telegram.refuse("sendMessage", 429, **BUSY)  # says nothing about the first attempt
        await SendReply(BOT, notes.reply, notes, api).send()
        await SendReply(BOT, notes.reply, notes, api).send()
        await api.close()

    texts = telegram.texts()
    assert (lost.error, lost.attempts) == (SENDING, 1)
    assert notes.reply.delivery.status is DeliveryStatus.DELIVERED
    assert notes.reply.delivery.error is None
    assert texts.pop(piece) == f"{texts[piece - 1]}\n\n{REPEATED}"
    assert len(texts) == 2 and REPEATED not in str(texts)


@pytest.mark.parametrize(("status", "repeats"), [(429, False), (500, True), (502, True)])
async def test_only_an_error_that_may_follow_a_delivery_marks_the_next_message(
    status: int, repeats: bool
) -> None:
    notes = Notes()
    with running_telegram() as telegram:
        api = BotApi(TOKEN, base=telegram.url)
        telegram.refuse("sendMessage", status, **BUSY)
        await SendReply(BOT, notes.reply, notes, api).send()
        await SendReply(BOT, notes.reply, notes, api).send()
        await api.close()

    assert [REPEATED in text for text in telegram.texts()] == [repeats, False]


async def test_a_refused_connection_marks_no_message() -> None:
    notes = Notes()
    with running_telegram() as telegram:
        gone = BotApi(TOKEN, base="http://127.0.0.1:9")  # nothing listens on this port
        await SendReply(BOT, notes.reply, notes, gone).send()
        refused = notes.reply.delivery
        await gone.close()
        api = BotApi(TOKEN, base=telegram.url)
        await SendReply(BOT, notes.reply, notes, api).send()
        await api.close()

    assert (refused.error, refused.attempts) == ("0: ConnectError", 1)
    assert len(telegram.texts()) == 2 and REPEATED not in str(telegram.texts())


class SlowNotes(Notes):
    """A channel whose second read of the due replies returns after the reply has ended."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.ended = asyncio.Event()
        self.read_again = asyncio.Event()

    async def due(self, trigger: Trigger) -> Sequence[Reply]:
        self.reads += 1
        found = [self.reply] if self.reply.is_open else []
        if self.reads == 2:
            await self.ended.wait()
        elif self.reads == 3:
            self.read_again.set()
        return found

    async def settle(self, reply: Reply, status: DeliveryStatus, error: str | None = None) -> None:
        await super().settle(reply, status, error)
        asyncio.get_running_loop().call_later(0.05, self.ended.set)


async def test_a_reply_that_ends_during_a_read_is_not_sent_again() -> None:
    notes, feed = SlowNotes(), InProcessFeed()
    await feed.start()
    with running_telegram() as telegram:
        api = BotApi(TOKEN, base=telegram.url)
        sending = asyncio.create_task(
            Replies(trigger=BOT, channel=notes, api=api, feed=feed).send_all()
        )
        async with asyncio.timeout(30):
            while notes.reads < 2:
                feed.publish([REPLIES_TOPIC])
                await asyncio.sleep(0)
            await notes.read_again.wait()
        sending.cancel()
        await asyncio.wait([sending])
        await api.close()

    assert len(telegram.texts()) == 2
