"""Messages of a chat are handled in order, and no chat waits for another."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from runwhy.core.triggers.telegram import Incoming
from runwhy.triggers.telegram import Inbox

pytestmark = pytest.mark.anyio


def update(number: int, chat: int) -> dict[str, Any]:
    message = {"message_id": number, "chat": {"id": chat, "type": "private"}, "text": "hello"}
    return {"update_id": number, "message": message}


class Chats:
    """Handles messages, except those of a locked chat until it is unlocked."""

    def __init__(self, locked: int) -> None:
        self._locked = locked
        self.unlocked = asyncio.Event()
        self.handled: list[int] = []

    async def handle(self, incoming: Incoming) -> None:
        if incoming.chat_id == self._locked:
            await self.unlocked.wait()
        self.handled.append(incoming.update_id)


async def test_a_locked_chat_does_not_delay_the_others() -> None:
    chats = Chats(locked=7)
    inbox = Inbox(chats.handle, cursor=1)

    inbox.add([update(1, chat=8), update(2, chat=7), update(3, chat=7), update(4, chat=8)])
    assert await inbox.settle(0.01) == 2  # the first that is not handled
    inbox.add([update(2, chat=7), update(3, chat=7), update(4, chat=8), update(5, chat=9)])
    assert await inbox.settle(0.01) == 2
    assert chats.handled == [1, 4, 5]

    chats.unlocked.set()
    assert await inbox.settle(60) == 6
    assert chats.handled == [1, 4, 5, 2, 3]


async def test_unreadable_updates_are_acknowledged() -> None:
    chats = Chats(locked=7)
    inbox = Inbox(chats.handle, cursor=1)

    inbox.add([{"update_id": 1, "poll": {}}, {"update_id": "x"}, "?", update(2, chat=8)])

    assert await inbox.settle(60) == 3
    assert chats.handled == [2]


async def test_a_stopped_inbox_acknowledges_nothing_unhandled() -> None:
    chats = Chats(locked=7)
    inbox = Inbox(chats.handle, cursor=1)
    inbox.add([update(1, chat=7), update(2, chat=7)])
    await inbox.settle(0)

    await inbox.stop()

    assert (inbox.cursor, chats.handled) == (1, [])
