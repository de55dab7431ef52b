"""`runwhy envelope`: see what a run's model is told about it, and who said each part."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import (
    context_option,
    json_option,
    model_option,
    read_prompt,
    show_tags_option,
    system_option,
    tag_option,
)
from runwhy.cli.output import console, echo_json, escape_controls
from runwhy.cli.run import run_options

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree

    from runwhy import Client

_RUN_ID = re.compile(r"run_\w+")
SECTIONS = ("tags", "context")
COLORS = {"server": "cyan", "trigger": "magenta", "caller": "yellow"}  # the rest are tags


@click.command()
@click.argument("subject", metavar="RUN|TASK")
@tag_option
@model_option
@system_option
@click.option("--agent", metavar="ID", help="A named agent; see `runwhy agents`.")
@click.option("--session", metavar="ID", help="As if it were said in this session.")
@context_option
@show_tags_option
@json_option
@db_option
@pass_app
def envelope(app: App, /, subject: str, as_json: bool, **given: Any) -> None:
    """Show the envelope: what the model is told about its run.

    With the id of a run, the one that it had. With a task and the options of
    `runwhy run`, the one that such a run would have: nothing is started, and what
    the server makes up when a run begins (its id, the seal) is all noughts.

    \b
    runwhy envelope run_01k9…
    runwhy envelope --tag customer=acme --show-tags customer "Look at ticket 7"
    runwhy envelope --context @page.json --json "Go" | jq .dropped

    Behind each value stands who said it: the server, the trigger, the caller
    (`context`), or where a tag came from (trigger, session, parent, run).
    """
    with app.client() as client:
        shown = _had(client, subject, given) if _RUN_ID.fullmatch(subject) else None
        shown = shown or _would_have(client, read_prompt(subject), given)
    if as_json:
        echo_json(shown)
    else:
        _echo(shown)


def _had(client: Client, run_id: str, given: dict[str, Any]) -> dict[str, Any]:
    if any(given.values()):
        raise click.UsageError("a run has its envelope; only --json and --db go with its id")
    return _object(client.request("GET", f"/agent-runs/{run_id}/envelope"))


def _would_have(client: Client, task: str, given: dict[str, Any]) -> dict[str, Any]:
    from runwhy.client.config import segment
    from runwhy.client.request_bodies import body_of

    body = body_of(prompt=task, **run_options(given))
    session = given["session"]
    path = f"/agent-sessions/{segment(session)}/envelope" if session else "/agent-runs/envelope"
    return _object(client.request("POST", path, json=body))


def _object(answer: object) -> dict[str, Any]:
    return dict(answer) if isinstance(answer, Mapping) else {}


def _echo(shown: dict[str, Any]) -> None:
    from rich.text import Text

    out = console()
    whose = shown["runId"] or "such a run"
    tense = "had" if shown["written"] else "would have"
    out.print(
        Text.assemble(
            (f"{whose} {tense} ", "dim"),
            (f"{shown['bytes']} of {shown['limit']} bytes", "bold"),
        )
    )
    out.print(_tree(shown))
    if shown["dropped"]:
        names = ", ".join(escape_controls(str(name)) for name in shown["dropped"])
        out.print(Text(f"did not fit: {names}", "red"))


def _tree(shown: dict[str, Any]) -> Tree:
    from rich.text import Text
    from rich.tree import Tree

    fields, sources = shown["fields"], shown["sources"]
    (key,) = json.loads(shown["text"])
    tree = Tree(Text(escape_controls(key), "bold"), guide_style="dim")
    for name, value in fields.items():
        if name in SECTIONS and isinstance(value, Mapping):
            branch = tree.add(Text(name, "bold"))
            for inner, item in value.items():
                branch.add(_line(inner, item, sources.get(f"{name}.{inner}", "")))
        else:
            tree.add(_line(name, value, sources.get(name, "")))
    return tree


def _line(name: str, value: object, source: str) -> Text:
    from rich.text import Text

    color = COLORS.get(source, "green")
    said = escape_controls(json.dumps(value, ensure_ascii=False))
    return Text.assemble((escape_controls(name), color), ": ", said, (f"  {source}", f"dim {color}"))
