"""Writes that wait for a thread that commits several together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy import Connection

Work = Callable[[Connection], Any]

_log = structlog.get_logger("runwhy.store")


class WriteItem:
    """A write, its callbacks after the commit, and the future that gets its result."""

    __slots__ = ("after", "error", "future", "loop", "result", "short", "work")

    def __init__(self, work: Work, after: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        self.work = work
        self.after = after
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.short = False
        self.result: Any = None
        self.error: BaseException | None = None


def deliver_results(batch: Sequence[WriteItem]) -> None:
    """Call the callbacks of the commit, then pass on results and errors, from another thread."""
    run_callbacks(batch)
    by_loop: dict[asyncio.AbstractEventLoop, list[WriteItem]] = {}
    for item in batch:
        by_loop.setdefault(item.loop, []).append(item)
    for loop, items in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, so no task waits for the result
            loop.call_soon_threadsafe(resolve_items, items)


def run_callbacks(batch: Sequence[WriteItem]) -> None:
    """Call the callbacks of the commit."""
    for item in batch:
        if item.error is not None:
            continue
        try:
            item.after()
        except Exception as error:  # the item is committed, and other items must still be handled
            _log.error("store.announce_failed", error=repr(error))


def resolve_items(items: Sequence[WriteItem]) -> None:
    """Pass on results and errors, in the loop that waits for them."""
    for item in items:
        if item.future.done():
            continue
        if item.error is not None:
            item.future.set_exception(item.error)
            item.future.exception()  # marks it as retrieved, in case the caller was cancelled
        else:
            item.future.set_result(item.result)
