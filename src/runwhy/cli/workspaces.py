"""`runwhy workspaces`: manage workspaces, and move them between databases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import runwhy
from runwhy.cli.app import App
from runwhy.cli.arguments import source_argument, target_argument
from runwhy.cli.commands import Result, app_command, client_command, line, result_command, table
from runwhy.cli.output import column_time

if TYPE_CHECKING:
    from runwhy.stores.archive.archives import Sums


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


@workspaces.command("export")
@target_argument
@click.option("--with-secrets", is_flag=True, help="Include the encrypted webhook secrets.")
@app_command
def export_workspace(app: App, file: Path, with_secrets: bool, as_json: bool) -> None:
    """Export a consistent copy of a workspace to a file.

    The server can keep running. API keys are exported as hashes and work in the new
    database. The file contains all messages: protect it like the database.

    \b
    runwhy workspaces export default.runwhy.gz
    runwhy --workspace sales workspaces export sales.runwhy.gz --with-secrets
    """
    from runwhy.cli.workspace_archives import export_archive

    slug = app.options.workspace or app.environment.workspace or "default"
    sums = export_archive(app.settings(), slug, file, secrets=with_secrets, quiet=as_json)
    _echo_summary(file.name, sums, as_json=as_json)


@workspaces.command("import")
@source_argument
@click.option("--as", "slug", metavar="SLUG", help="Target workspace. Default: the original slug.")
@app_command
def import_workspace(app: App, file: Path, slug: str | None, as_json: bool) -> None:
    """Import a workspace from a file.

    Stop the server first. The target workspace must be empty or new. If the import is
    interrupted, run the same command again to continue. At the end, all rows are read
    back and compared with the file.

    \b
    runwhy workspaces import default.runwhy.gz --db postgresql://localhost/runwhy
    """
    import asyncio

    from runwhy.cli.workspace_archives import import_archive

    with file.open("rb") as opened:
        size, settings = file.stat().st_size, app.settings()
        sums = asyncio.run(import_archive(settings, opened, slug=slug, size=size, quiet=as_json))
    _echo_summary(file.name, sums, as_json=as_json)


def _echo_summary(name: str, sums: Sums, *, as_json: bool) -> None:
    counted = {one: {"rows": s.rows, "sha256": s.sha256} for one, s in sums.items()}
    rows = sum(one.rows for one in sums.values())
    runs, sessions = sums["runs"].rows, sums["sessions"].rows
    text = f"{name}: {runs} runs, {sessions} sessions, {rows} rows in total"
    line({"file": name, "sections": counted}, text).echo(as_json=as_json)
