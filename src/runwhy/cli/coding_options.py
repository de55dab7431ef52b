"""What commands say to coding agents: where they work, and what they may do."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import click

EXECUTORS = ("claude", "codex", "copilot", "cursor")
LONGEST_TAG = 256

cwd_option = click.option(
    "--cwd",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="Where a coding agent works; else here.",
)
approvals_option = click.option(
    "--approvals",
    type=click.Choice(("ask", "deny", "allow")),
    help="What a coding agent may not do by its own rules: asked of you (`runwhy approve`), the "
    "default, denied, or allowed.",
)


def coding_options(cwd: str | None, approvals: str | None, **more: Any) -> dict[str, Any]:
    """`executorOptions` of a coding agent."""
    where = str(Path(cwd or ".").resolve())
    given = {"cwd": where, "approvals": approvals, **more}
    return {name: value for name, value in given.items() if value is not None}


def directory_tags(cwd: str) -> dict[str, str]:
    """Tags to find runs by the directory and the branch that they worked in."""
    tags = {"directory": cwd, "branch": _branch(cwd)}
    return {key: value for key, value in tags.items() if value and len(value) <= LONGEST_TAG}


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
