"""A server in the current process, without a port, for scripts, tests and `runwhy run`."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import structlog

from runwhy.client._async.client import AsyncClient
from runwhy.client._sync.client import Client
from runwhy.executors.builtin.engine_setup import known_secrets
from runwhy.server.logs import log_to_stderr
from runwhy.server.sockets import open_private_socket, open_socket, url_of
from runwhy.server.uvicorn_runner import Listener, run
from runwhy.settings import Settings
from runwhy.wiring import make_server

MAX_SOCKET_PATH = 100  # bytes; the limit of Unix domain sockets is 104 or 108, by platform
SOCKET_URL = "http://localhost"  # base URL of a server without a port
_NO_LIMIT = httpx2.Limits(max_connections=None)  # each stream holds one connection


class LocalServer:
    """A server in a thread of this process, on a socket that only this user can open."""

    def __init__(
        self,
        settings: Settings,
        *,
        cli_token: str | None = None,
        work: bool = True,
        fire: bool = True,
    ) -> None:
        self._runwhy = make_server(settings, cli_token=cli_token, work=work, fire=fire)
        self._directory = TemporaryDirectory(prefix="runwhy-", ignore_cleanup_errors=True)
        self._path, self._socket = _open(Path(self._directory.name))
        self._url = SOCKET_URL if self._path else url_of("127.0.0.1", self._socket)
        self._ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name="runwhy-server", daemon=True)
        self._listener = Listener(
            self._runwhy.app,
            ready=lambda: self._ready.set_result(None),
            end_streams=self._runwhy.stop_streams,
        )

    def start(self) -> None:
        """Start the server and wait until it is ready. Raises: the error that stopped it."""
        self._thread.start()
        try:
            self._ready.result()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server. Runs that exceed the shutdown grace period return to the queue."""
        self._listener.should_exit = True
        self._thread.join()
        self._directory.cleanup()

    def client(self, **options: Any) -> Client:
        """Return a client for this server. `options` are those of `Client`."""
        transport = httpx2.HTTPTransport(**self._transport()) if self._path else None
        return Client(self._url, transport=transport, **options)

    def async_client(self, **options: Any) -> AsyncClient:
        """Return an asyncio client for this server."""
        transport = httpx2.AsyncHTTPTransport(**self._transport()) if self._path else None
        return AsyncClient(self._url, transport=transport, **options)

    def _transport(self) -> dict[str, Any]:
        return {"uds": str(self._path), "limits": _NO_LIMIT, "verify": False, "trust_env": False}

    def _run(self) -> None:
        try:
            run(self._listener, self._socket, self._runwhy.running())
        except BaseException as error:
            if self._ready.done():
                raise
            self._ready.set_exception(error)


def _open(directory: Path) -> tuple[Path | None, socket.socket]:
    path = directory / "socket"
    if hasattr(socket, "AF_UNIX") and len(str(path).encode()) <= MAX_SOCKET_PATH:
        return path, open_private_socket(path)
    return None, open_socket("127.0.0.1", 0)


class Local:
    """A context manager that runs a local server.

    `with runwhy.local() as client:` returns a `Client`, `async with` an `AsyncClient`.
    """

    def __init__(self, db: str | Path | None, overrides: dict[str, Any]) -> None:
        self._db = db
        self._overrides = overrides
        self._directory: TemporaryDirectory[str] | None = None
        self._server: LocalServer | None = None
        self._client: Client | None = None
        self._async_client: AsyncClient | None = None

    def __enter__(self) -> Client:
        self._client = self._start().client()
        return self._client

    def __exit__(self, *error: object) -> None:
        if self._client is not None:
            self._client.close()
        self._stop()

    async def __aenter__(self) -> AsyncClient:
        server = await asyncio.to_thread(self._start)
        self._async_client = server.async_client()
        return self._async_client

    async def __aexit__(self, *error: object) -> None:
        if self._async_client is not None:
            await self._async_client.close()
        await asyncio.to_thread(self._stop)

    def _start(self) -> LocalServer:
        if self._server is not None:
            raise RuntimeError("this local() is already in use; call runwhy.local() again")
        settings = self._settings()
        if not structlog.is_configured():  # its default is stdout, which belongs to the program
            known = known_secrets(settings, os.environ)
            log_to_stderr(settings.log_level, settings.log_format, everything=False, known=known)
        self._server = LocalServer(settings)
        try:
            self._server.start()
        except BaseException:
            self._clean_up()
            raise
        return self._server

    def _settings(self) -> Settings:
        values = {"host": "127.0.0.1", **self._overrides}
        if self._db is not None:
            return Settings(**values, database_url=str(self._db))
        self._directory = TemporaryDirectory(prefix="runwhy-", ignore_cleanup_errors=True)
        values = {"data_dir": Path(self._directory.name), "shutdown_grace": 0.0, **values}
        return Settings(**values, database_url="")

    def _stop(self) -> None:
        if self._server is not None:
            self._server.stop()
        self._clean_up()

    def _clean_up(self) -> None:
        if self._directory is not None:
            self._directory.cleanup()
        self._server = self._directory = None


def local(db: str | Path | None = None, **settings: Any) -> Local:
    """Run a server in this process for the duration of a `with` or `async with` block.

    `db` is an SQLite file or a postgresql:// URL. Without it, all data is deleted at the end.
    `settings` override the server's settings, for example `timezone="Europe/Berlin"`.
    """
    unknown = [name for name in settings if name not in Settings.model_fields]
    if unknown:
        raise TypeError(f"local() has no setting {unknown[0]!r}")
    return Local(db, settings)
