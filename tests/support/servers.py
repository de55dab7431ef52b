"""A complete server for tests on a free port, with real HTTP, lifespan and database."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from runwhy.server.sockets import open_socket
from runwhy.server.uvicorn_runner import make_config
from runwhy.settings import Settings
from runwhy.wiring import Server, make_server

T = TypeVar("T")

SECRET_KEY = (
    "dGhlIHNlY3JldCBrZXkgb2YgYWxsIG91ciB0ZXN0cyE="  # the same for servers that share a database
)
PATIENCE = 180.0  # seconds; the timeout of all tests, which only a failure reaches


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A running server at `url`; `call` runs a coroutine in its event loop."""

    url: str
    runwhy: Server
    loop: asyncio.AbstractEventLoop

    @property
    def base(self) -> str:
        """Return the URL of the workspace `default`."""
        return f"{self.url}/api/v1/workspaces/default"

    def call(self, work: Coroutine[Any, Any, T], *, within: float = PATIENCE) -> T:
        """Run a coroutine in the server's event loop; wait at most `within` seconds."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(within)


def server_settings(directory: Path, **changes: Any) -> Settings:
    """Return settings for a server with SQLite in this directory; `changes` override them."""
    defaults = {
        "database_url": f"sqlite:///{directory / 'runwhy.db'}",
        "shutdown_grace": 0.2,
        "secret_key": (SECRET_KEY,),
    }
    return Settings(data_dir=directory, **{**defaults, **changes})


@contextmanager
def running_server(settings: Settings, **options: Any) -> Iterator[RunningServer]:
    """Serve until the end of the block; `options` are those of `make_server`.

    It always listens on loopback. The host in the settings only decides whether callers need a
    key.
    """
    thread = _Thread(make_server(settings, **options))
    thread.start()
    try:
        yield thread.wait_until_ready()
    finally:
        thread.stop()


class _Uvicorn(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and closes open streams on shutdown."""

    def __init__(self, server: Server, ready: Callable[[asyncio.AbstractEventLoop], None]) -> None:
        super().__init__(make_config(server.app, lifespan="on"))
        self._server = server
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready(asyncio.get_running_loop())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._server.stop_streams()
        await super().shutdown(sockets)


class _Thread(threading.Thread):
    """A thread with an event loop that runs a server."""

    def __init__(self, server: Server) -> None:
        super().__init__(name="runwhy-test-server", daemon=True)
        self._server = server
        self._socket = open_socket("127.0.0.1", 0)
        self._uvicorn = _Uvicorn(server, self._is_up)
        self._done = threading.Event()  # set after startup, successful or not
        self._running: RunningServer | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self._uvicorn.serve([self._socket]))
        except BaseException as error:  # including the SystemExit of uvicorn
            self._error = error
        finally:
            self._socket.close()
            self._done.set()

    def _is_up(self, loop: asyncio.AbstractEventLoop) -> None:
        url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._running = RunningServer(url=url, runwhy=self._server, loop=loop)
        self._done.set()

    def wait_until_ready(self) -> RunningServer:
        """Wait for startup. Raises: RuntimeError if the server did not start."""
        self._done.wait(PATIENCE)
        if self._running is None:
            raise RuntimeError("the server did not start") from self._error
        return self._running

    def stop(self) -> None:
        """Stop the server. Raises: RuntimeError if it does not stop."""
        self._uvicorn.should_exit = True
        self.join(PATIENCE)
        if self.is_alive():
            raise RuntimeError("the server did not stop")
