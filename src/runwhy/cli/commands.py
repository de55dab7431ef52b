"""Commands that use a client: their parameters and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar
from uuid import uuid4

import click

import runwhy
from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.output import Paint, Row, echo_fields, echo_json, echo_table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command: objects for programs, and a function that prints it for people."""

    objects: Iterable[object]
    show: Callable[[], None]

    def echo(self, *, as_json: bool) -> None:
        """Print one JSON object per line, or the text for people."""
        if as_json:
            for one in self.objects:
                echo_json(getattr(one, "raw", one))
        else:
            self.show()


def table(
    head: Row, found: Iterable[T], row: Callable[[T], Row], paint: Paint | None = None
) -> Result:
    """Return a list, which people see as a table."""
    return Result(found, lambda: echo_table(head, [row(one) for one in found], paint))


def fields(found: object, shown: Mapping[str, str | None]) -> Result:
    """Return one object, which people see as names and values."""
    return Result([found], lambda: echo_fields(shown))


def line(found: object, text: str) -> Result:
    """Return one object, which people see as a line, such as its id."""
    return Result([found], lambda: click.echo(text))


def app_command(command: Callable[..., None]) -> Callable[..., None]:
    """Pass the app to a command, and add the options --json and --db."""
    return json_option(db_option(pass_app(command)))


def client_command(command: Callable[..., None]) -> Callable[..., None]:
    """Pass a client to a command, and add the option --db."""

    @db_option
    @pass_app
    @wraps(command)
    def run(app: App, /, *args: Any, **options: Any) -> None:
        with app.client() as client:
            command(client, *args, **options)

    return run


def result_command(command: Callable[..., Result]) -> Callable[..., None]:
    """Pass a client to a command, print its result, and add the options --json and --db."""

    @json_option
    @client_command
    @wraps(command)
    def run(client: runwhy.Client, /, *args: Any, as_json: bool, **options: Any) -> None:
        command(client, *args, **options).echo(as_json=as_json)

    return run


def create(client: runwhy.Client, path: str, body: Mapping[str, Any]) -> Any:
    """Create a resource. A repeated request does not create a second one."""
    return client.request("POST", path, body, idempotency_key=str(uuid4()))
