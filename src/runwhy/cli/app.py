"""The object that every command receives: global options, settings and a client."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from runwhy.cli.exit_codes import NoServer
from runwhy.cli.output import one_line
from runwhy.cli.target import HERE, Target, select_target

if TYPE_CHECKING:
    from runwhy import Client
    from runwhy.cli.profiles import ProfileStore
    from runwhy.local_server import LocalServer
    from runwhy.settings import Settings

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
RETRY_FOR = 2.0  # seconds; enough for a server to restart
LOCK_TIMEOUT = 30.0  # seconds; enough for most commands that hold the database
POLL_INTERVAL = 0.1  # seconds
GC_THRESHOLDS = (10_000, 20, 20)  # requests create many objects, and nearly no cycles


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
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()


@dataclass(slots=True, kw_only=True)
class App:
    """The global options, and the settings and client that they select."""

    options: Target = HERE
    environment: Target = HERE
    db: str | None = None
    query: str | None = None  # kept so that an error can point at a column
    params: Sequence[click.Parameter] = ()  # of the command, so that an error can name an option
    verbosity: int = 0
    _target: Target | None = None

    def target(self) -> Target:
        """Return the server, key and workspace to use. Raises: Stop if the profile is missing."""
        if self._target is None:
            self._target = select_target(self.options, self.environment, self._find_profile)
        return self._target

    def profile_store(self) -> ProfileStore:
        """Return the profiles of this user."""
        from runwhy.cli.profiles import ProfileStore

        return ProfileStore(self.settings().data_dir)

    def _find_profile(self, name: str | None) -> Target:
        """Return a profile; None is the default one, unless a database is given."""
        from runwhy.cli.profiles import DEFAULT, LOCAL, NoProfile

        if name == LOCAL or (name is None and (self.db or "RUNWHY_DATABASE_URL" in os.environ)):
            return HERE
        if name is not None and self.db is not None:
            raise click.UsageError("--db cannot be used with a profile; add --profile local")
        found = self.profile_store().find(name or DEFAULT)
        if found is None:
            if name is not None:
                raise NoProfile(name)
            return HERE
        return found.target()

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
        context = click.get_current_context(silent=True)
        self.params = context.command.params if context is not None else ()
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

        if (server := self.target().server) is not None:
            return server
        settings = self.settings()
        named = bool(settings.database_url)
        record = find_server(settings.data_dir, database_name(settings), any_other=not named)
        return record.url if record is not None else None

    def _remote(self, url: str) -> Client:
        from runwhy import Client

        target = self.target()
        self.echo_verbose(f"server: {url}{f', profile {target.profile}' if target.profile else ''}")
        key = self.key_for(url) or ""  # None would be the key in the environment
        return Client(url, api_key=key, workspace=target.workspace, retry_for=RETRY_FOR)

    def key_for(self, url: str) -> str | None:
        """Return the API key, or the local token for a server on this machine."""
        return self.target().api_key or self.local_token(url)

    def local_token(self, url: str) -> str | None:
        """Return the token of this user for servers on this machine, None for other servers."""
        from runwhy.data_dir import read_token

        if urlsplit(url).hostname not in LOOPBACK:
            return None
        return read_token(self.settings().data_dir)

    @contextmanager
    def _in_process(self, *, work: bool) -> Iterator[Client]:
        from runwhy.data_dir import ensure_token

        token, target = ensure_token(self.settings().data_dir), self.target()
        server = self._start(token, work=work)
        if isinstance(server, str):
            with self._remote(server) as client:
                yield client
            return
        try:
            key = target.api_key or token
            with server.client(api_key=key, workspace=target.workspace) as client:
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
