"""`runwhy run` and `runwhy submit`: run an agent and print its reply, or queue a task."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import click

from runwhy.cli.app import App, pass_app
from runwhy.cli.arguments import (
    agent_options,
    context_option,
    context_options,
    json_option,
    quiet_option,
    read_prompt,
    tag_option,
)
from runwhy.cli.commands import app_command, line
from runwhy.cli.run_follower import DisplayOptions, follow_run
from runwhy.core.agent_spec import ACP

DEFAULT_SYSTEM = "You are a helpful assistant."
EXECUTORS = ("claude", "codex", "copilot", "cursor")
MAX_TAG_LENGTH = 256

approvals_option = click.option(
    "--approvals",
    type=click.Choice(("ask", "deny", "allow")),
    help="What to do when a coding agent needs approval: ask you (`runwhy approve`, the default), "
    "deny or allow.",
)


def _check_executor(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the name of a coding agent, or `acp:` and a name that the server may know."""
    if value is None or value in EXECUTORS or value.removeprefix(f"{ACP}:") not in ("", value):
        return value
    known = ", ".join(EXECUTORS)
    raise click.BadParameter(f"{value!r} is not one of {known} or acp:NAME, such as acp:opencode.")


def _complete_executor(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the agents that are known without a server."""
    from runwhy.executors.acp_agents import KNOWN_AGENTS

    names = [*EXECUTORS, *(f"{ACP}:{name}" for name in KNOWN_AGENTS)]
    return [name for name in names if name.startswith(incomplete)]


def executor_fields(executor: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the client options of an executor; `acp:NAME` is the executor `acp` with an agent."""
    name, _, agent = executor.partition(":")
    return {
        "executor": name,
        "executor_options": {**({"agent": agent} if agent else {}), **options},
    }


@click.command()
@click.argument("prompt")
@agent_options
@click.option(
    "--executor",
    metavar="AGENT",
    callback=_check_executor,
    shell_complete=_complete_executor,
    help="Coding agent that executes the run: claude, codex, copilot, cursor, or `acp:NAME` for an "
    "agent of the Agent Client Protocol, such as acp:opencode.",
)
@click.option(
    "--cwd",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="Working directory of a coding agent. Default: the current directory.",
)
@approvals_option
@click.option("--session", metavar="ID", help="Session to send the prompt to.")
@context_options
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
@click.argument("task")
@tag_option
@context_option
@click.option(
    "--timeout",
    type=float,
    metavar="SECONDS",
    help="Time limit of the run, without its time in the queue.",
)
@json_option
@pass_app
def submit(
    app: App,
    task: str,
    tags: dict[str, str],
    context: dict[str, Any] | None,
    timeout: float | None,
    as_json: bool,
) -> None:
    """Queue a task on the server and print the run id.

    The command does not wait for the run. The envelope marks the run as unattended.

    \b
    runwhy submit "Write the weekly report" --tag team=sales
    runwhy runs follow "$(runwhy submit 'Count the open tickets')"
    """
    text = read_prompt(task)
    with app.client(needs_server=True) as client:
        run = client.submit(text, timeout=timeout, metadata=tags, context=context)
    accepted = {"runId": run.run_id, "status": run.status, "metadata": dict(run.metadata)}
    line(accepted, run.run_id).echo(as_json=as_json)


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
    if given.get("executor") is not None:
        return _coding_agent_options(given)
    if given.get("cwd") or given.get("approvals"):
        raise click.UsageError("--cwd and --approvals require --executor")
    return agent_fields(given)


def _coding_agent_options(given: dict[str, Any]) -> dict[str, Any]:
    cwd, approvals = str(Path(given["cwd"] or ".").resolve()), given["approvals"]
    return {
        **agent_fields(given, default_system=None),
        "metadata": {**_directory_tags(cwd), **given["tags"]},
        **executor_fields(
            given["executor"], {"cwd": cwd, **({"approvals": approvals} if approvals else {})}
        ),
    }


def agent_fields(
    given: dict[str, Any], default_system: str | None = DEFAULT_SYSTEM
) -> dict[str, Any]:
    """Return the client options of an agent, from the options of the command line."""
    if given["agent"] is not None:
        default_system = None
    return {
        "system_prompt": default_system if given["system"] is None else given["system"],
        "agent_id": given["agent"],
        "model_id": given["model"],
        "metadata": given["tags"],
        "context": given["context"],
        "model_visible_metadata": given["show_tags"] or None,
    }


def _directory_tags(cwd: str) -> dict[str, str]:
    """Return tags with the working directory and its Git branch."""
    tags = {"directory": cwd, "branch": _branch(cwd)}
    return {key: value for key, value in tags.items() if value and len(value) <= MAX_TAG_LENGTH}


def _branch(cwd: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", cwd, "symbolic-ref", "--short", "-q", "HEAD"],
            capture_output=True,
            text=True,
            timeout=5,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
