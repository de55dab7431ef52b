"""`runwhy shell`, `runwhy shell-hook`: commands you run become context for your next message."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runwhy.cli.app import App, pass_app
from runwhy.cli.exit_codes import Stop

if TYPE_CHECKING:
    from runwhy import Client

SHELLS = ("bash", "zsh", "fish")
SYSTEM = (
    "You help with what the user does in a terminal. Their last commands come with each message."
)

session_option = click.option(
    "--session",
    metavar="ID",
    envvar="RUNWHY_SESSION",
    show_envvar=True,
    help="The session that is told.",
)


@click.command("shell-hook")
@click.argument("shell", type=click.Choice(SHELLS))
@session_option
def shell_hook(shell: str, session: str | None) -> None:
    """Print the hook by which your own shell tells its commands.

    Command line, exit code and directory are told, not the output: for that, use
    `runwhy shell`. Lines that begin with a space, and what is known to show
    secrets, are not told. The session is the one in RUNWHY_SESSION.

    \b
    eval "$(runwhy shell-hook bash --session ses_…)"
    eval "$(runwhy shell-hook zsh)"
    runwhy shell-hook fish | source
    """
    from runwhy.terminal.shells.launcher import script

    if session is not None:
        quoted = shlex.quote(session)
        click.echo(
            f"set -gx RUNWHY_SESSION {quoted}"
            if shell == "fish"
            else f"export RUNWHY_SESSION={quoted}"
        )
    told = script(f"hook.{shell}").replace("runwhy shell-report", f"{_this_program()} shell-report")
    # A shell that is typed into may not know comments.
    click.echo("\n".join(line for line in told.splitlines() if not line.startswith("#")))


def _this_program() -> str:
    """This very `runwhy`, wherever it lies: `uv run` puts it on no other shell's PATH."""
    script = Path(sys.argv[0])
    found = script.is_file() and os.access(script, os.X_OK)
    return shlex.join([str(script.absolute())] if found else [sys.executable, "-m", "runwhy"])


@click.command("shell-report")
@session_option
@click.option("--exit-code", type=int, help="How it ended.")
@click.option("--cwd", default="", help="Where it was run.")
@click.argument("cmd")
@pass_app
def shell_report(app: App, session: str | None, exit_code: int | None, cwd: str, cmd: str) -> None:
    """Tell a session of one command; what the hook does after each.

    \b
    runwhy shell-report --session ses_… --exit-code 2 --cwd /src -- make
    """
    from runwhy.core.terminal.private_commands import is_private

    if session is None or is_private(cmd):  # a private one does not even leave the shell
        return
    body = {"cmd": cmd, "cwd": cwd, "exitCode": exit_code}
    with app.client(needs_server=True) as client:
        client.request("POST", f"/agent-sessions/{session}/blocks", body)


@click.command()
@session_option
@click.option("--shell", "name", type=click.Choice(SHELLS), help="Which shell; else your own.")
@pass_app
def shell(app: App, session: str | None, name: str | None) -> None:
    """Open a shell whose commands go with your next message.

    Without --session, a new one is begun. Leave the shell as always, with `exit`.

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
        click.echo(f"session {session_id}; leave with exit", err=True)
        path = f"/api/v1/workspaces/{client.workspace}/terminals/{opened['terminalId']}/ws"
        terminal_attachment.attach(url, path, key=app.key_for(url))


def _new_session(client: Client) -> str:
    return client.create_session(system_prompt=SYSTEM).id
