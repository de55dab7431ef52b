"""`runwhy run`, `rerun` and `submit`: run an agent and print its reply, or queue a task."""

from __future__ import annotations

from typing import Any

import click

from runwhy.cli.app import App, pass_app
from runwhy.cli.arguments import (
    agent_option,
    agent_options,
    context_option,
    context_options,
    json_option,
    model_option,
    quiet_option,
    read_prompt,
    system_option,
    tag_changes_option,
)
from runwhy.cli.commands import app_command, line
from runwhy.cli.completion import complete_runs, complete_sessions
from runwhy.cli.durations import duration_option
from runwhy.cli.executor_options import executor_fields, executor_options
from runwhy.cli.run_follower import DisplayOptions, follow_run
from runwhy.core.queue.rules import PRIORITIES

pool_option = click.option(
    "--pool", metavar="NAME", help="Pool whose workers execute the run, instead of the default."
)
priority_option = click.option(
    "--priority",
    type=click.Choice(PRIORITIES),
    help="Lower priority of the run in the queue of its tenant.",
)
DEFAULT_SYSTEM = "You are a helpful assistant."


@click.command()
@click.argument("prompt")
@agent_options
@executor_options
@click.option(
    "--session",
    metavar="ID",
    shell_complete=complete_sessions,
    help="Session to send the prompt to.",
)
@context_options
@pool_option
@priority_option
@click.option("--no-stream", is_flag=True, help="Show the text only when it is complete.")
@quiet_option
@app_command
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
    runwhy run --session ses_01k9… "And the second invoice?"
    git diff | runwhy run --system "Review this change." -
    runwhy run --context '{"ticket": 7}' --show-tags customer -t customer=acme "Go"
    runwhy run --json "Hello" | jq -r 'select(.type == "result").data.text'

    With --json, each event is one object. The last event contains the result.
    """
    text = read_prompt(prompt)
    options, session = run_options(given), given["session"]
    display = DisplayOptions(as_json=as_json, stream=not no_stream, quiet=quiet, cancel=True)
    with app.client(work=True) as client:
        stream = client.session(session).stream if session else client.stream_agent
        follow_run(client, stream(text, **options), display)


@click.command()
@click.argument("run_id", metavar="RUN", shell_complete=complete_runs)
@click.option("--prompt", metavar="TEXT", help="Prompt to use instead; `-` reads it from stdin.")
@tag_changes_option
@model_option
@system_option
@agent_option
@context_option
@click.option("--no-stream", is_flag=True, help="Show the text only when it is complete.")
@quiet_option
@app_command
def rerun(
    app: App,
    /,
    run_id: str,
    prompt: str | None,
    no_stream: bool,
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Repeat a run and print its reply.

    The new run has the messages, the settings and the tags of the original, except for what the
    options change. The run of a session is repeated in its session. Ctrl-C cancels the new run.

    \b
    runwhy rerun run_01k9…
    runwhy rerun run_01k9… --prompt "Once more, in French" --tag attempt=2 --tag env-
    runwhy rerun run_01k9… --json | jq -r 'select(.type == "result").data.text'

    With --agent, the current version of that agent replaces the settings of the original.
    """
    text = None if prompt is None else read_prompt(prompt)
    display = DisplayOptions(as_json=as_json, stream=not no_stream, quiet=quiet, cancel=True)
    with app.client(work=True) as client:
        accepted = client.rerun(
            run_id,
            text,
            metadata=given["tags"] or None,
            model_id=given["model"],
            system_prompt=given["system"],
            agent_id=given["agent"],
            context=given["context"],
        )
        follow_run(client, client.follow(accepted.run_id), display)


@click.command()
@click.argument("task")
@agent_options
@context_option
@executor_options
@pool_option
@duration_option(
    "--timeout",
    least="1s",
    most="1d",
    default_text="none",
    help="Time limit of the run, without its time in the queue",
)
@json_option
@pass_app
def submit(app: App, /, task: str, timeout: float | None, as_json: bool, **given: Any) -> None:
    """Queue a task on the server and print the run id.

    The command does not wait for the run. The envelope marks the run as unattended.

    \b
    runwhy submit "Write the weekly report" --tag team=sales
    runwhy submit --agent reviewer "Review the changes of this week"
    runwhy submit --executor codex --cwd /srv/project "Update the changelog"
    runwhy runs follow "$(runwhy submit 'Count the open tickets')"
    """
    text = read_prompt(task, "TASK")
    options = {"metadata": given["tags"], "context": given["context"], **executor_fields(given)}
    options |= {
        "agent_id": given["agent"],
        "model_id": given["model"],
        "system_prompt": given["system"],
        "pool": given["pool"],
    }
    with app.client(needs_server=True) as client:
        run = client.submit(text, timeout=timeout, **options)
    accepted = {"runId": run.run_id, "status": run.status, "metadata": dict(run.metadata)}
    line(accepted, run.run_id).echo(as_json=as_json)


def run_options(given: dict[str, Any]) -> dict[str, Any]:
    """Return the client options of a run from the command line options."""
    if given["session"]:
        return _session_options(given)
    return {**agent_fields(given), "pool": given.get("pool"), "priority": given.get("priority")}


def _session_options(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a message. Instructions and model belong to the session."""
    fixed = {
        "--system": "system",
        "--model": "model",
        "--agent": "agent",
        "--show-tags": "show_tags",
        "--pool": "pool",
        "--priority": "priority",
    }
    rejected = [option for option, name in fixed.items() if given.get(name)]
    if rejected:
        raise click.UsageError(f"{', '.join(rejected)} cannot be used with --session")
    return {"metadata": given["tags"], "context": given["context"], **executor_fields(given)}


def agent_fields(given: dict[str, Any]) -> dict[str, Any]:
    """Return the client options of an agent, from the options of the command line."""
    coding = executor_fields(given)
    default_system = None if coding or given["agent"] is not None else DEFAULT_SYSTEM
    return {
        "system_prompt": default_system if given["system"] is None else given["system"],
        "agent_id": given["agent"],
        "model_id": given["model"],
        "metadata": given["tags"],
        "context": given["context"],
        "model_visible_metadata": given["show_tags"] or None,
        **coding,
    }
