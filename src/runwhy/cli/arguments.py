"""Shared options and arguments: tags, text, files, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click

from runwhy.cli.app import App
from runwhy.cli.completion import (
    complete_agents,
    complete_models,
    complete_queries,
    complete_sessions,
    complete_tag_keys,
    complete_tags,
)

F = TypeVar("F", bound=Callable[..., Any])


def check_url(_: click.Context, __: click.Parameter, url: str | None) -> str | None:
    """Check that a value is the base URL of a server. Raises: BadParameter."""
    if url and not url.startswith(("http://", "https://")):
        raise click.BadParameter(f"{url!r} does not start with http:// or https://")
    if url and urlsplit(url).path.startswith(("/w/", "/api/")):
        parts = urlsplit(url)
        base = f"{parts.scheme}://{parts.netloc}"
        raise click.BadParameter(f"use the base URL without a path: {base}")
    return url or None


def parse_pairs(texts: Iterable[str]) -> dict[str, str]:
    """Parse `key=value` pairs. Raises: BadParameter."""
    return {key: value or "" for key, value in _pairs(texts, may_remove=False)}


def parse_changes(texts: Iterable[str]) -> dict[str, str | None]:
    """Parse changes: `key=value` sets a tag, `key-` removes it. Raises: BadParameter."""
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
            raise click.BadParameter(f"{text!r} is not in the form {form}{_equals_hint(text)}")


def _equals_hint(text: str) -> str:
    """Suggest `customer=acme` for `customer:acme`, which is the syntax of queries."""
    key, colon, value = text.partition(":")
    return f"; did you mean {key}={value}?" if key and colon and value else ""


def remember_query(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Store the query, so that an error can point at a column in it."""
    app = ctx.find_object(App)
    if app is not None:
        app.query = value
    return value


def read_text(text: str | None) -> str | None:
    """Return the text, or the content of a file for `@FILE`; `@-` is stdin."""
    if text is None or not text.startswith("@"):
        return text
    if text == "@-":
        return _stdin()
    try:
        return Path(text[1:]).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "the file is not UTF-8 text"
        raise click.BadParameter(f"cannot read {text[1:]}: {why}") from error


def _stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise click.BadParameter(f"stdin is not UTF-8 text: {error}") from error


def read_object(text: str | None) -> dict[str, Any] | None:
    """Parse a JSON object, given as text or as `@FILE`. Raises: BadParameter."""
    source = read_text(text)
    if source is None:
        return None
    try:
        value = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"the value is not valid JSON: {error}") from error
    if not isinstance(value, dict):
        raise click.BadParameter("the value must be a JSON object, such as '{\"ticket\": 7}'")
    return value


def read_prompt(text: str, name: str = "PROMPT") -> str:
    """Return the prompt; `-` reads it from stdin. Raises: BadParameter."""
    prompt = _stdin() if text == "-" else text
    if not prompt.strip():
        raise click.BadParameter("the prompt is empty", param_hint=name)
    return prompt


def check_directory(file: Path) -> Path:
    """Return the file if its directory exists. Raises: BadParameter."""
    if not file.parent.is_dir():
        raise click.BadParameter(f"the directory {file.parent} does not exist")
    return file


def parsed_by(read: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback of an option or argument that parses its value."""
    return lambda ctx, param, value: read(value)


tag_option = click.option(
    "-t",
    "--tag",
    "tags",
    metavar="KEY=VALUE",
    multiple=True,
    callback=parsed_by(parse_pairs),
    shell_complete=complete_tags,
    help="Tag to set; can be repeated.",
)
pairs_argument = click.argument(
    "tags",
    nargs=-1,
    metavar="[KEY=VALUE]...",
    callback=parsed_by(parse_pairs),
    shell_complete=complete_tags,
)
tag_changes_option = click.option(
    "-t",
    "--tag",
    "tags",
    metavar="KEY=VALUE|KEY-",
    multiple=True,
    callback=parsed_by(parse_changes),
    help="Tag to set, or to remove with KEY-; can be repeated.",
)
changes_argument = click.argument(
    "changes",
    nargs=-1,
    required=True,
    metavar="KEY=VALUE|KEY-...",
    callback=parsed_by(parse_changes),
    shell_complete=complete_tags,
)
source_argument = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE"
)
target_argument = click.argument(
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=parsed_by(check_directory),
)
session_argument = click.argument("session_id", metavar="SESSION", shell_complete=complete_sessions)
system_option = click.option(
    "--system",
    metavar="TEXT|@FILE",
    callback=parsed_by(read_text),
    help="System prompt of the agent.",
)
context_option = click.option(
    "--context",
    metavar="JSON|@FILE",
    callback=parsed_by(read_object),
    help="Context for the model: a JSON object.",
)
model_option = click.option(
    "-m",
    "--model",
    metavar="ID",
    shell_complete=complete_models,
    help="Model to use; see `runwhy models`.",
)
agent_option = click.option(
    "--agent",
    metavar="NAME",
    shell_complete=complete_agents,
    help="Named agent to use; see `runwhy agents`.",
)
quiet_option = click.option("--quiet", is_flag=True, help="Print only errors to stderr.")
keep_tags_option = click.option(
    "--keep-tags", is_flag=True, help="Erase content only; keep tags, origin and usage."
)
show_tags_option = click.option(
    "--show-tags",
    metavar="KEY",
    multiple=True,
    shell_complete=complete_tag_keys,
    help="Tag that the model can see; can be repeated.",
)


def combined(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds several options, in this order."""
    return lambda command: reduce(lambda added, option: option(added), reversed(options), command)


agent_options = combined(tag_option, model_option, system_option, agent_option)
context_options = combined(context_option, show_tags_option)


def limit_option(default: int = 50, most: int | None = 200) -> Callable[[F], F]:
    """Return the option --limit. `most` is the page size limit of the server."""
    return click.option(
        "-n",
        "--limit",
        type=click.IntRange(1, most),
        default=default,
        show_default=True,
        help="Maximum number of results.",
    )


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per line."
)
query_option = click.option(
    "-q",
    "--query",
    metavar="QUERY",
    callback=remember_query,
    shell_complete=complete_queries,
    help="Query, such as 'env:prod -status:failed created>-24h'.",
)
