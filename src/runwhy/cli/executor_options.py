"""Options that select a coding agent: --executor, --cwd and --approvals."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import click

from runwhy.cli.arguments import combined

EXECUTORS = ("claude", "codex", "copilot", "cursor")
MAX_TAG_LENGTH = 256

approvals_option = click.option(
    "--approvals",
    type=click.Choice(("ask", "deny", "allow")),
    help="What to do when a coding agent needs approval: ask you (`runwhy approve`, the default), "
    "deny or allow.",
)
executor_options = combined(
    click.option(
        "--executor", type=click.Choice(EXECUTORS), help="Coding agent that executes the run."
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
        "executor": executor,
        "executor_options": {"cwd": cwd, **({"approvals": approvals} if approvals else {})},
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
