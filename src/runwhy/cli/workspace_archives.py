"""`runwhy workspaces export` and `import`: a workspace from one database into another."""

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
from runwhy.cli.erasure import Moved, progress
from runwhy.cli.output import echo_json

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from runwhy.settings import Settings
    from runwhy.stores.archive.archives import Archive, Line, Sums
    from runwhy.stores.archive.workspace_import import Move
    from runwhy.stores.store import SqlStore

AT_ONCE = 2000  # rows in one transaction

_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")


@click.command("export")
@_file
@click.option("--with-secrets", is_flag=True, help="Also the secrets of webhooks, sealed.")
@json_option
@db_option
@pass_app
def export_workspace(app: App, file: Path, with_secrets: bool, as_json: bool) -> None:
    """Write all of a workspace into a file, as it is at one moment.

    The server may run meanwhile. Keys go with it as hashes, so that they are good
    in the new place, too. It holds all that was said: keep it as safe as the database.

    \b
    runwhy workspaces export default.runwhy.gz
    runwhy --workspace sales workspaces export sales.runwhy.gz --with-secrets
    """
    from runwhy.errors import NotFound
    from runwhy.stores.accounts import accounts
    from runwhy.stores.archive import archives

    slug = app.workspace or "default"
    with _one_moment(app.settings()) as conn, progress("Exporting", quiet=as_json) as moved:
        workspace = accounts.get_workspace(conn, slug)
        if workspace is None:
            raise NotFound(f"no workspace {slug}")
        walked = _walking(moved, archives.size_of(conn, workspace.id))
        sums = archives.write_archive(
            conn, workspace, file, id=str(uuid4()), secrets=with_secrets, walked=walked
        )
    _tell(file.name, sums, as_json=as_json)


@contextmanager
def _one_moment(settings: Settings) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    from runwhy.cli.database_inspection import looking_at
    from runwhy.stores.postgres import PostgresDialect

    with looking_at(settings) as conn:
        if settings.is_postgres:
            PostgresDialect().search.use_snapshot(conn)
        else:
            conn.exec_driver_sql("BEGIN")
        yield conn


def _walking(moved: Moved, total: int) -> Callable[[int], None]:
    done = 0

    def walked(steps: int) -> None:
        nonlocal done
        done += steps
        moved(done, total)

    return walked


@click.command("import")
@_file
@click.option("--as", "slug", metavar="SLUG", help="The workspace; without it, as it was called.")
@json_option
@db_option
@pass_app
def import_workspace(app: App, file: Path, slug: str | None, as_json: bool) -> None:
    """Take in a workspace from a file, while no server runs on it.

    The workspace must be empty, or not there yet. When it is interrupted, the same
    command goes on where it was. In the end all rows are read back and compared
    with the file.

    \b
    runwhy workspaces import default.runwhy.gz --db postgresql://localhost/runwhy
    """
    import asyncio

    with file.open("rb") as opened:
        size = file.stat().st_size
        taken = _import(app.settings(), opened, slug=slug, size=size, quiet=as_json)
        sums = asyncio.run(taken)
    _tell(file.name, sums, as_json=as_json)


async def _import(
    settings: Settings, file: IO[bytes], *, slug: str | None, size: int, quiet: bool
) -> Sums:
    from runwhy.core.accounts.workspaces import parse_slug
    from runwhy.errors import Conflict
    from runwhy.stores.archive import workspace_import
    from runwhy.stores.archive.archives import Archive
    from runwhy.wiring import make_store, wall_clock

    archive = Archive(file, Path(file.name).name)
    store = make_store(settings, lambda topics: None)
    try:
        await store.open()
        where = parse_slug(slug or archive.head.slug)
        move = await store.in_transaction(workspace_import.begin, archive.head, where, wall_clock())
        if move.finished:
            raise Conflict("the file has been imported into this database already")
        with progress("Importing", quiet=quiet) as moved:
            move = await _take_in(store, archive, move, lambda: moved(file.tell(), size))
        sums = await _compare(store, archive, move, quiet=quiet)
        await store.in_transaction(workspace_import.end, move, wall_clock())
        return sums
    finally:
        await store.close()


async def _take_in(
    store: SqlStore, archive: Archive, move: Move, moved: Callable[[], None]
) -> Move:
    from runwhy.stores.archive import workspace_import

    rows = archive.rows()
    for _ in islice(rows, move.done):  # which have come before
        pass
    for batch in _batches(rows):
        move = await store.in_transaction(workspace_import.add_rows, move, batch)
        moved()
    return move


def _batches(rows: Iterator[Line]) -> Iterator[list[Line]]:
    """Rows of one section at a time."""
    batch: list[Line] = []
    for row in rows:
        if batch and (len(batch) == AT_ONCE or batch[0].section != row.section):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


async def _compare(store: SqlStore, archive: Archive, move: Move, *, quiet: bool) -> Sums:
    """Raises: Unavailable when something else is there than in the file."""
    from runwhy.errors import Unavailable
    from runwhy.stores.archive import archives, workspace_import

    total = await store.reading(archives.size_of, move.workspace)
    with progress("Comparing", quiet=quiet) as moved:
        found = await store.reading(workspace_import.sums_of, move, _walking(moved, total))
    wrong = [name for name, one in archive.sums.items() if found[name] != one]
    if wrong:
        raise Unavailable(f"not the same as in the file: {', '.join(wrong)}")
    return found


def _tell(name: str, sums: Sums, *, as_json: bool) -> None:
    if as_json:
        counted = {one: {"rows": s.rows, "sha256": s.sha256} for one, s in sums.items()}
        echo_json({"file": name, "sections": counted})
        return
    rows = sum(one.rows for one in sums.values())
    runs, sessions = sums["runs"].rows, sums["sessions"].rows
    click.echo(f"{name}: {runs} runs, {sessions} sessions, {rows} rows in all")
