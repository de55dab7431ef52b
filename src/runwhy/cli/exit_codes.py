"""Exit codes, and the mapping of errors to exit codes and messages."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from runwhy.errors import Problem


class Exit(IntEnum):
    """The exit codes of all commands. They are stable."""

    OK = 0
    ERROR = 1
    USAGE = 2
    RUN_FAILED = 3
    RUN_CANCELLED = 4
    NOT_FOUND = 5
    UNREACHABLE = 6
    DENIED = 7
    INTERRUPTED = 130
    NO_READER = 141


MEANINGS = {
    Exit.OK: "success",
    Exit.ERROR: "any other error",
    Exit.USAGE: "invalid command line, setting or request",
    Exit.RUN_FAILED: "the run failed",
    Exit.RUN_CANCELLED: "the run was cancelled",
    Exit.NOT_FOUND: "the named run, session, trigger, key or other item does not exist",
    Exit.UNREACHABLE: "the server or the database is not reachable",
    Exit.DENIED: "the API key is missing, unknown or lacks a scope",
    Exit.INTERRUPTED: "interrupted with Ctrl-C",
    Exit.NO_READER: "the reader of the output closed the pipe",
}

MAX_PARTIAL_TEXT = 300  # characters

_START = "start a server with `runwhy serve`, or select one with --server"
_KEY = "sign in with `runwhy login`, or pass a key with --api-key or RUNWHY_API_KEY"
_USE = "Use it with --api-key, RUNWHY_API_KEY or `runwhy login`"
_DATABASE = "run `runwhy doctor` to check the database"
_ADDRESS = "check the address (--server or RUNWHY_URL) and that the server is running"
_NO_TLS = "the server does not support https; try http://"
_NO_TRUST = "this machine does not trust the server's certificate; set SSL_CERT_FILE to a CA bundle"
_LOCATION = "set RUNWHY_DATA_DIR to another directory, or --db to another database"
_GENERIC_CLASSES = ("unknown", None)
_LISTS = {  # the plural of what is not found, and the command that lists it
    **{
        kind: (f"{kind}s", f"{kind}s list")
        for kind in ("run", "session", "trigger", "agent", "key", "workspace", "budget", "alert")
    },
    "memory": ("memories", "memories list"),
    "erasure": ("erasures", "erasures"),
}
_SCOPE = re.compile(r"lacks the scope (\S+)$")
_LIMITED = re.compile(r"this key is limited to .+ and cannot do this$")
_COLUMN = re.compile(r"(?:--query|QUERY|the query): column (\d+):")
_LOOPBACK = re.compile(r"//(127\.0\.0\.1|localhost|\[::1\])(:|/|\b)")
_BUG = "this is a bug in Runwhy; run the command with `runwhy -vv` to see the traceback"


class Stop(click.ClickException):
    """Stop the command with an error message."""

    exit_code = Exit.ERROR


class BadSettings(Stop):
    """A setting in the environment or runwhy.toml is invalid."""

    exit_code = Exit.USAGE


class Missing(Stop):
    """The named thing does not exist."""

    exit_code = Exit.NOT_FOUND


class NoServer(Stop):
    """The command needs a running server, and there is none."""

    exit_code = Exit.UNREACHABLE

    def __init__(self) -> None:
        super().__init__(f"no server is running: {_START}")


def report(
    error: Exception, *, query: str | None = None, params: Sequence[click.Parameter] = ()
) -> Exit:
    """Print the error and a hint to stderr, and return the exit code.

    Fields of the request are named like the options in `params`.
    """
    from runwhy.cli.output import escape_controls

    code, lines = explain(error, params)
    lines = [*lines, *_point_at_column(query, lines[0])] if query else lines
    head, *more = map(escape_controls, lines)  # messages can contain text of users and models
    click.echo(click.style("Error: ", fg="red", bold=True) + head, err=True)
    for line in more:
        click.echo(f"  {line}", err=True)
    return code


def explain(error: Exception, params: Sequence[click.Parameter] = ()) -> tuple[Exit, Sequence[str]]:
    """Return the exit code of an error, and the lines of its message."""
    from runwhy.client import errors as client
    from runwhy.errors import Denied, InvalidInput, NotFound, RunwhyError

    match error:
        case client.RunFailed():
            kind = f" ({error.error_class})" if error.error_class not in _GENERIC_CLASSES else ""
            what = f"{error.run_id} failed: {error.message}{kind}"
            text = [f"partial text: {_shorten(error.partial_text)}"] if error.partial_text else []
            retry = ["a retry may succeed"] if error.retryable else []
            return Exit.RUN_FAILED, [what, *text, *retry]
        case client.RunCancelled():
            return Exit.RUN_CANCELLED, [error.message]
        case client.InvalidRequestError() | InvalidInput():
            return Exit.USAGE, [*_problem_lines(error.message, error.problems, params)]
        case client.AuthenticationError() | client.PermissionDeniedError() | Denied():
            return Exit.DENIED, [error.message, _key_hint(error.message)]
        case client.NotFoundError() | NotFound():
            return Exit.NOT_FOUND, [error.message, *_list_hint(error.message)]
        case client.ConnectionFailed():
            return Exit.UNREACHABLE, [error.message, _connection_hint(error.message)]
        case RunwhyError():
            return _explain_database(error) or (Exit.ERROR, [error.message])
        case OSError(filename=str(path), strerror=str(why)):
            return Exit.ERROR, [f"{path}: {why}", _LOCATION]
        case OSError():
            return Exit.ERROR, [str(error)]
        case _:
            bug = Exit.ERROR, [f"{type(error).__name__}: {error}", _BUG]
            return _explain_database(error) or bug


def _point_at_column(query: str, problem: str) -> Iterator[str]:
    """Yield the query, and a caret below the column that the problem names."""
    from rich.cells import cell_len

    column = _COLUMN.match(problem)
    if column is not None and query.isprintable():
        yield query
        yield " " * cell_len(query[: int(column[1]) - 1]) + "^"


def _shorten(text: str) -> str:
    from runwhy.cli.output import one_line

    line = one_line(text)
    return line if len(line) <= MAX_PARTIAL_TEXT else line[:MAX_PARTIAL_TEXT] + "…"


def _problem_lines(
    message: str, problems: Sequence[Problem], params: Sequence[click.Parameter]
) -> Iterator[str]:
    from runwhy.cli.option_names import option_name

    if not problems:
        yield message
        return
    if len(problems) > 1:
        yield f"{len(problems)} problems"
    for problem in problems:
        yield str(replace(problem, field=option_name(problem.field, params)))


def _connection_hint(message: str) -> str:
    if "WRONG_VERSION_NUMBER" in message:
        return _NO_TLS
    if "CERTIFICATE_VERIFY_FAILED" in message:
        return _NO_TRUST
    return _START if _LOOPBACK.search(message) else _ADDRESS


def _key_hint(message: str) -> str:
    """Return what to do about a missing or insufficient key, with the command that creates one."""
    if lacking := _SCOPE.search(message):
        return f"an admin can create one: `runwhy keys add NAME --scope {lacking[1]}`. {_USE}"
    return f"a key without tags can do it. {_USE}" if _LIMITED.match(message) else _KEY


def _list_hint(message: str) -> Iterator[str]:
    """Suggest the command that lists runs for a message such as `no run run_1`."""
    kind = message.removeprefix("no ").partition(" ")[0]
    if kind in _LISTS:
        plural, command = _LISTS[kind]
        yield f"`runwhy {command}` shows all {plural}"


def _explain_database(error: Exception) -> tuple[Exit, Sequence[str]] | None:
    """Explain an error of the database, or one that it caused."""
    sql = sys.modules.get("sqlalchemy.exc")
    found = [one for one in (error, error.__cause__) if sql and isinstance(one, sql.DBAPIError)]
    if not found:
        return None
    why = str(found[0].orig).strip().splitlines()[0]
    return Exit.UNREACHABLE, [f"the database is not available: {why}", _DATABASE]
