"""Reading what is typed: tags, text or a file, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from runwhy.cli.app import App

F = TypeVar("F", bound=Callable[..., Any])


def parse_pairs(texts: Iterable[str]) -> dict[str, str]:
    """`key=value` pairs. Raises: BadParameter."""
    return {key: value or "" for key, value in _pairs(texts, may_remove=False)}


def parse_changes(texts: Iterable[str]) -> dict[str, str | None]:
    """`key=value` sets, `key-` takes away. Raises: BadParameter."""
    return dict(_pairs(texts, may_remove=True))


def _pairs(texts: Iterable[str], *, may_remove: bool) -> Iterable[tuple[str, str | None]]:
    for text in texts:
        key, equals, value = text.partition("=")
        if equals and key:
            yield key, value
        elif may_remove and len(key) > 1 and key.endswith("-"):
            yield key.removesuffix("-"), None
        else:
            form = "KEY=VALUE or KEY-" if may_remove else "KEY=VALUE"
            raise click.BadParameter(f"{text!r} is not of the form {form}{_meant(text)}")


def _meant(text: str) -> str:
    """`customer:acme` is a query; where tags are asked for, it is written with `=`."""
    key, colon, value = text.partition(":")
    return f"; did you mean {key}={value}?" if key and colon and value else ""


def remember_query(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Keep what was asked, so that an error can point at the place in it."""
    app = ctx.find_object(App)
    if app is not None:
        app.query = value
    return value


def read_text(text: str | None) -> str | None:
    """Text as it is, or what a file holds when it begins with `@`; `@-` is stdin."""
    if text is None or not text.startswith("@"):
        return text
    if text == "@-":
        return _stdin()
    try:
        return Path(text[1:]).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise click.BadParameter(f"cannot read {text[1:]}: {why}") from error


def _stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise click.BadParameter(f"stdin is not text in UTF-8: {error}") from error


def read_object(text: str | None) -> dict[str, Any] | None:
    """A JSON object, or a file of one. Raises: BadParameter."""
    source = read_text(text)
    if source is None:
        return None
    try:
        value = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"this is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise click.BadParameter("a JSON object is needed, such as '{\"ticket\": 7}'")
    return value


def read_prompt(text: str) -> str:
    """What is to be done; `-` is stdin."""
    prompt = _stdin() if text == "-" else text
    if not prompt.strip():
        raise click.BadParameter("there is nothing to do: it is empty", param_hint="PROMPT")
    return prompt


def _value(read: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    return lambda ctx, param, value: read(value)


tag_option = click.option(
    "-t",
    "--tag",
    "tags",
    metavar="KEY=VALUE",
    multiple=True,
    callback=_value(parse_pairs),
    help="A tag to find it by; may be repeated.",
)
pairs_argument = click.argument(
    "tags", nargs=-1, metavar="[KEY=VALUE]...", callback=_value(parse_pairs)
)
changes_argument = click.argument(
    "changes",
    nargs=-1,
    required=True,
    metavar="KEY=VALUE|KEY-...",
    callback=_value(parse_changes),
)
system_option = click.option(
    "--system",
    metavar="TEXT|@FILE",
    callback=_value(read_text),
    help="What the agent is told to be.",
)
context_option = click.option(
    "--context",
    metavar="JSON|@FILE",
    callback=_value(read_object),
    help="Facts for the model: a JSON object.",
)
model_option = click.option("-m", "--model", metavar="ID", help="See `runwhy models`.")
show_tags_option = click.option(
    "--show-tags",
    metavar="KEY",
    multiple=True,
    help="Let the model see this tag; may be repeated.",
)


def limit_option(default: int = 50, most: int | None = 200) -> Callable[[F], F]:
    """How many rows; `most` is what the server gives at once."""
    allowed = click.IntRange(1, most)
    told = "How many at most."
    return click.option(
        "-n", "--limit", type=allowed, default=default, show_default=True, help=told
    )


json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object per line, for programs."
)
query_option = click.option(
    "-q",
    "--query",
    metavar="QUERY",
    callback=remember_query,
    help="Such as 'env:prod -status:failed created>-24h'.",
)
