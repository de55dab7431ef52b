"""The object that every command receives: global options, settings and a client."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from runwhy.cli.exit_codes import NoServer
from runwhy.cli.output import one_line

if TYPE_CHECKING:
    from runwhy import Client
    from runwhy.local_server import LocalServer
    from runwhy.settings import Settings

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
RETRY_FOR = 2.0  # seconds; enough for a server to restart
LOCK_TIMEOUT = 30.0  # seconds; enough for most commands that hold the database
POLL_INTERVAL = 0.1  # seconds


@contextmanager
def fast_imports() -> Iterator[None]:
    """Import and wire a server faster: without garbage collection (5 to 10 %) and rich (7 %).

    structlog imports rich for tracebacks with local variables. Those can contain prompts, which
    are never logged.
    """
    gc.disable()
    missing = sys.modules.setdefault("rich", None) is None  # type: ignore[arg-type]
    try:
        import structlog  # noqa: F401

        if missing:
            del sys.modules["rich"]
        yield
    finally:
        gc.freeze()
        gc.enable()


@dataclass(slots=True, kw_only=True)
class App:
    """The global options, and the settings and client that they select."""

    server: str | None = None
    workspace: str | None = None
    api_key: str | None = None
    db: str | None = None
    query: str | None = None  # kept so that an error can point at a column
    verbosity: int = 0

    def settings(self, **given: Any) -> Settings:
        """Load the server settings. `given` are the options of the command line."""
        from runwhy.cli.settings_loader import load_settings

        if self.db is not None:
            given["database_url"] = self.db
        if self.verbosity:
            given["log_level"] = "info" if self.verbosity == 1 else "debug"
        return load_settings(**given)

    def echo_verbose(self, text: str) -> None:
        """Print a line to stderr if -v was given."""
        if self.verbosity:
            click.echo(click.style(text, dim=True), err=True)

    @contextmanager
    def client(self, *, work: bool = False, needs_server: bool = False) -> Iterator[Client]:
        """Connect to the server, or start one in this process if none is running.

        With `work`, the server in this process also executes runs. Raises: NoServer.
        """
        url = self.find_server()
        if url is not None:
            with self._remote(url) as client:
                yield client
        elif needs_server:
            raise NoServer
        else:
            with self._in_process(work=work) as client:
                yield client

    def find_server(self) -> str | None:
        """Return the URL given by --server, or that of a server on this machine."""
        from runwhy.cli.settings_loader import database_name
        from runwhy.data_dir import find_server

        if self.server is not None:
            return self.server
        settings = self.settings()
        named = bool(settings.database_url)
        record = find_server(settings.data_dir, database_name(settings), any_other=not named)
        return record.url if record is not None else None

    def _remote(self, url: str) -> Client:
        from runwhy import Client

        self.echo_verbose(f"server: {url}")
        return Client(url, api_key=self.key_for(url), workspace=self.workspace, retry_for=RETRY_FOR)

    def key_for(self, url: str) -> str | None:
        """Return the API key, or the local token for a server on this machine."""
        from runwhy.data_dir import read_token

        if self.api_key is not None or urlsplit(url).hostname not in LOOPBACK:
            return self.api_key
        return read_token(self.settings().data_dir)

    @contextmanager
    def _in_process(self, *, work: bool) -> Iterator[Client]:
        from runwhy.data_dir import ensure_token

        token = ensure_token(self.settings().data_dir)
        server = self._start(token, work=work)
        if isinstance(server, str):
            with self._remote(server) as client:
                yield client
            return
        try:
            with server.client(api_key=self.api_key or token, workspace=self.workspace) as client:
                yield client
        finally:
            server.stop()

    def _start(self, token: str, *, work: bool) -> LocalServer | str:
        """Start a server once the database is free, or return the URL of one that started first."""
        from runwhy.cli.settings_loader import database_name
        from runwhy.errors import DatabaseInUse

        with fast_imports():
            from runwhy.executors.builtin.engine_setup import known_secrets
            from runwhy.local_server import LocalServer
            from runwhy.server.logs import log_to_stderr

        settings = self.settings(host="127.0.0.1")
        known = known_secrets(settings, os.environ)
        log_to_stderr(settings.log_level, settings.log_format, known=known)
        until, waiting = time.monotonic() + LOCK_TIMEOUT, False
        while True:
            self.echo_verbose(f"no server is running; opening {database_name(settings)}")
            server = LocalServer(settings, cli_token=token, work=work, fire=False)
            try:
                server.start()
            except DatabaseInUse as error:
                if time.monotonic() > until:
                    raise
                waiting = waiting or self._report_waiting(error)
            else:
                return server
            time.sleep(POLL_INTERVAL)
            found = self.find_server()
            if found is not None:
                return found

    def _report_waiting(self, error: Exception) -> bool:
        if sys.stderr.isatty() or self.verbosity:
            click.echo(click.style(one_line(f"waiting: {error}"), dim=True), err=True)
        return True


pass_app = click.make_pass_decorator(App)


def _remember_db(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.find_object(App).db = value  # type: ignore[union-attr]


db_option = click.option(
    "--db",
    metavar="PATH|URL",
    expose_value=False,
    callback=_remember_db,
    help="Database: an SQLite file or a postgresql:// URL.",
)
