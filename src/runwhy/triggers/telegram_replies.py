"""Replies of a Telegram bot: sent once to the chat of a run's session, for every trigger."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace

import structlog

from runwhy.core.runs.delivery import DeliveryStatus
from runwhy.core.runs.events import TERMINAL, Event
from runwhy.core.runs.run import Run
from runwhy.core.triggers.replies import Reply, asked_in_chat, reply_text, skip_reason
from runwhy.core.triggers.telegram import SENDING, repeated_text, split_reply
from runwhy.core.triggers.trigger import Trigger
from runwhy.errors import RunwhyError
from runwhy.ports import REPLIES_TOPIC, Feed
from runwhy.services.channels import Channels
from runwhy.triggers.telegram_api import BotApi, TelegramError
from runwhy.write_tasks import cancel_all, uninterrupted

POLL_INTERVAL = 30.0
RETRY_DELAY = 3.0  # seconds, after a failure of the database
EDIT_INTERVAL = 1.5  # seconds between two edits of one message

_log = structlog.get_logger("runwhy.telegram")


class NotLeading(Exception):
    """Another server sends the replies of the bot now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """Sends the replies of one bot, one at a time in each conversation."""

    trigger: Trigger
    channel: Channels
    api: BotApi
    feed: Feed
    # By conversation; and the conversations whose reply ended during a read.
    _sending: dict[str, asyncio.Task[None]] = field(default_factory=dict, init=False)
    _finished: set[str] = field(default_factory=set, init=False)

    async def send_all(self) -> None:
        """Send replies as they become due, until cancelled."""
        try:
            async with self.feed.subscribe(REPLIES_TOPIC) as news:
                while True:
                    await news.wait(await self._start_due())
        finally:
            await cancel_all(list(self._sending.values()))

    async def _start_due(self) -> float:
        """Start sending the due replies; return how long to wait for more."""
        try:
            self._finished.clear()
            for reply in await self.channel.due(self.trigger):
                if reply.conversation not in {*self._sending, *self._finished}:
                    task = asyncio.create_task(self._send(reply))
                    self._sending[reply.conversation] = task
            wait = await self.channel.next_due(self.trigger)
        except RunwhyError as error:
            _log.warning("telegram.replies_not_read", error=error.message)
            return RETRY_DELAY
        if wait is None or wait <= 0:  # due replies are being sent, and announce when they are done
            return POLL_INTERVAL
        return min(wait, POLL_INTERVAL)

    async def _send(self, reply: Reply) -> None:
        try:
            await SendReply(self.trigger, reply, self.channel, self.api).send()
        except (RunwhyError, NotLeading) as error:
            _log.warning("telegram.reply_delayed", run=reply.run_id, error=str(error))
            await asyncio.sleep(RETRY_DELAY)
        except Exception:  # one reply must not block the others
            _log.exception("telegram.reply_not_sent", run=reply.run_id)
            await asyncio.sleep(RETRY_DELAY)
        finally:
            self._sending.pop(reply.conversation, None)
            self._finished.add(reply.conversation)
            self.feed.publish([REPLIES_TOPIC])  # the next reply of the conversation may start


class SendReply:
    """A reply in progress.

    A reply to a message in the chat shows "typing", then the growing text. Any reply ends with the
    complete text. The position is stored after each message, so that a restart continues there.
    """

    def __init__(self, trigger: Trigger, reply: Reply, channel: Channels, api: BotApi) -> None:
        self._trigger = trigger
        self._reply = reply
        self._channel = channel
        self._api = api
        self._chat, self._topic = reply.chat
        self._edited_at = 0.0
        self._shown = ""
        self._repeats = reply.is_repeated and reply.delivery.message_id is None  # the first message

    async def send(self) -> None:
        """Send the reply completely, or store why it was not sent.

        Raises: RunwhyError, NotLeading; the reply is then sent later.
        """
        run = await self._channel.run_of(self._trigger, self._reply)
        if run is None:
            return
        if self._chat not in allowed_chats(self._trigger):
            error = f"the chat {self._chat} is not in allowedChatIds"
            await self._channel.settle(self._reply, DeliveryStatus.FAILED, error)
            return
        try:
            await self._send(run)
        except TelegramError as error:
            _log.warning("telegram.reply_not_sent", run=run.id, error=str(error))
            wait, final = error.retry_after, error.is_final
            reason = SENDING if self._reply.is_repeated and not final else str(error)
            await self._channel.fail(self._reply, reason, final=final, wait=wait)

    async def _send(self, run: Run) -> None:
        if asked_in_chat(run):
            await self._stream(run)
        ended = await self._channel.run_of(self._trigger, self._reply)
        if ended is None:
            return
        text = reply_text(ended)
        if text is None:
            reason = skip_reason(ended)
            await self._channel.settle(self._reply, DeliveryStatus.SKIPPED, reason)
            return
        first, *others = split_reply(text)
        await self._send_or_edit(first)
        for number, piece in enumerate(others, start=1):
            if number > self._reply.delivery.parts:
                await uninterrupted(self._message(piece, parts=number))
        await self._channel.settle(self._reply, DeliveryStatus.DELIVERED)

    async def _stream(self, run: Run) -> None:
        """Show the text as it grows, until the run has ended."""
        text = ""
        async with aclosing(self._channel.follow(run)) as events:
            async for event in events:
                match event:
                    case None:
                        await self._show(text)
                    case Event(type="started"):
                        text = ""
                        await self._type()
                    case Event(type="assistant_delta", data={"text": str(more)}):
                        text += more
                        await self._show(text)
                    case Event(type=type) if type in TERMINAL:
                        return
                    case _:
                        pass

    async def _show(self, text: str) -> None:
        """Edit the message, at most once per interval; long text is split only at the end."""
        now = asyncio.get_running_loop().time()
        first = split_reply(text)[:1]
        if not first or now - self._edited_at < EDIT_INTERVAL:
            if not first and self._reply.delivery.message_id is None:
                await self._type()
            return
        self._edited_at = now
        await self._send_or_edit(first[0])

    async def _type(self) -> None:
        with suppress(TelegramError):  # only decoration; an error that lasts shows when sending
            await self._api.send_typing(self._chat, topic_id=self._topic)

    async def _send_or_edit(self, text: str) -> None:
        if text == self._shown:
            return
        shown = self._reply.delivery.message_id
        if shown is None:
            await uninterrupted(self._message(text))
        else:
            await self._lead()
            marked = repeated_text(text) if self._repeats else text
            await self._api.edit_message(self._chat, shown, marked)
        self._shown = text

    async def _message(self, text: str, *, parts: int = 0) -> None:
        """Send a message, and note it: the first one, or the number of further ones.

        Both happen even when cancelled: a message that was sent must be noted. The attempt is
        recorded before, so that a repetition mentions it.
        """
        await self._lead()
        before = self._reply
        if before.is_repeated:
            text = repeated_text(text)
        else:
            await self._note(error=SENDING)
        try:
            id = await self._api.send_message(self._chat, text, topic_id=self._topic)
        except TelegramError as error:
            if not error.may_have_arrived:
                self._reply = before  # stored with the failure
            raise
        await self._note(error=None, **({"parts": parts} if parts else {"message_id": id}))

    async def _lead(self) -> None:
        """Extend the lease, so that no other server sends during the next call."""
        if not await self._channel.lead(self._trigger):
            raise NotLeading(self._trigger.id)

    async def _note(self, **changes: int | str | None) -> None:
        delivery = replace(self._reply.delivery, **changes)  # type: ignore[arg-type]
        self._reply = replace(self._reply, delivery=delivery)
        await self._channel.note(self._reply)


def allowed_chats(trigger: Trigger) -> frozenset[int]:
    """Return the chats that a bot may write to."""
    return frozenset(trigger.config.allowed_chat_ids or ())
