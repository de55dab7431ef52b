"""Running the server: uvicorn in an event loop, with a graceful shutdown."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from types import FrameType
from typing import Literal

import uvicorn
from starlette.types import ASGIApp

from runwhy.server.header_limits import H11_LIMIT, limited_protocol

SHUTDOWN_TIMEOUT = 5  # seconds for open requests after their streams have ended
SHUTDOWN_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
DUPLICATE_WITHIN = 1.0  # seconds within which a repeated signal counts as the same one


def make_config(app: ASGIApp, *, lifespan: Literal["off", "on"]) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    return uvicorn.Config(
        app,
        lifespan=lifespan,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=limited_protocol(),
        h11_max_incomplete_event_size=H11_LIMIT,
        ws="websockets-sansio",
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )


class Listener(uvicorn.Server):
    """uvicorn, except that it ends open streams before shutdown and does not handle signals."""

    def __init__(
        self, app: ASGIApp, *, ready: Callable[[], None], end_streams: Callable[[], None]
    ) -> None:
        # The lifespan is entered by `run`, so that its errors reach the caller.
        config = make_config(app, lifespan="off")
        super().__init__(config)
        self._ready = ready
        self._end_streams = end_streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening and report it."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, end streams, and let open requests finish."""
        self._end_streams()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals to `stop_on_signals`, which handles them for longer than uvicorn runs."""
        yield


def run(
    listener: Listener,
    opened: socket.socket,
    lifespan: AbstractAsyncContextManager[object],
    *,
    orphaned: int | None = None,
) -> None:
    """Serve until `listener.should_exit`, in the fastest event loop that is installed.

    It also stops when the file descriptor `orphaned` becomes readable.

    Raises: any error from entering `lifespan`; nothing has been served then.
    """

    def stop() -> None:
        listener.should_exit = True
        asyncio.get_running_loop().remove_reader(orphaned or 0)

    async def serve() -> None:
        if orphaned is not None:
            asyncio.get_running_loop().add_reader(orphaned, stop)
        async with lifespan:
            await listener.serve([opened])

    with opened, asyncio.Runner(loop_factory=listener.config.get_loop_factory()) as runner:
        runner.run(serve())


@contextmanager
def stop_on_signals(listener: Listener, stop_now: Callable[[], object]) -> Iterator[None]:
    """Shut down on the first signal, and immediately on a second one.

    A parent process such as `uv run` may forward a signal that also reached this process. That
    duplicate is ignored. Ctrl-C always counts as a second signal.
    """
    first_at: float | None = None

    def handle(number: int, _: FrameType | None) -> None:
        nonlocal first_at
        now = time.monotonic()
        if first_at is not None and (number == signal.SIGINT or now - first_at >= DUPLICATE_WITHIN):
            stop_now()
        first_at = now if first_at is None else first_at
        listener.should_exit = True

    numbers = [getattr(signal, name) for name in SHUTDOWN_SIGNALS if hasattr(signal, name)]
    handled = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in handled}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
