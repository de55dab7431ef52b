"""`runwhy doctor`: check the installation and suggest fixes."""

from __future__ import annotations

import click

from runwhy.cli.app import App
from runwhy.cli.commands import app_command
from runwhy.cli.exit_codes import Exit
from runwhy.cli.output import echo_json, escape_controls

_COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}


@click.command()
@app_command
def doctor(app: App, as_json: bool) -> None:
    """Check the installation and suggest fixes.

    Changes nothing. Exits with 1 if a check fails.

    \b
    runwhy doctor
    runwhy doctor --json | jq -r 'select(.state != "ok")'
    """
    from dataclasses import asdict

    from runwhy.cli.checks import run_checks

    failed = False
    for result in run_checks(app.settings()):
        failed = failed or result.state == "fail"
        if as_json:
            echo_json(asdict(result))
        else:
            state = click.style(result.state.ljust(4), fg=_COLOURS[result.state])
            hint = click.style(f"  → {escape_controls(result.do)}", dim=True) if result.do else ""
            click.echo(f"{state}  {result.name.ljust(14)}  {escape_controls(result.detail)}{hint}")
    if failed:
        raise click.exceptions.Exit(Exit.ERROR)
