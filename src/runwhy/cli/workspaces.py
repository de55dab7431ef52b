"""`runwhy workspaces`: manage workspaces."""

from __future__ import annotations

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.output import column_time, echo_json, echo_table
from runwhy.cli.workspace_archives import export_workspace, import_workspace


@click.group()
def workspaces() -> None:
    """Manage workspaces, which isolate runs, sessions and keys."""


@workspaces.command()
@click.argument("slug")
@click.option("--name", help="Display name.")
@db_option
@pass_app
def add(app: App, slug: str, name: str | None) -> None:
    """Create a workspace.

    \b
    runwhy workspaces add sales --name "Sales"
    runwhy --workspace sales run "Hello"
    """
    with app.client() as client:
        workspace = client.create_workspace(slug, name)
    click.echo(workspace.slug)


@workspaces.command("list")
@json_option
@db_option
@pass_app
def list_workspaces(app: App, as_json: bool) -> None:
    """List all workspaces, oldest first.

    \b
    runwhy workspaces list
    """
    with app.client() as client:
        found = client.list_workspaces()
    if as_json:
        for workspace in found:
            echo_json(workspace.raw)
        return
    rows = [(one.slug, one.name, column_time(one.created_at)) for one in found]
    echo_table(("WORKSPACE", "NAME", "CREATED"), rows)


workspaces.add_command(export_workspace)
workspaces.add_command(import_workspace)
