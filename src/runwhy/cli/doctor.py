"""`runwhy doctor`: is everything in order, and if not, what to do."""

from __future__ import annotations

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.exit_codes import Exit
from runwhy.cli.output import echo_json, escape_controls

_COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}


@click.command()
@json_option
@db_option
@pass_app
def doctor(app: App, as_json: bool) -> None:
    """Look whether all is in order, and say what to do if not.

    Changes nothing. Exits with 1 when something fails.

    \b
    runwhy doctor
    runwhy doctor --json | jq -r 'select(.state != "ok")'
    """
    from dataclasses import asdict

    from runwhy.cli.checks import run_checks

    failed = False
    for finding in run_checks(app.settings()):
        failed = failed or finding.state == "fail"
        if as_json:
            echo_json(asdict(finding))
        else:
            state = click.style(finding.state.ljust(4), fg=_COLOURS[finding.state])
            hint = click.style(f"  → {escape_controls(finding.do)}", dim=True) if finding.do else ""
            click.echo(f"{state}  {finding.name.ljust(14)}  {escape_controls(finding.detail)}{hint}")
    if failed:
        raise click.exceptions.Exit(Exit.ERROR)
