"""Start commands for each shell, so that it reads our script after its own files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from runwhy.errors import InvalidInput, Problem, Unavailable

HERE = Path(__file__).parent
SHELLS = ("bash", "zsh", "fish")
NONCE_FD = 9  # read by `start.bash`, `zsh/.zshenv` and `marks.fish`
NOT_INHERITED = (*("RUNWHY_ZDOTDIR", "RUNWHY_API_KEY", "RUNWHY_DATABASE_URL", "RUNWHY_SECRET_KEY"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A program to start, with its arguments and environment."""

    path: str
    argv: tuple[str, ...]
    env: Mapping[str, str]


def launch(shell: str | None, environ: Mapping[str, str]) -> Launch:
    """Return how to start this shell, or the user's own if it is supported.

    Raises: InvalidInput for an unsupported shell, Unavailable if it is not installed.
    """
    name = shell or _user_shell(environ)
    if name not in SHELLS:
        raise InvalidInput([Problem("/shell", f"must be one of {', '.join(SHELLS)}")])
    path = shutil.which(name, path=environ.get("PATH"))
    if path is None:
        raise Unavailable(f"{name} is not installed on the server")
    env = {key: value for key, value in environ.items() if key not in NOT_INHERITED}
    env |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
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


def _user_shell(environ: Mapping[str, str]) -> str:
    name = os.path.basename(environ.get("SHELL", ""))  # noqa: PTH119 (a name, not a file)
    return name if name in SHELLS else "bash"


def script(name: str) -> str:
    """Return the text of one of our scripts."""
    return (HERE / name).read_text()
