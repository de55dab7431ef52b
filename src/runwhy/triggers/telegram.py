"""Telegram: reads messages by long polling, and starts a run for each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import structlog

from runwhy.core.triggers.telegram import (
    MAX_MESSAGE,
    ButtonPress,
    Incoming,
    first_units,
    is_token,
    read_press,
    read_update,
    repeated_text,
    update_id_of,
)
from runwhy.core.triggers.telegram_files import (
    FAILED_LINE,
    MAX_FILE,
    File,
    is_too_large,
    too_large_line,
    unsupported_line,
)
from runwhy.core.triggers.trigger import Trigger
from runwhy.errors import RunwhyError, Unavailable
from runwhy.ports import TRIGGERS_TOPIC, Feed
from runwhy.services.channels import Channels
from runwhy.services.inbox_notices import InboxNotices
from runwhy.triggers.telegram_api import DEFAULT_BASE, BotApi, FileTooLarge, TelegramError
from runwhy.triggers.telegram_notices import NoticeMessages
from runwhy.triggers.telegram_replies import Replies, allowed_chats
from runwhy.write_tasks import cancel_all

POLL_INTERVAL = 30.0
RETRY_DELAY = 3.0  # seconds, after a failure and while another server reads
SETTLE_TIME = 1.0  # seconds until the next poll, while a chat has to wait
DOWNLOADS = 3  # attempts for each file

_log = structlog.get_logger("runwhy.telegram")


@dataclass(slots=True, kw_only=True)
class TelegramBots:
    """Runs every enabled bot, and follows triggers as they are added, changed and paused."""

    channel: Channels
    notices: InboxNotices
    feed: Feed
    _bots: dict[tuple[str, int], asyncio.Task[None]] = field(default_factory=dict, init=False)

    async def run(self) -> None:
        """Run the bots until cancelled; unsent replies are sent after the next start."""
        try:
            await self._watch()
        finally:
            await cancel_all(self._bots.values())

    async def _watch(self) -> None:
        async with self.feed.subscribe(TRIGGERS_TOPIC) as news:
            while True:
                try:
                    await self._sync_bots()
                except Exception as error:
                    _log.error("telegram.bots_not_listed", error=repr(error))
                    await asyncio.sleep(RETRY_DELAY)
                    continue
                await news.wait(POLL_INTERVAL)

    async def _sync_bots(self) -> None:
        wanted = {(t.id, t.version): t for t in await self.channel.list()}
        for key in [key for key in self._bots if key not in wanted]:
            await cancel_all([self._bots.pop(key)])
        for key, trigger in wanted.items():
            if key not in self._bots:
                bot = Bot(trigger, self.channel, self.notices, self.feed)
                self._bots[key] = asyncio.create_task(bot.serve())


class Bot:
    """One bot: reads messages and starts runs; its replies are sent next to it."""

    def __init__(
        self, trigger: Trigger, channel: Channels, notices: InboxNotices, feed: Feed
    ) -> None:
        self._trigger = trigger
        self._channel = channel
        self._notices = notices
        self._feed = feed
        self._allowed = allowed_chats(trigger)
        self._senders: Sequence[asyncio.Task[None]] = ()
        self._inbox: Inbox | None = None

    async def serve(self) -> None:
        """Read messages until cancelled; network and database errors are retried."""
        token = self._channel.token_of(self._trigger)
        if not token or not is_token(token):
            event = "telegram.invalid_token" if token else "telegram.missing_token"
            _log.error(event, trigger=self._trigger.id)
            return
        api = BotApi(token, base=self._trigger.config.api_base or DEFAULT_BASE)
        try:
            await self._lead_and_read(api)
        finally:
            await self._let_go()
            await api.close()
            with suppress(RunwhyError):
                await self._channel.step_down(self._trigger)

    async def _lead_and_read(self, api: BotApi) -> None:
        while True:
            try:
                if not await self._channel.lead(self._trigger):
                    await self._let_go()
                    await asyncio.sleep(RETRY_DELAY)
                    continue
                inbox = self._inbox or await self._take_over(api)
                await self._read_once(api, inbox)
            except Exception as error:
                await self._wait_after(error)

    async def _wait_after(self, error: Exception) -> None:
        _log.warning("telegram.bot_failed", trigger=self._trigger.id, error=str(error))
        wait = error.retry_after if isinstance(error, TelegramError) else 0.0
        await asyncio.sleep(max(wait, RETRY_DELAY))

    async def _take_over(self, api: BotApi) -> Inbox:
        """Continue from the stored cursor, and send the replies that are open."""
        stored = [t.cursor for t in await self._channel.list() if t.id == self._trigger.id]
        self._inbox = Inbox(partial(self._handle, api), *(stored or [self._trigger.cursor]))
        replies = Replies(trigger=self._trigger, channel=self._channel, api=api, feed=self._feed)
        messages = NoticeMessages(
            trigger=self._trigger,
            notices=self._notices,
            channel=self._channel,
            api=api,
            feed=self._feed,
        )
        self._senders = [asyncio.create_task(one.send_all()) for one in (replies, messages)]
        return self._inbox

    async def _let_go(self) -> None:
        """Stop handling messages and sending replies."""
        inbox, senders = self._inbox, self._senders
        self._inbox, self._senders = None, ()
        if inbox is not None:
            await inbox.stop()
        await cancel_all(senders)

    async def _read_once(self, api: BotApi, inbox: Inbox) -> None:
        before = inbox.cursor
        inbox.add(await api.get_updates(before))
        if await inbox.settle(SETTLE_TIME) != before:
            await self._channel.read_to(self._trigger.id, inbox.cursor)

    async def _handle(self, api: BotApi, incoming: Incoming | ButtonPress) -> None:
        """Handle a message or a press; network and database errors are retried."""
        repeated = False
        while True:
            try:
                if isinstance(incoming, ButtonPress):
                    return await self._handle_press(api, incoming)
                return await self._handle_message(api, incoming, repeated=repeated)
            except Exception as error:
                repeated |= isinstance(error, TelegramError) and error.may_have_arrived
                await self._wait_after(error)

    async def _handle_press(self, api: BotApi, press: ButtonPress) -> None:
        await api.answer_press(press.id, await self._notices.press(self._trigger, press))

    async def _handle_message(
        self, api: BotApi, incoming: Incoming, *, repeated: bool = False
    ) -> None:
        """Handle a message. With `repeated`, an earlier attempt may have sent its answer."""
        if incoming.chat_id not in self._allowed:
            _log.warning(
                "telegram.chat_not_allowed",
                trigger=self._trigger.id,
                chat=incoming.chat_id,
                user=incoming.user_id,
            )
            return
        line = await self._take(api, incoming)
        if line is not None:
            await self._say(api, incoming, repeated_text(line) if repeated else line)

    async def _take(self, api: BotApi, incoming: Incoming) -> str | None:
        """Start the run of a message; or return the line that answers it."""
        if incoming.unsupported is not None:
            return unsupported_line(incoming.unsupported)
        try:
            if incoming.asks_why:
                return await self._channel.why(self._trigger, incoming)
            if incoming.file is None:
                await self._channel.take(self._trigger, incoming)
            elif not await self._channel.is_known(self._trigger, incoming):
                return await self._take_file(api, incoming, incoming.file)
        except Unavailable:
            raise  # tried again
        except RunwhyError as error:
            _log.warning("telegram.run_not_started", error=error.message)
            return f"The run could not be started: {error.message}"
        return None

    async def _take_file(self, api: BotApi, incoming: Incoming, file: File) -> str | None:
        try:
            data = await self._download(api, file)
        except FileTooLarge:
            return too_large_line(file)
        except TelegramError as error:
            _log.warning("telegram.file_not_fetched", trigger=self._trigger.id, error=str(error))
            return FAILED_LINE
        await self._channel.take(self._trigger, incoming, [file.attachment(data)])
        return None

    async def _download(self, api: BotApi, file: File) -> bytes:
        """Return the content of a file. Raises: FileTooLarge, TelegramError."""
        if is_too_large(file.size):
            raise FileTooLarge
        for left in reversed(range(DOWNLOADS)):
            try:
                return await api.download(file.id, limit=MAX_FILE)
            except TelegramError as error:
                if not left or error.is_final:
                    raise
        raise AssertionError("unreachable")

    async def _say(self, api: BotApi, incoming: Incoming, line: str) -> None:
        """Send a line outside a run, unless Telegram refuses it."""
        try:
            text = first_units(line, MAX_MESSAGE)
            await api.send_message(
                incoming.chat_id, text, topic_id=incoming.topic_id, reply_to=incoming.message_id
            )
        except TelegramError as error:
            if not error.is_final:
                raise
            _log.warning("telegram.line_not_sent", trigger=self._trigger.id, error=str(error))


class Inbox:
    """The messages of a bot that were read and are not acknowledged yet.

    Handles those of each chat in order, and those of different chats side by side. A chat that has
    to wait, for a lock or a download, does not delay the others.
    """

    def __init__(
        self, handle: Callable[[Incoming | ButtonPress], Awaitable[None]], cursor: int
    ) -> None:
        self._handle = handle
        self._end = cursor
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._newest: dict[str, asyncio.Task[None]] = {}  # by conversation
        self.cursor = cursor  # every update before it was handled

    def add(self, updates: Sequence[object]) -> None:
        """Start to handle updates; known ones are skipped."""
        for update in updates:
            number, incoming = update_id_of(update), read_update(update) or read_press(update)
            if number is None or number in self._tasks:
                continue
            self._end = max(self._end, number + 1)
            if incoming is not None:
                before = self._newest.get(incoming.conversation)
                task = asyncio.create_task(self._handle_after(before, incoming))
                self._tasks[number] = self._newest[incoming.conversation] = task

    async def _handle_after(
        self, before: asyncio.Task[None] | None, incoming: Incoming | ButtonPress
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        await self._handle(incoming)

    async def settle(self, seconds: float) -> int:
        """Wait for the messages, but only so long, and return the cursor after them."""
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=seconds)
        waiting = [number for number, task in self._tasks.items() if not task.done()]
        self.cursor = max(self.cursor, min(waiting, default=self._end))
        self._newest = {chat: task for chat, task in self._newest.items() if not task.done()}
        self._tasks = {n: t for n, t in self._tasks.items() if n > self.cursor or not t.done()}
        return self.cursor

    async def stop(self) -> None:
        """Stop handling; Telegram sends unacknowledged updates again."""
        await cancel_all(self._tasks.values())
