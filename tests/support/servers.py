"""A whole server for tests, on a port of its own: real HTTP, real lifespan, real database."""

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
from runwhy.settings import Settings
from runwhy.wiring import Server, make_server

T = TypeVar("T")

SECRET_KEY = "dGhlIHNlY3JldCBrZXkgb2YgYWxsIG91ciB0ZXN0cyE="  # one for servers that share a database
PATIENCE = 60.0  # seconds; nothing in a test takes longer, unless something is wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A server that answers at `url`; `call` runs something in its event loop."""

    url: str
    runwhy: Server
    loop: asyncio.AbstractEventLoop

    @property
    def base(self) -> str:
        """Where the workspace `default` is."""
        return f"{self.url}/api/v1/workspaces/default"

    def call(self, work: Coroutine[Any, Any, T], *, within: float = PATIENCE) -> T:
        """Do it inside the server, and wait so many seconds at most."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(within)


def server_settings(directory: Path, **changes: Any) -> Settings:
    """A server on loopback with SQLite in this directory, unless something else is said."""
    given = {
        "database_url": f"sqlite:///{directory / 'runwhy.db'}",
        "shutdown_grace": 0.2,
        "secret_key": (SECRET_KEY,),
    }
    return Settings(data_dir=directory, **{**given, **changes})


@contextmanager
def running_server(settings: Settings, **options: Any) -> Iterator[RunningServer]:
    """Serve until the end of the block; `options` are those of `make_server`.

    It listens on loopback whatever the host in the settings is: that one says only whether
    callers need a key.
    """
    thread = _Thread(make_server(settings, **options))
    thread.start()
    try:
        yield thread.wait_until_ready()
    finally:
        thread.stop()


class _Uvicorn(uvicorn.Server):
    """uvicorn, which says when it is ready and ends open streams before it waits for them."""

    def __init__(self, server: Server, ready: Callable[[asyncio.AbstractEventLoop], None]) -> None:
        super().__init__(
            uvicorn.Config(
                server.app,
                log_config=None,
                access_log=False,
                lifespan="on",
                proxy_headers=False,  # as in `server/uvicorn_runner.py`
                ws="websockets-sansio",
            )
        )
        self._server = server
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready(asyncio.get_running_loop())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._server.stop_streams()
        await super().shutdown(sockets)


class _Thread(threading.Thread):
    """A server in a thread, with an event loop of its own."""

    def __init__(self, server: Server) -> None:
        super().__init__(name="runwhy-test-server", daemon=True)
        self._server = server
        self._socket = open_socket("127.0.0.1", 0)
        self._uvicorn = _Uvicorn(server, self._is_up)
        self._done = threading.Event()  # starting is done, with or without success
        self._running: RunningServer | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self._uvicorn.serve([self._socket]))
        except BaseException as error:  # also the SystemExit by which uvicorn gives up
            self._error = error
        finally:
            self._socket.close()
            self._done.set()

    def _is_up(self, loop: asyncio.AbstractEventLoop) -> None:
        url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._running = RunningServer(url=url, runwhy=self._server, loop=loop)
        self._done.set()

    def wait_until_ready(self) -> RunningServer:
        """Raises: RuntimeError when it did not start."""
        self._done.wait(PATIENCE)
        if self._running is None:
            raise RuntimeError("the server did not start") from self._error
        return self._running

    def stop(self) -> None:
        """Raises: RuntimeError when it does not."""
        self._uvicorn.should_exit = True
        self.join(PATIENCE)
        if self.is_alive():
            raise RuntimeError("the server did not stop")
