"""`runwhy workspaces export` and `import`: move a workspace between databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING
from uuid import uuid4

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.output import ProgressCallback, echo_json, progress

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from runwhy.settings import Settings
    from runwhy.stores.archive.archives import Archive, Line, Sums
    from runwhy.stores.archive.workspace_import import Move
    from runwhy.stores.store import SqlStore

BATCH_ROWS = 2000  # per transaction

_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")


@click.command("export")
@_file
@click.option("--with-secrets", is_flag=True, help="Include the encrypted webhook secrets.")
@json_option
@db_option
@pass_app
def export_workspace(app: App, file: Path, with_secrets: bool, as_json: bool) -> None:
    """Export a consistent copy of a workspace to a file.

    The server can keep running. API keys are exported as hashes and work in the new
    database. The file contains all messages: protect it like the database.

    \b
    runwhy workspaces export default.runwhy.gz
    runwhy --workspace sales workspaces export sales.runwhy.gz --with-secrets
    """
    from runwhy.errors import NotFound
    from runwhy.stores.accounts import accounts
    from runwhy.stores.archive import archives

    slug = app.workspace or "default"
    with _open_snapshot(app.settings()) as conn, progress("Exporting", quiet=as_json) as update:
        workspace = accounts.get_workspace(conn, slug)
        if workspace is None:
            raise NotFound(f"no workspace {slug}")
        walked = _count_steps(update, archives.size_of(conn, workspace.id))
        sums = archives.write_archive(
            conn, workspace, file, id=str(uuid4()), secrets=with_secrets, walked=walked
        )
    _echo_summary(file.name, sums, as_json=as_json)


@contextmanager
def _open_snapshot(settings: Settings) -> Iterator[Connection]:
    """Open a connection that does not see later writes."""
    from runwhy.cli.databases import open_read_only
    from runwhy.stores.postgres import PostgresDialect, disable_timeouts

    with open_read_only(settings) as conn:
        if settings.is_postgres:
            PostgresDialect().search.use_snapshot(conn)
            disable_timeouts(conn)
        else:
            conn.exec_driver_sql("BEGIN")
        yield conn


def _count_steps(update: ProgressCallback, total: int) -> Callable[[int], None]:
    done = 0

    def add(steps: int) -> None:
        nonlocal done
        done += steps
        update(done, total)

    return add


@click.command("import")
@_file
@click.option("--as", "slug", metavar="SLUG", help="Target workspace. Default: the original slug.")
@json_option
@db_option
@pass_app
def import_workspace(app: App, file: Path, slug: str | None, as_json: bool) -> None:
    """Import a workspace from a file.

    Stop the server first. The target workspace must be empty or new. If the import is
    interrupted, run the same command again to continue. At the end, all rows are read
    back and compared with the file.

    \b
    runwhy workspaces import default.runwhy.gz --db postgresql://localhost/runwhy
    """
    import asyncio

    with file.open("rb") as opened:
        size = file.stat().st_size
        sums = asyncio.run(_import(app.settings(), opened, slug=slug, size=size, quiet=as_json))
    _echo_summary(file.name, sums, as_json=as_json)


async def _import(
    settings: Settings, file: IO[bytes], *, slug: str | None, size: int, quiet: bool
) -> Sums:
    from runwhy.cli.databases import opened
    from runwhy.core.accounts.workspaces import parse_slug
    from runwhy.errors import Conflict
    from runwhy.stores.archive import workspace_import
    from runwhy.stores.archive.archives import Archive
    from runwhy.wiring import make_store, wall_clock

    archive = Archive(file, Path(file.name).name)
    async with opened(make_store(settings, lambda topics: None)) as store:
        target = parse_slug(slug or archive.head.slug)
        now = wall_clock()
        move = await store.in_transaction(workspace_import.begin, archive.head, target, now)
        if move.finished:
            raise Conflict("this file was already imported into this database")
        with progress("Importing", quiet=quiet) as update:
            move = await _import_rows(store, archive, move, lambda: update(file.tell(), size))
        sums = await _verify(store, archive, move, quiet=quiet)
        await store.in_transaction(workspace_import.end, move, wall_clock())
        return sums


async def _import_rows(
    store: SqlStore, archive: Archive, move: Move, update: Callable[[], None]
) -> Move:
    from runwhy.stores.archive import workspace_import

    rows = archive.rows()
    for _ in islice(rows, move.done):  # imported before an interruption
        pass
    for batch in _batches(rows):
        move = await store.in_transaction(workspace_import.add_rows, move, batch)
        update()
    return move


def _batches(rows: Iterator[Line]) -> Iterator[list[Line]]:
    """Group rows into batches of one section each."""
    batch: list[Line] = []
    for row in rows:
        if batch and (len(batch) == BATCH_ROWS or batch[0].section != row.section):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


async def _verify(store: SqlStore, archive: Archive, move: Move, *, quiet: bool) -> Sums:
    """Compare the imported rows with the file. Raises: Unavailable if they differ."""
    from runwhy.errors import Unavailable
    from runwhy.stores.archive import archives, workspace_import

    total = await store.reading(archives.size_of, move.workspace)
    with progress("Verifying", quiet=quiet) as update:
        found = await store.reading(workspace_import.sums_of, move, _count_steps(update, total))
    different = [name for name, one in archive.sums.items() if found[name] != one]
    if different:
        raise Unavailable(f"imported rows differ from the file: {', '.join(different)}")
    return found


def _echo_summary(name: str, sums: Sums, *, as_json: bool) -> None:
    if as_json:
        counted = {one: {"rows": s.rows, "sha256": s.sha256} for one, s in sums.items()}
        echo_json({"file": name, "sections": counted})
        return
    rows = sum(one.rows for one in sums.values())
    runs, sessions = sums["runs"].rows, sums["sessions"].rows
    click.echo(f"{name}: {runs} runs, {sessions} sessions, {rows} rows in total")
