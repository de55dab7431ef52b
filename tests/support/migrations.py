"""Extra migrations for tests that upgrade a database from the current schema."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from runwhy.stores.sql import migration


def add_migration(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *, number: int, statement: str
) -> None:
    """Add a migration until the test ends. Its files are written to `folder`."""
    copy = folder / f"with-{number}"
    shutil.copytree(migration.FOLDER, copy)
    for dialect in ("sqlite", "postgres"):
        (copy / f"{number:04d}_later.{dialect}.sql").write_text(f"{statement};\n")
    monkeypatch.setattr(migration, "FOLDER", copy)
