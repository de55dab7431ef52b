"""`runwhy workspaces`: manage workspaces."""

from __future__ import annotations

import click

import runwhy
from runwhy.cli.commands import Result, client_command, result_command, table
from runwhy.cli.output import column_time
from runwhy.cli.workspace_archives import export_workspace, import_workspace


@click.group()
def workspaces() -> None:
    """Manage workspaces, which isolate runs, sessions and keys."""


@workspaces.command()
@click.argument("slug")
@click.option("--name", help="Display name.")
@client_command
def add(client: runwhy.Client, slug: str, name: str | None) -> None:
    """Create a workspace.

    \b
    runwhy workspaces add sales --name "Sales"
    runwhy --workspace sales run "Hello"
    """
    click.echo(client.create_workspace(slug, name).slug)


@workspaces.command("list")
@result_command
def list_workspaces(client: runwhy.Client) -> Result:
    """List all workspaces, oldest first.

    \b
    runwhy workspaces list
    """
    return table(
        ("WORKSPACE", "NAME", "CREATED"),
        client.list_workspaces(),
        lambda one: (one.slug, one.name, column_time(one.created_at)),
    )


workspaces.add_command(export_workspace)
workspaces.add_command(import_workspace)
