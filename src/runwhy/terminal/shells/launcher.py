"""How each shell is started so that it reads our script, after what it reads anyway."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from runwhy.errors import InvalidInput, Problem, Unavailable

HERE = Path(__file__).parent
SHELLS = ("bash", "zsh", "fish")
NOT_INHERITED = (
    *("RUNWHY_NONCE", "RUNWHY_ZDOTDIR"),
    *("RUNWHY_API_KEY", "RUNWHY_DATABASE_URL", "RUNWHY_SECRET_KEY"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A program to start, with its arguments and environment."""

    path: str
    argv: tuple[str, ...]
    env: Mapping[str, str]


def launch(shell: str | None, nonce: str, environ: Mapping[str, str]) -> Launch:
    """Start this shell, or the user's own where it is one of ours, with marks.

    Raises: InvalidInput for a shell that we have no script for, Unavailable where it is missing.
    """
    name = shell or _users_own(environ)
    if name not in SHELLS:
        raise InvalidInput([Problem("/shell", f"must be one of {', '.join(SHELLS)}")])
    path = shutil.which(name, path=environ.get("PATH"))
    if path is None:
        raise Unavailable(f"this machine has no {name}")
    env = {key: value for key, value in environ.items() if key not in NOT_INHERITED}
    env |= {"RUNWHY_NONCE": nonce, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    env |= {"TERM_PROGRAM": "runwhy", "SHELL": path}
    match name:
        case "bash":
            return Launch(
                path=path, argv=("bash", "--init-file", str(HERE / "start.bash"), "-i"), env=env
            )
        case "zsh":
            env["RUNWHY_ZDOTDIR"] = environ.get("ZDOTDIR", "")
            env["ZDOTDIR"] = str(HERE / "zsh")
            return Launch(path=path, argv=("zsh", "-i"), env=env)
        case _:
            source = f"source '{HERE / 'marks.fish'}'"
            return Launch(path=path, argv=("fish", "-i", "--init-command", source), env=env)


def _users_own(environ: Mapping[str, str]) -> str:
    own = os.path.basename(environ.get("SHELL", ""))  # noqa: PTH119 (a name, not a file)
    return own if own in SHELLS else "bash"


def script(name: str) -> str:
    """The text of one of our scripts."""
    return (HERE / name).read_text()
