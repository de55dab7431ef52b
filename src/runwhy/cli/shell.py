"""`runwhy shell` and `runwhy shell-hook`: add your commands to the context of a session."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import click

import runwhy
from runwhy.cli.app import App, pass_app
from runwhy.cli.arguments import F
from runwhy.cli.completion import complete_sessions
from runwhy.cli.exit_codes import Stop

SHELLS = ("bash", "zsh", "fish")
SYSTEM = (
    "You help the user with their work in a terminal. Each message includes their latest commands."
)


def session_option(help: str = "Session that receives the commands.") -> Callable[[F], F]:
    """Return the option --session, which the shell hook sets for its shell."""
    return click.option(
        "--session",
        metavar="ID",
        envvar="RUNWHY_SESSION",
        show_envvar=True,
        shell_complete=complete_sessions,
        help=help,
    )


@click.command("shell-hook")
@click.argument("shell", type=click.Choice(SHELLS))
@session_option()
@pass_app
def shell_hook(app: App, shell: str, session: str | None) -> None:
    """Print a shell hook that sends your commands to a session.

    The hook sends command line, exit code and directory to the session in
    RUNWHY_SESSION. It does not send output; use `runwhy shell` for that. It skips
    lines that start with a space, commands that are known to show secrets, and
    Runwhy's own commands.

    \b
    eval "$(runwhy shell-hook bash --session ses_…)"
    eval "$(runwhy shell-hook zsh)"
    runwhy shell-hook fish | source
    """
    from runwhy.terminal.shells.launcher import script

    given = {"RUNWHY_SESSION": session, "RUNWHY_PROFILE": app.options.profile}
    for name, value in given.items():
        if value is not None:
            click.echo(_export(shell, name, value))
    program = f"{_this_program()} shell-reporter"
    start = script("reporter.sh").replace("runwhy shell-reporter", program)
    start = shlex.join(["sh", "-c", _without_comments(start), "sh"])
    click.echo(_without_comments(script(f"hook.{shell}")).replace("START_REPORTER", start))


def _export(shell: str, name: str, value: str) -> str:
    quoted = shlex.quote(value)
    return f"set -gx {name} {quoted}" if shell == "fish" else f"export {name}={quoted}"


def _without_comments(text: str) -> str:
    """Remove comment lines, which interactive shells may not support."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def _this_program() -> str:
    """Return the command of this program, which may not be on PATH (`uv run`)."""
    script = Path(sys.argv[0])
    executable = script.is_file() and os.access(script, os.X_OK)
    return shlex.join([str(script.absolute())] if executable else [sys.executable, "-m", "runwhy"])


@click.command("shell-report")
@session_option()
@click.option("--exit-code", type=int, help="Exit code of the command.")
@click.option("--cwd", default="", help="Directory in which the command ran.")
@click.argument("cmd")
@pass_app
def shell_report(app: App, session: str | None, exit_code: int | None, cwd: str, cmd: str) -> None:
    """Send one command to a session.

    For scripts and other programs. `runwhy shell-hook` sends the commands of a shell.

    \b
    runwhy shell-report --session ses_… --exit-code 2 --cwd /src -- make
    """
    from runwhy.core.terminal.private_commands import is_private

    if session is None:
        raise click.UsageError("set --session or RUNWHY_SESSION")
    if is_private(cmd):  # private commands are never sent
        return
    body = {"cmd": cmd, "cwd": cwd, "exitCode": exit_code}
    with app.client(needs_server=True) as client:
        client.request("POST", f"/agent-sessions/{session}/blocks", body)


@click.command()
@session_option()
@click.option(
    "--shell", "name", type=click.Choice(SHELLS), help="Shell to start. Default: your login shell."
)
@pass_app
def shell(app: App, session: str | None, name: str | None) -> None:
    """Open a shell and add its commands to a session's context.

    Without --session, creates a session. Leave the shell with `exit`.

    \b
    runwhy shell --session ses_…
    """
    from runwhy.cli import terminal_attachment

    terminal_attachment.check_terminal()
    url = app.find_server()
    with app.client(needs_server=True) as client:
        session_id = session or _new_session(client)
        cols, rows = os.get_terminal_size()
        body = {"shell": name, "cwd": os.getcwd(), "cols": cols, "rows": rows}  # noqa: PTH109
        given = {key: value for key, value in body.items() if value is not None}
        opened = client.request("POST", f"/agent-sessions/{session_id}/terminals", given)
        if not isinstance(opened, dict) or url is None:
            raise Stop("the server did not open a terminal")
        click.echo(f"session {session_id}; type exit to leave", err=True)
        path = f"/api/v1/workspaces/{client.workspace}/terminals/{opened['terminalId']}/ws"
        terminal_attachment.attach(url, path, key=app.key_for(url))


def _new_session(client: runwhy.Client) -> str:
    return client.create_session(system_prompt=SYSTEM).id
