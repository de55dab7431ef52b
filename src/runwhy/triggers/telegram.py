"""Telegram: messages are read by long polling, and each reply streams back by edits."""

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

LOOK_EVERY = 30.0
PAUSE = 3.0  # after a failure, and while another server reads
EDIT_EVERY = 1.5  # seconds between two edits of one message
NO_TEXT = "(no text)"

_log = structlog.get_logger("runwhy.telegram")


class Channel(Protocol):
    """What is needed of the rest: see `services.channels.Channels`."""

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
    """Reads every enabled bot, and follows what is added, changed and paused."""

    def __init__(self, channel: Channel, feed: Feed) -> None:
        self._channel = channel
        self._feed = feed
        self._bots: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to read."""
        self._task = asyncio.create_task(self._watch(), name="runwhy-telegram")

    async def stop(self) -> None:
        """Read no more; what was not answered is, after the next start."""
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
                    await self._adjust()
                except Exception as error:
                    _log.error("cannot look for bots; trying again", error=repr(error))
                    await asyncio.sleep(PAUSE)
                    continue
                await news.wait(LOOK_EVERY)

    async def _adjust(self) -> None:
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
    """One bot: reads what comes, starts runs, and answers."""

    def __init__(self, trigger: Trigger, channel: Channel) -> None:
        self._trigger = trigger
        self._channel = channel
        self._allowed = _chats(trigger)
        self._replies: set[asyncio.Task[None]] = set()
        self._cursor = trigger.cursor

    async def serve(self) -> None:
        """Read until cancelled, whatever happens to the network or the database."""
        token = self._channel.token_of(self._trigger)
        if not token or not is_token(token):
            said = "what a bot has for its token is none" if token else "a bot has no token here"
            _log.error(said, trigger=self._trigger.id)
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
        leads = False
        while True:
            try:
                led, leads = leads, await self._channel.lead(self._trigger)
                if not leads:
                    await asyncio.sleep(PAUSE)
                    continue
                if not led:
                    await self._take_over(api)
                await self._read_once(api)
            except Exception as error:
                _log.warning("a bot stumbled", trigger=self._trigger.id, error=str(error))
                await asyncio.sleep(PAUSE)

    async def _take_over(self, api: BotApi) -> None:
        """Go on where the server before us stopped, or where we did."""
        for trigger in await self._channel.list():
            if trigger.id == self._trigger.id:
                self._cursor = trigger.cursor
        for occurrence in await self._channel.unanswered(self._trigger):
            self._answer(api, occurrence)

    async def _read_once(self, api: BotApi) -> None:
        updates = await api.get_updates(self._cursor)
        for update in updates:
            await self._deal_with(api, update)
            number = update_id_of(update)
            if number is not None and number >= self._cursor:
                self._cursor = number + 1
                await self._channel.read_to(self._trigger, self._cursor)

    async def _deal_with(self, api: BotApi, update: object) -> None:
        incoming = read_update(update)
        if incoming is None:
            return
        if incoming.chat_id not in self._allowed:
            _log.warning(
                "a message from a chat that is not allowed was ignored",
                trigger=self._trigger.id,
                chat=incoming.chat_id,
                user=incoming.user_id,
            )
            return
        try:
            occurrence = await self._channel.take(self._trigger, incoming)
        except Unavailable:
            raise  # it is not acknowledged, and comes again
        except RunwhyError as error:
            _log.warning("a message could not start a run", error=error.message)
            text = f"This could not be started: {error.message}"
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
    """One reply on its way: typing, then text that grows, then all of it."""

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
        """Until it has been sent to its end; a network that fails is tried again."""
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
                if error.code in (400, 401, 403, 404):  # such as: the bot was blocked
                    _log.warning("a reply cannot be sent", run=run.id, error=str(error))
                    return await self._note(answered=True)
                await asyncio.sleep(PAUSE)
            except RunwhyError:
                await asyncio.sleep(PAUSE)

    async def _stream(self, run: Run) -> str:
        """Show what comes, and give the whole text at the end."""
        text = ""
        async with aclosing(self._channel.follow(run)) as events:
            async for event in events:
                match event:
                    case None:
                        await self._show(text)
                    case Event(type="started"):
                        text = ""
                        await self._api.say_typing(self._chat, topic_id=self._topic)
                    case Event(type="assistant_delta", data={"text": str(more)}):
                        text += more
                        await self._show(text)
                    case Event(type="result", data={"text": str(whole)}):
                        return whole
                    case Event(type="error", data={"error": str(why)}):
                        return f"This failed: {why}"
                    case Event(type="cancelled"):
                        return "This was cancelled."
                    case _:
                        pass
        return text

    async def _show(self, text: str) -> None:
        """An edit, unless there was one just now; what is too long is shown at the end."""
        now = asyncio.get_running_loop().time()
        first = split_reply(text)[:1]
        if not first or now - self._edited_at < EDIT_EVERY:
            if not first and self._sent.reply_id is None:
                await self._api.say_typing(self._chat, topic_id=self._topic)
            return
        self._edited_at = now
        await self._put_first(first[0])

    async def _put_first(self, text: str) -> None:
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
        await self._put_first(first)
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
