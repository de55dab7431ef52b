"""A pool of connections with one thread for each."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar, TypeVarTuple
from weakref import finalize

from sqlalchemy import Engine, event

from runwhy.errors import Unavailable

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


class ConnectionPool:
    """Runs work in as many threads as the engine has connections.

    Work in one pool does not wait for work in another one.
    """

    def __init__(self, engine: Engine, size: int, name: str) -> None:
        self.engine = engine
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=f"runwhy-{name}")
        self._sockets: dict[int, socket.socket] = {}
        self._closed = False
        event.listen(engine, "connect", self._keep_socket)
        event.listen(engine, "close", self._drop_socket)

    def run(self, work: Callable[[Engine, *Ts], T], *args: *Ts) -> asyncio.Future[T]:
        """Run work in a thread, with the engine. Raises: Unavailable after `close`."""
        if self._closed:
            raise Unavailable("the store is closed")
        return asyncio.get_running_loop().run_in_executor(self._threads, work, self.engine, *args)

    async def run_within(self, seconds: float, work: Callable[[Engine, *Ts], T], *args: *Ts) -> T:
        """Run short work in a thread; if it takes longer, reset the connections of this pool.

        A connection through a broken network may never answer, and the operating system does not
        always notice. Raises: Unavailable.
        """
        future = self.run(work, *args)
        try:
            return await asyncio.wait_for(future, seconds)
        except TimeoutError:
            self.reset()
            raise Unavailable(f"the database did not answer within {seconds:g} s") from None

    async def close(self, *, within: float, first: Coroutine[Any, Any, None] | None = None) -> None:
        """Finish the work, and disconnect; reset the connections after `within` seconds.

        `first` ends other threads that use the connections.
        """
        self._closed = True
        ending = asyncio.create_task(first or asyncio.to_thread(self._threads.shutdown, wait=True))
        if not (await asyncio.wait([ending], timeout=within))[0]:
            self.reset()
        await ending
        self.engine.dispose()

    def reset(self) -> None:
        """Break all connections, so that threads that wait for an answer get an error."""
        for each in list(self._sockets.values()):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _keep_socket(self, connection: Any, _: Any) -> None:
        # A duplicate stays valid until `close`, even if the thread of the connection closes it.
        kept = socket.socket(fileno=os.dup(connection.fileno()))
        self._sockets[id(connection)] = kept
        # A connection that fails while it is prepared is dropped without the event `close`.
        finalize(connection, kept.close).atexit = False

    def _drop_socket(self, connection: Any, _: Any) -> None:
        if (kept := self._sockets.pop(id(connection), None)) is not None:
            kept.close()
