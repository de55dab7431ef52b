"""Telegram: reads messages by long polling and streams each reply by editing it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Protocol

import structlog

from runwhy.core.runs.events import Event
from runwhy.core.runs.run import Run
from runwhy.core.triggers.telegram import (
    MAX_MESSAGE,
    Incoming,
    is_token,
    read_update,
    split_reply,
    update_id_of,
)
from runwhy.core.triggers.trigger import Occurrence, Trigger
from runwhy.errors import RunwhyError, Unavailable
from runwhy.ports import TRIGGERS_TOPIC, Feed
from runwhy.triggers.telegram_api import DEFAULT_BASE, BotApi, TelegramError

POLL_INTERVAL = 30.0
RETRY_DELAY = 3.0  # seconds, after a failure and while another server reads
EDIT_INTERVAL = 1.5  # seconds between two edits of one message
NO_TEXT = "(no text)"

_log = structlog.get_logger("runwhy.telegram")


class Channel(Protocol):
    """The service behind a bot; see `services.channels.Channels`."""

    async def list(self) -> Sequence[Trigger]: ...
    def token_of(self, trigger: Trigger) -> str | None: ...
    async def lead(self, trigger: Trigger) -> bool: ...
    async def step_down(self, trigger: Trigger) -> None: ...
    async def take(self, trigger: Trigger, incoming: Incoming) -> Occurrence | None: ...
    async def read_to(self, trigger: Trigger, cursor: int) -> None: ...
    async def unanswered(self, trigger: Trigger) -> Sequence[Occurrence]: ...
    async def run_of(self, trigger: Trigger, occurrence: Occurrence) -> Run | None: ...
    def follow(self, run: Run) -> AsyncGenerator[Event | None, None]: ...
    async def note_reply(self, occurrence: Occurrence) -> None: ...


class TelegramBots:
    """Runs every enabled bot, and follows triggers as they are added, changed and paused."""

    def __init__(self, channel: Channel, feed: Feed) -> None:
        self._channel = channel
        self._feed = feed
        self._bots: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start all bots."""
        self._task = asyncio.create_task(self._watch(), name="runwhy-telegram")

    async def stop(self) -> None:
        """Stop all bots; unanswered messages are answered after the next start."""
        tasks = [*([self._task] if self._task else []), *self._bots.values()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def _watch(self) -> None:
        async with self._feed.subscribe(TRIGGERS_TOPIC) as news:
            while True:
                try:
                    await self._sync_bots()
                except Exception as error:
                    _log.error("telegram.bots_not_listed", error=repr(error))
                    await asyncio.sleep(RETRY_DELAY)
                    continue
                await news.wait(POLL_INTERVAL)

    async def _sync_bots(self) -> None:
        wanted = {(t.id, t.version): t for t in await self._channel.list()}
        for key in [key for key in self._bots if key not in wanted]:
            task = self._bots.pop(key)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for key, trigger in wanted.items():
            if key not in self._bots:
                self._bots[key] = asyncio.create_task(Bot(trigger, self._channel).serve())


class Bot:
    """One bot: reads messages, starts runs and sends replies."""

    def __init__(self, trigger: Trigger, channel: Channel) -> None:
        self._trigger = trigger
        self._channel = channel
        self._allowed = _chats(trigger)
        self._replies: set[asyncio.Task[None]] = set()
        self._cursor = trigger.cursor

    async def serve(self) -> None:
        """Read messages until cancelled; network and database errors are retried."""
        token = self._channel.token_of(self._trigger)
        if not token or not is_token(token):
            event = "telegram.invalid_token" if token else "telegram.missing_token"
            _log.error(event, trigger=self._trigger.id)
            return
        api = BotApi(token, base=str(self._trigger.config.get("apiBase") or DEFAULT_BASE))
        try:
            await self._lead_and_read(api)
        finally:
            for task in self._replies:
                task.cancel()
            await asyncio.gather(*self._replies, return_exceptions=True)
            await api.close()
            with suppress(RunwhyError):
                await self._channel.step_down(self._trigger)

    async def _lead_and_read(self, api: BotApi) -> None:
        is_leader = False
        while True:
            try:
                was_leader, is_leader = is_leader, await self._channel.lead(self._trigger)
                if not is_leader:
                    await asyncio.sleep(RETRY_DELAY)
                    continue
                if not was_leader:
                    await self._take_over(api)
                await self._read_once(api)
            except Exception as error:
                _log.warning("telegram.bot_failed", trigger=self._trigger.id, error=str(error))
                await asyncio.sleep(RETRY_DELAY)

    async def _take_over(self, api: BotApi) -> None:
        """Continue from the stored cursor and answer pending messages."""
        for trigger in await self._channel.list():
            if trigger.id == self._trigger.id:
                self._cursor = trigger.cursor
        for occurrence in await self._channel.unanswered(self._trigger):
            self._answer(api, occurrence)

    async def _read_once(self, api: BotApi) -> None:
        updates = await api.get_updates(self._cursor)
        for update in updates:
            await self._handle_update(api, update)
            number = update_id_of(update)
            if number is not None and number >= self._cursor:
                self._cursor = number + 1
                await self._channel.read_to(self._trigger, self._cursor)

    async def _handle_update(self, api: BotApi, update: object) -> None:
        incoming = read_update(update)
        if incoming is None:
            return
        if incoming.chat_id not in self._allowed:
            _log.warning(
                "telegram.chat_not_allowed",
                trigger=self._trigger.id,
                chat=incoming.chat_id,
                user=incoming.user_id,
            )
            return
        try:
            occurrence = await self._channel.take(self._trigger, incoming)
        except Unavailable:
            raise  # not acknowledged, so Telegram sends it again
        except RunwhyError as error:
            _log.warning("telegram.run_not_started", error=error.message)
            text = f"The run could not be started: {error.message}"
            await api.send_message(incoming.chat_id, text[:MAX_MESSAGE], topic_id=incoming.topic_id)
            return
        if occurrence is not None:
            self._answer(api, occurrence)

    def _answer(self, api: BotApi, occurrence: Occurrence) -> None:
        reply = Reply(self._trigger, occurrence, self._channel, api)
        task = asyncio.create_task(reply.send())
        self._replies.add(task)
        task.add_done_callback(self._replies.discard)


class Reply:
    """A reply in progress: shows "typing", then the growing text, then the complete text."""

    def __init__(
        self, trigger: Trigger, occurrence: Occurrence, channel: Channel, api: BotApi
    ) -> None:
        self._trigger = trigger
        self._sent = occurrence
        self._channel = channel
        self._api = api
        self._edited_at = 0.0
        self._shown = ""

    async def send(self) -> None:
        """Send the reply completely; network errors are retried."""
        run = await self._channel.run_of(self._trigger, self._sent)
        if run is None:
            return None
        facts = run.origin.facts
        chat, topic = facts.get("telegram_chat_id"), facts.get("telegram_topic_id")
        assert isinstance(chat, int)
        self._chat = chat
        self._topic = topic if isinstance(topic, int) else None
        while True:
            try:
                text = await self._stream(run)
                return await self._finish(text)
            except TelegramError as error:
                if error.code in (400, 401, 403, 404):  # for example, the user blocked the bot
                    _log.warning("telegram.reply_not_sent", run=run.id, error=str(error))
                    return await self._note(answered=True)
                await asyncio.sleep(RETRY_DELAY)
            except RunwhyError:
                await asyncio.sleep(RETRY_DELAY)

    async def _stream(self, run: Run) -> str:
        """Show partial text as it arrives and return the complete text."""
        text = ""
        async with aclosing(self._channel.follow(run)) as events:
            async for event in events:
                match event:
                    case None:
                        await self._show(text)
                    case Event(type="started"):
                        text = ""
                        await self._api.send_typing(self._chat, topic_id=self._topic)
                    case Event(type="assistant_delta", data={"text": str(more)}):
                        text += more
                        await self._show(text)
                    case Event(type="result", data={"text": str(complete)}):
                        return complete
                    case Event(type="error", data={"error": str(why)}):
                        return f"The run failed: {why}"
                    case Event(type="cancelled"):
                        return "The run was cancelled."
                    case _:
                        pass
        return text

    async def _show(self, text: str) -> None:
        """Edit the message, at most once per interval; long text is split only at the end."""
        now = asyncio.get_running_loop().time()
        first = split_reply(text)[:1]
        if not first or now - self._edited_at < EDIT_INTERVAL:
            if not first and self._sent.reply_id is None:
                await self._api.send_typing(self._chat, topic_id=self._topic)
            return
        self._edited_at = now
        await self._send_or_edit(first[0])

    async def _send_or_edit(self, text: str) -> None:
        if text == self._shown:
            return
        if self._sent.reply_id is None:
            id = await self._api.send_message(self._chat, text, topic_id=self._topic)
            await self._note(reply_id=id)
        else:
            await self._api.edit_message(self._chat, self._sent.reply_id, text)
        self._shown = text

    async def _finish(self, text: str) -> None:
        first, *others = split_reply(text) or [NO_TEXT]
        await self._send_or_edit(first)
        for number, piece in enumerate(others, start=1):
            if number > self._sent.reply_parts:
                await self._api.send_message(self._chat, piece, topic_id=self._topic)
                await self._note(reply_parts=number)
        await self._note(answered=True)

    async def _note(self, **changes: bool | int) -> None:
        self._sent = replace(self._sent, **changes)  # type: ignore[arg-type]
        await self._channel.note_reply(self._sent)


def _chats(trigger: Trigger) -> frozenset[int]:
    named = trigger.config.get("allowedChatIds")
    return frozenset(named) if isinstance(named, list | tuple) else frozenset()
