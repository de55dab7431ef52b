"""Running the server: uvicorn in an event loop, and an end that loses nothing."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

ANSWERS_END_WITHIN = 5  # seconds for open requests, once their streams were told to end
ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
SAME = 1.0  # seconds in which a signal that comes again is the same one: two told us of it


class Listener(uvicorn.Server):
    """uvicorn, which ends open streams before it waits for them, and leaves signals to others."""

    def __init__(
        self, app: ASGIApp, *, ready: Callable[[], None], end_streams: Callable[[], None]
    ) -> None:
        config = uvicorn.Config(
            app,
            lifespan="off",  # `run` has it, so that its errors come to whoever started us
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="websockets-sansio",
            timeout_graceful_shutdown=ANSWERS_END_WITHIN,
        )
        super().__init__(config)
        self._ready = ready
        self._end_streams = end_streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing more, end streams, let open requests be answered."""
        self._end_streams()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """They are caught for longer than uvicorn runs: see `ended_by_signals`."""
        yield


def run(
    listener: Listener, opened: socket.socket, life: AbstractAsyncContextManager[object]
) -> None:
    """Serve until `listener.should_exit`, in the fastest event loop that is installed.

    Raises: whatever entering `life` raises; nothing was served then.
    """

    async def serve() -> None:
        async with life:
            await listener.serve([opened])

    with opened, asyncio.Runner(loop_factory=listener.config.get_loop_factory()) as runner:
        runner.run(serve())


@contextmanager
def ended_by_signals(listener: Listener, at_once: Callable[[], object]) -> Iterator[None]:
    """The first signal asks the server to end; a second one does not wait for that.

    Who runs us (`uv run`) passes on a signal that may have come to us as well: such an echo is
    no second one. A person who types Ctrl-C again means it.
    """
    asked: float | None = None

    def handle(number: int, _: FrameType | None) -> None:
        nonlocal asked
        now = time.monotonic()
        if asked is not None and (number == signal.SIGINT or now - asked >= SAME):
            at_once()
        asked = now if asked is None else asked
        listener.should_exit = True

    numbers = [getattr(signal, name) for name in ENDINGS if hasattr(signal, name)]
    heeded = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
