"""Exit codes, and the one place where errors become them."""

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
    """How a command ended; scripts may rely on it."""

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
    Exit.OK: "done",
    Exit.ERROR: "an error that none of the others is",
    Exit.USAGE: "the command line, a setting or the request broke a rule",
    Exit.RUN_FAILED: "the run failed",
    Exit.RUN_CANCELLED: "the run was cancelled",
    Exit.NOT_FOUND: "there is no such run, session, agent, key or workspace",
    Exit.UNREACHABLE: "no server, or no database, could be reached",
    Exit.DENIED: "the key is missing, unknown, or lacks a scope",
    Exit.INTERRUPTED: "interrupted with Ctrl-C",
    Exit.NO_READER: "whoever read the output went away",
}

LONGEST = 300  # characters of what a model had said

_START = "start a server with `runwhy serve`, or name one with --server"
_KEY = "give a key with --api-key or RUNWHY_API_KEY; `runwhy keys add` makes one"
_DATABASE = "is it the right one? `runwhy doctor` looks at it more closely"
_ELSEWHERE = "is the address right (--server, RUNWHY_URL), and does the server run there?"
_NO_TLS = "it does not speak https; try http://"
_NO_TRUST = (
    "this machine does not trust its certificate; SSL_CERT_FILE can name a file of those it does"
)
_PLACES = "RUNWHY_DATA_DIR, and --db for the database alone, say where things are kept"
_TOLD_ENOUGH = ("unknown", None)
_LISTS = ("run", "session", "trigger", "agent", "key", "workspace")
_OPTIONS = {
    "modelId": "--model",
    "systemPrompt": "--system",
    "schedule": "--schedule",
    "timezone": "--tz",
    "q": "--query",
    "query": "the query",
}
_COLUMN = re.compile(r"(?:--query|the query): column (\d+):")
_HERE = re.compile(r"//(127\.0\.0\.1|localhost|\[::1\])(:|/|\b)")
_BUG = "that is a bug in Runwhy; the same command with `runwhy -vv` shows where"


class Stop(click.ClickException):
    """An error of the command line's own."""

    exit_code = Exit.ERROR


class BadSettings(Stop):
    """The environment or runwhy.toml broke a rule."""

    exit_code = Exit.USAGE


class NoServer(Stop):
    """A command that needs a server found none."""

    exit_code = Exit.UNREACHABLE

    def __init__(self) -> None:
        super().__init__(f"no server is running: {_START}")


def report(error: Exception, *, query: str | None = None) -> Exit:
    """Say on stderr what went wrong and what to do; the exit code that stands for it."""
    from runwhy.cli.output import escape_controls

    code, lines = explain(error)
    lines = [*lines, *_place_in(query, lines[0])] if query else lines
    head, *more = map(escape_controls, lines)  # much of it was said by others
    click.echo(click.style("Error: ", fg="red", bold=True) + head, err=True)
    for line in more:
        click.echo(f"  {line}", err=True)
    return code


def explain(error: Exception) -> tuple[Exit, Sequence[str]]:
    """The exit code of an error, and the lines that tell of it."""
    from runwhy.client import errors as client
    from runwhy.errors import Denied, InvalidInput, NotFound, RunwhyError

    match error:
        case client.RunFailed():
            of = f" ({error.error_class})" if error.error_class not in _TOLD_ENOUGH else ""
            what = f"{error.run_id} failed: {error.message}{of}"
            said = [f"it had said: {_short(error.partial_text)}"] if error.partial_text else []
            again = ["the same request may succeed later"] if error.retryable else []
            return Exit.RUN_FAILED, [what, *said, *again]
        case client.RunCancelled():
            return Exit.RUN_CANCELLED, [error.message]
        case client.InvalidRequestError() | InvalidInput():
            return Exit.USAGE, [*_problem_lines(error.message, error.problems)]
        case client.AuthenticationError() | client.PermissionDeniedError() | Denied():
            return Exit.DENIED, [error.message, _KEY]
        case client.NotFoundError() | NotFound():
            return Exit.NOT_FOUND, [error.message, *_where_to_look(error.message)]
        case client.ConnectionFailed():
            return Exit.UNREACHABLE, [error.message, _to_connect(error.message)]
        case RunwhyError():
            return _of_the_database(error) or (Exit.ERROR, [error.message])
        case OSError(filename=str(path), strerror=str(why)):
            return Exit.ERROR, [f"{path}: {why}", _PLACES]
        case OSError():
            return Exit.ERROR, [str(error)]
        case _:
            return _foreign(error)


def _place_in(query: str, problem: str) -> Iterator[str]:
    """The query, and below it a caret at the column that the problem names."""
    from rich.cells import cell_len

    named = _COLUMN.match(problem)
    if named is not None and query.isprintable():
        yield query
        yield " " * cell_len(query[: int(named[1]) - 1]) + "^"


def _short(text: str) -> str:
    from runwhy.cli.output import one_line

    line = one_line(text)
    return line if len(line) <= LONGEST else line[:LONGEST] + "…"


def _problem_lines(message: str, problems: Sequence[Problem]) -> Iterator[str]:
    if not problems:
        yield message
        return
    if len(problems) > 1:
        yield f"{len(problems)} things are wrong"
    for problem in problems:
        yield str(replace(problem, field=_as_typed(problem.field)))


def _as_typed(field: str) -> str:
    """Where the problem is, in words of the command line."""
    if field.startswith("/metadata/"):
        return f"the tag {field.removeprefix('/metadata/')}"
    return _OPTIONS.get(field.removeprefix("/"), field)


def _to_connect(message: str) -> str:
    if "WRONG_VERSION_NUMBER" in message:
        return _NO_TLS
    if "CERTIFICATE_VERIFY_FAILED" in message:
        return _NO_TRUST
    return _START if _HERE.search(message) else _ELSEWHERE


def _where_to_look(message: str) -> Iterator[str]:
    """`no run run_1` → where there are runs."""
    kind = message.removeprefix("no ").partition(" ")[0]
    if kind in _LISTS:
        yield f"`runwhy {kind}s list` shows what there is"


def _foreign(error: Exception) -> tuple[Exit, Sequence[str]]:
    """An error of a library: the database's is known, any other is a bug of ours."""
    bug = Exit.ERROR, [f"{type(error).__name__}: {error}", _BUG]
    return _of_the_database(error) or bug


def _of_the_database(error: Exception) -> tuple[Exit, Sequence[str]] | None:
    """What the database said, when the error is its own or comes of it."""
    sql = sys.modules.get("sqlalchemy.exc")
    told = [one for one in (error, error.__cause__) if sql and isinstance(one, sql.DBAPIError)]
    if not told:
        return None
    why = str(told[0].orig).strip().splitlines()[0]
    return Exit.UNREACHABLE, [f"the database cannot be used: {why}", _DATABASE]
