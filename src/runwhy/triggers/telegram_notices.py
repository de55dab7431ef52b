"""Messages of a Telegram bot about inbox items: sent once, and changed when an item is closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from runwhy.core.inbox.items import InboxItem
from runwhy.core.inbox.notices import (
    Button,
    Notice,
    buttons_of,
    closed_text,
    message_text,
    repeated_notice,
)
from runwhy.core.triggers.telegram import SENDING
from runwhy.core.triggers.trigger import Trigger
from runwhy.errors import RunwhyError
from runwhy.ports import INBOX_TOPIC, Feed
from runwhy.services.channels import Channels
from runwhy.services.inbox_notices import InboxNotices
from runwhy.triggers.telegram_api import BotApi, TelegramError
from runwhy.write_tasks import uninterrupted

POLL_INTERVAL = 30.0
RETRY_DELAY = 3.0  # seconds, after a failure of the database

_log = structlog.get_logger("runwhy.telegram")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeMessages:
    """Sends the notices of one bot, while its server reads the bot."""

    trigger: Trigger
    notices: InboxNotices
    channel: Channels
    api: BotApi
    feed: Feed

    async def send_all(self) -> None:
        """Send messages as they become due, until cancelled."""
        async with self.feed.subscribe(INBOX_TOPIC) as news:
            while True:
                await news.wait(await self._send_due())

    async def _send_due(self) -> float:
        """Send the messages that are due; return how long to wait for more."""
        try:
            for notice, item in await self.notices.due(self.trigger):
                if not await self.channel.lead(self.trigger):
                    return RETRY_DELAY
                await uninterrupted(self._send(notice, item))
            wait = await self.notices.next_due(self.trigger)
        except RunwhyError as error:
            _log.warning("telegram.notices_not_read", error=error.message)
            return RETRY_DELAY
        return POLL_INTERVAL if wait is None else max(0.1, min(wait, POLL_INTERVAL))

    async def _send(self, notice: Notice, item: InboxItem | None) -> None:
        try:
            message = await self._send_or_edit(notice, item)
        except TelegramError as error:
            _log.warning("telegram.notice_not_sent", notice=notice.id, error=str(error))
            unknown = error.may_have_arrived or notice.is_repeated  # by an earlier attempt
            reason = SENDING if unknown and not error.is_final else str(error)
            await self.notices.failed(notice, reason, final=error.is_final, wait=error.retry_after)
        else:
            await self.notices.sent(notice, message)

    async def _send_or_edit(self, notice: Notice, item: InboxItem | None) -> int | None:
        """Send the message of an open item, or change the one of a closed item."""
        chat, message = notice.chat_id, notice.message_id
        if chat is None or chat != self.trigger.config.inbox_chat_id:
            return message  # the bot has another chat now
        if notice.text is not None:
            return message or await self._send_new(notice, chat, notice.text)
        if message is None:
            if item is None or not item.is_open:
                return None
            users = self.trigger.config.inbox_user_ids
            buttons = buttons_of(item, notice) if users else ()
            return await self._send_new(notice, chat, message_text(item), buttons)
        title = "This item" if item is None else item.title
        await self.api.edit_message(chat, message, closed_text(item, title))
        return message

    async def _send_new(
        self, notice: Notice, chat: int, text: str, buttons: Sequence[Button] = ()
    ) -> int:
        """Send a message. Telegram has no way to check whether an earlier attempt has sent it."""
        if notice.is_repeated:
            text = repeated_notice(text, buttons=bool(buttons))
        else:
            await self.notices.sending(notice)
        return await self.api.send_message(chat, text, buttons=buttons)
