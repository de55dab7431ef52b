"""Options that select a coding agent: --executor, --cwd and --approvals."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import click

from runwhy.cli.arguments import combined
from runwhy.core.agent_spec import ACP

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


executor_options = combined(
    click.option(
        "--executor",
        metavar="AGENT",
        callback=_check_executor,
        shell_complete=_complete_executor,
        help="Coding agent that executes the run: claude, codex, copilot, cursor, or `acp:NAME` "
        "for an agent of the Agent Client Protocol, such as acp:opencode.",
    ),
    click.option(
        "--cwd",
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False),
        help="Working directory of a coding agent. Default: the current directory.",
    ),
    approvals_option,
)


def executor_fields(given: dict[str, Any]) -> dict[str, Any]:
    """Return the client options of a coding agent; empty without --executor.

    Tags name the working directory and its Git branch. Raises: UsageError.
    """
    executor, approvals = given.get("executor"), given.get("approvals")
    if executor is None:
        if given.get("cwd") or approvals:
            raise click.UsageError("--cwd and --approvals require --executor")
        return {}
    cwd = str(Path(given["cwd"] or ".").resolve())
    return {
        "metadata": {**_directory_tags(cwd), **given["tags"]},
        **named_executor(executor, {"cwd": cwd, **({"approvals": approvals} if approvals else {})}),
    }


def named_executor(executor: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the client options of an executor; `acp:NAME` is the executor `acp` with an agent."""
    name, _, agent = executor.partition(":")
    named = {"agent": agent} if agent else {}
    return {"executor": name, "executor_options": {**named, **options}}


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
