"""The messages of a bot that were read and are not acknowledged yet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from runwhy.core.triggers.telegram import Incoming, read_update, update_id_of


class Inbox:
    """Handles the messages of each chat in order, and those of different chats side by side.

    A chat that has to wait, for a lock or a download, does not delay the others.
    """

    def __init__(self, handle: Callable[[Incoming], Awaitable[None]], cursor: int) -> None:
        self._handle = handle
        self._end = cursor
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._newest: dict[str, asyncio.Task[None]] = {}  # by conversation
        self.cursor = cursor  # every update before it was handled

    def add(self, updates: Sequence[object]) -> None:
        """Start to handle updates; known ones are skipped."""
        for update in updates:
            number, incoming = update_id_of(update), read_update(update)
            if number is None or number in self._tasks:
                continue
            self._end = max(self._end, number + 1)
            if incoming is not None:
                before = self._newest.get(incoming.conversation)
                task = asyncio.create_task(self._handle_after(before, incoming))
                self._tasks[number] = self._newest[incoming.conversation] = task

    async def _handle_after(self, before: asyncio.Task[None] | None, incoming: Incoming) -> None:
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
        """Stop handling; what is not acknowledged is sent again by Telegram."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
