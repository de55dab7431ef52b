"""Options for coding agents: working directory and approvals."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import click

EXECUTORS = ("claude", "codex", "copilot", "cursor")
MAX_TAG_LENGTH = 256

cwd_option = click.option(
    "--cwd",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="Working directory of a coding agent. Default: the current directory.",
)
approvals_option = click.option(
    "--approvals",
    type=click.Choice(("ask", "deny", "allow")),
    help="What to do when a coding agent needs approval: ask you (`runwhy approve`, the default), "
    "deny or allow.",
)


def coding_options(cwd: str | None, approvals: str | None, **more: Any) -> dict[str, Any]:
    """Build the `executorOptions` of a coding agent."""
    directory = str(Path(cwd or ".").resolve())
    options = {"cwd": directory, "approvals": approvals, **more}
    return {name: value for name, value in options.items() if value is not None}


def directory_tags(cwd: str) -> dict[str, str]:
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
