"""Tasks: writes that wait shortly for more or always finish, batches, and cancelling."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class DelayedWrite:
    """A write that starts `delay` seconds after its request; changes until then share it.

    A request during a write is another one, because the write may have begun without its change.
    """

    write: Callable[[], Awaitable[None]]
    delay: float
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)
    _task: asyncio.Task[None] | None = field(default=None, init=False)
    _is_requested: bool = field(default=False, init=False)

    def request(self) -> None:
        """Request the write, if none is pending. Raises: the error of the previous write."""
        self.check()
        self._is_requested = True
        if self._timer is None and (self._task is None or self._task.done()):
            # A timer, because most runs without many deltas end before it, and a task costs more.
            self._timer = asyncio.get_running_loop().call_later(self.delay, self._start)

    def check(self) -> None:
        """Raise the error of the previous write, if it has failed."""
        if self._task is not None and self._task.done() and not self._task.cancelled():
            self._task.result()

    async def stop(self) -> None:
        """Cancel the pending write; if it has started, wait for it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        task, self._task = self._task, None
        if task is not None:
            await cancel_all([task])

    def _start(self) -> None:
        self._timer = None
        self._task = asyncio.get_running_loop().create_task(self._write_requested())

    async def _write_requested(self) -> None:
        while self._is_requested:
            self._is_requested = False
            await self.write()
            if self._is_requested:
                await asyncio.sleep(self.delay)


async def cancel_all(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def uninterrupted(work: Awaitable[T]) -> T:
    """Finish the work even when cancelled, so that its result is certain afterwards."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not warn
        raise


async def complete_all(work: Iterable[Coroutine[Any, Any, object]]) -> None:
    """Run everything, then raise the first error: one failure must not stop the rest."""
    results = await asyncio.gather(*work, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
