"""What every command gets: the global options, the settings, and a client."""

from __future__ import annotations

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
from runwhy.cli.startup_imports import quick_start

if TYPE_CHECKING:
    from runwhy import Client
    from runwhy.local_server import LocalServer
    from runwhy.settings import Settings

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
RETRY_FOR = 2.0  # seconds; a server that restarts is back by then
LOCK_TIMEOUT = 30.0  # seconds; most commands that hold the database are done by then
LOOK_EVERY = 0.1


@dataclass(slots=True, kw_only=True)
class App:
    """The global options, and what follows from them."""

    server: str | None = None
    workspace: str | None = None
    api_key: str | None = None
    db: str | None = None
    query: str | None = None  # what was asked, for an error to point into
    verbosity: int = 0

    def settings(self, **given: Any) -> Settings:
        """The settings of a server, of which `given` was said on the command line."""
        from runwhy.cli.settings_loader import load_settings

        if self.db is not None:
            given["database_url"] = self.db
        if self.verbosity:
            given["log_level"] = "info" if self.verbosity == 1 else "debug"
        return load_settings(**given)

    def say(self, text: str) -> None:
        """Something for whoever asked to hear more."""
        if self.verbosity:
            click.echo(click.style(text, dim=True), err=True)

    @contextmanager
    def client(self, *, work: bool = False, needs_server: bool = False) -> Iterator[Client]:
        """A client of the server, or of one in this process when none runs.

        With `work`, that one also executes runs. Raises: NoServer.
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
        """Where the server is: as was said, else as it says itself in the data directory."""
        from runwhy.cli.settings_loader import database_name
        from runwhy.data_dir import find_server

        if self.server is not None:
            return self.server
        settings = self.settings()
        named = bool(settings.database_url)
        note = find_server(settings.data_dir, database_name(settings), any_other=not named)
        return note.url if note is not None else None

    def _remote(self, url: str) -> Client:
        from runwhy import Client

        self.say(f"server: {url}")
        return Client(url, api_key=self.key_for(url), workspace=self.workspace, retry_for=RETRY_FOR)

    def key_for(self, url: str) -> str | None:
        """The key to send; a server on this machine knows us by the token that lies there."""
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
        """A server in this process, once the database is free; or one that came up meanwhile."""
        from runwhy.cli.settings_loader import database_name
        from runwhy.errors import DatabaseInUse

        with quick_start():
            from runwhy.local_server import LocalServer
            from runwhy.server.logs import log_to_stderr

        settings = self.settings(host="127.0.0.1")
        log_to_stderr(settings.log_level, settings.log_format)
        until, waiting = time.monotonic() + LOCK_TIMEOUT, False
        while True:
            self.say(f"no server runs; opening {database_name(settings)}")
            server = LocalServer(settings, cli_token=token, work=work, fire=False)
            try:
                server.start()
            except DatabaseInUse as error:
                if time.monotonic() > until:
                    raise
                waiting = waiting or self._tell_of_waiting(error)
            else:
                return server
            time.sleep(LOOK_EVERY)
            found = self.find_server()
            if found is not None:
                return found

    def _tell_of_waiting(self, error: Exception) -> bool:
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
    help="The database: a file for SQLite, or postgresql://…",
)
