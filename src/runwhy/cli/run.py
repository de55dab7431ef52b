"""`runwhy run`: run an agent and print its reply."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import (
    agent_option,
    context_option,
    json_option,
    model_option,
    quiet_option,
    read_prompt,
    show_tags_option,
    system_option,
    tag_option,
)
from runwhy.cli.coding_options import (
    EXECUTORS,
    approvals_option,
    coding_options,
    cwd_option,
    directory_tags,
)
from runwhy.cli.run_follower import DisplayOptions, follow_run

if TYPE_CHECKING:
    from runwhy import Client, RunEvent

DEFAULT_SYSTEM = "You are a helpful assistant."


@click.command()
@click.argument("prompt")
@tag_option
@model_option
@system_option
@agent_option
@click.option(
    "--executor", type=click.Choice(EXECUTORS), help="Coding agent that executes the run."
)
@cwd_option
@approvals_option
@click.option("--session", metavar="ID", help="Session to send the prompt to.")
@context_option
@show_tags_option
@click.option("--no-stream", is_flag=True, help="Show the text only when it is complete.")
@quiet_option
@json_option
@db_option
@pass_app
def run(
    app: App, /, prompt: str, no_stream: bool, quiet: bool, as_json: bool, **given: Any
) -> None:
    """Run an agent and print its reply.

    The final text goes to stdout, everything else to stderr. Ctrl-C cancels the run.
    If no server is running, the agent runs in this process on the same database.

    \b
    runwhy run "Hello"
    runwhy run --tag customer=acme --tag env=prod "Review ticket 7"
    runwhy run --executor claude --tag ticket=ABC-1 "Fix the failing test"
    git diff | runwhy run --system "Review this change." -
    runwhy run --context '{"ticket": 7}' --show-tags customer -t customer=acme "Go"
    runwhy run --json "Hello" | jq -r 'select(.type == "result").data.text'

    With --json, each event is one object. The last event contains the result.
    """
    text = read_prompt(prompt)
    options = run_options(given)
    display = DisplayOptions(as_json=as_json, stream=not no_stream, quiet=quiet, cancel=True)
    with app.client(work=True) as client:
        follow_run(client, _start(client, text, given["session"], options), display)


def _start(
    client: Client, text: str, session: str | None, options: dict[str, Any]
) -> Generator[RunEvent]:
    if session:
        return client.session(session).stream(text, **options)
    return client.stream_agent(text, **options)


def run_options(given: dict[str, Any]) -> dict[str, Any]:
    """Return the client options of a run from the command line options."""
    return _session_options(given) if given["session"] else _standalone_options(given)


def _session_options(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a message. Instructions and model belong to the session."""
    fixed = {
        "--system": "system",
        "--model": "model",
        "--agent": "agent",
        "--show-tags": "show_tags",
        "--executor": "executor",
        "--cwd": "cwd",
        "--approvals": "approvals",
    }
    rejected = [option for option, name in fixed.items() if given.get(name)]
    if rejected:
        raise click.UsageError(f"{', '.join(rejected)} cannot be used with --session")
    return {"metadata": given["tags"], "context": given["context"]}


def _standalone_options(given: dict[str, Any]) -> dict[str, Any]:
    system = given["system"]
    if given.get("executor") is not None:
        return _coding_agent_options(given)
    if given.get("cwd") or given.get("approvals"):
        raise click.UsageError("--cwd and --approvals require --executor")
    if system is None and given["agent"] is None:
        system = DEFAULT_SYSTEM
    return {**_shared_options(given), "system_prompt": system}


def _coding_agent_options(given: dict[str, Any]) -> dict[str, Any]:
    options = coding_options(given["cwd"], given["approvals"])
    return {
        **_shared_options(given),
        "system_prompt": given["system"],
        "metadata": {**directory_tags(options["cwd"]), **given["tags"]},
        "executor": given["executor"],
        "executor_options": options,
    }


def _shared_options(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "agent_id": given["agent"],
        "model_id": given["model"],
        "metadata": given["tags"],
        "context": given["context"],
        "model_visible_metadata": given["show_tags"] or None,
    }
