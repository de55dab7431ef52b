"""Archives of workspaces: write one from a database, and import one into a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO
from uuid import uuid4

from sqlalchemy import Connection

from runwhy.cli.databases import open_read_only, opened
from runwhy.cli.output import ProgressCallback, progress
from runwhy.core.accounts.workspaces import parse_slug
from runwhy.errors import Conflict, NotFound, Unavailable
from runwhy.settings import Settings
from runwhy.stores.accounts import accounts
from runwhy.stores.archive import archives, workspace_import
from runwhy.stores.archive.archives import Archive, Line, Sums
from runwhy.stores.archive.workspace_import import Move
from runwhy.stores.postgres import PostgresDialect, disable_timeouts
from runwhy.stores.store import SqlStore
from runwhy.wiring import make_store, wall_clock

BATCH_ROWS = 2000  # per transaction


def export_archive(
    settings: Settings, slug: str, file: Path, *, secrets: bool, quiet: bool
) -> Sums:
    """Write a workspace to a file. Raises: NotFound."""
    with _open_snapshot(settings) as conn, progress("Exporting", quiet=quiet) as update:
        workspace = accounts.get_workspace(conn, slug)
        if workspace is None:
            raise NotFound(f"no workspace {slug}")
        walked = _count_steps(update, archives.size_of(conn, workspace.id))
        return archives.write_archive(
            conn, workspace, file, id=str(uuid4()), secrets=secrets, walked=walked
        )


@contextmanager
def _open_snapshot(settings: Settings) -> Iterator[Connection]:
    """Open a connection that does not see later writes."""
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


async def import_archive(
    settings: Settings, file: IO[bytes], *, slug: str | None, size: int, quiet: bool
) -> Sums:
    """Import a workspace from a file, and compare the result. Raises: Conflict, Unavailable."""
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
    total = await store.reading(archives.size_of, move.workspace)
    with progress("Verifying", quiet=quiet) as update:
        found = await store.reading(workspace_import.sums_of, move, _count_steps(update, total))
    different = [name for name, one in archive.sums.items() if found[name] != one]
    if different:
        raise Unavailable(f"imported rows differ from the file: {', '.join(different)}")
    return found
