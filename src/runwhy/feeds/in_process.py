"""The feed within one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress


class Listener:
    """Waits for changes of one topic; concurrent changes cause one wake-up."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def notify(self) -> None:
        """Signal a change."""
        self._changed.set()

    async def wait(self, timeout: float) -> bool:
        """Wait for the next change, up to `timeout` seconds; return whether there was one."""
        try:
            async with asyncio.timeout(timeout):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class InProcessFeed:
    """Notifies listeners in this process, from any thread."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Start notifying in the running loop."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Stop notifying and wake all listeners."""
        self.notify_all()
        self._loop = None

    def publish(self, topics: Sequence[str]) -> None:
        """Notify listeners of these topics."""
        if not topics:
            return
        try:
            is_here = asyncio.get_running_loop() is self._loop
        except RuntimeError:  # another thread
            is_here = False
        if is_here:
            self._deliver(topics)
        else:
            self._in_loop(self._deliver, tuple(topics))

    def _in_loop(self, do: Callable[..., object], *args: object) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(do, *args)

    def notify_all(self) -> None:
        """Wake all listeners, because changes may have been missed."""
        self._deliver(tuple(self._listeners))

    def is_followed(self, topic: str) -> bool:
        """Return whether a topic may have subscribers."""
        return topic in self._listeners

    @asynccontextmanager
    async def subscribe(self, topic: str) -> AsyncIterator[Listener]:
        """Listen to a topic; changes published from now on are not missed."""
        listener = Listener()
        listeners = self._listeners.setdefault(topic, set())
        listeners.add(listener)
        try:
            yield listener
        finally:
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(topic, None)

    def _deliver(self, topics: Sequence[str]) -> None:
        for topic in topics:
            for listener in self._listeners.get(topic, ()):
                listener.notify()
