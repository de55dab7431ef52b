"""`runwhy envelope`: show the envelope of a run and the source of each value."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

import runwhy
from runwhy.cli.arguments import agent_options, context_options, read_prompt
from runwhy.cli.commands import Result, result_command
from runwhy.cli.completion import complete_runs, complete_sessions
from runwhy.cli.output import console, escape_controls
from runwhy.cli.run import run_options

if TYPE_CHECKING:
    from rich.text import Text
    from rich.tree import Tree

_RUN_ID = re.compile(r"run_\w+")
SECTIONS = ("tags", "context")
COLORS = {"server": "cyan", "trigger": "magenta", "caller": "yellow"}  # all others are tags


@click.command()
@click.argument("subject", metavar="RUN|TASK", shell_complete=complete_runs)
@agent_options
@click.option(
    "--session",
    metavar="ID",
    shell_complete=complete_sessions,
    help="Session in which the run would be sent.",
)
@context_options
@result_command
def envelope(client: runwhy.Client, /, subject: str, **given: Any) -> Result:
    """Show the envelope of a run, or preview one.

    With a run id, shows the envelope of that run. With a task and the options of
    `runwhy run`, previews the envelope without starting a run; its run id is zeros then.
    The seal is always shown as zeros: only the model sees it.

    \b
    runwhy envelope run_01k9…
    runwhy envelope --tag customer=acme --show-tags customer "Review ticket 7"
    runwhy envelope --context @page.json --json "Go" | jq .dropped

    Each value is followed by its source: the server, the trigger, the caller
    (`context`), or the source of a tag (trigger, session, parent, run).
    """
    found = _fetch(client, subject, given) if _RUN_ID.fullmatch(subject) else None
    found = found or _preview(client, read_prompt(subject), given)
    return Result([found], lambda: _echo(found))


def _fetch(client: runwhy.Client, run_id: str, given: dict[str, Any]) -> dict[str, Any]:
    if any(given.values()):
        raise click.UsageError("with a run id, only --json and --db can be used")
    return _object(client.request("GET", f"/agent-runs/{run_id}/envelope"))


def _preview(client: runwhy.Client, task: str, given: dict[str, Any]) -> dict[str, Any]:
    from runwhy.client.config import segment
    from runwhy.client.request_bodies import body_of

    body = body_of(prompt=task, **run_options(given))
    session = given["session"]
    path = f"/agent-sessions/{segment(session)}/envelope" if session else "/agent-runs/envelope"
    return _object(client.request("POST", path, json=body))


def _object(answer: object) -> dict[str, Any]:
    return dict(answer) if isinstance(answer, Mapping) else {}


def _echo(envelope: dict[str, Any]) -> None:
    from rich.text import Text

    out = console()
    preview = "" if envelope["written"] else "preview"
    label = " ".join(part for part in (envelope["runId"], preview) if part)
    out.print(
        Text.assemble(
            (f"{label}: ", "dim"),
            (f"{envelope['bytes']} of {envelope['limit']} bytes", "bold"),
        )
    )
    out.print(_tree(envelope))
    if envelope["dropped"]:
        names = ", ".join(escape_controls(str(name)) for name in envelope["dropped"])
        out.print(Text(f"dropped (no space left): {names}", "red"))


def _tree(envelope: dict[str, Any]) -> Tree:
    from rich.text import Text
    from rich.tree import Tree

    fields, sources = envelope["fields"], envelope["sources"]
    (key,) = json.loads(envelope["text"])
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
    text = escape_controls(json.dumps(value, ensure_ascii=False))
    label = escape_controls(name)
    return Text.assemble((label, color), ": ", text, (f"  {source}", f"dim {color}"))
