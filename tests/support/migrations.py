"""Migrations that only a test knows, to upgrade a database from today's schema."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from runwhy.stores.sql import migration


def add_migration(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *, number: int, statement: str
) -> None:
    """Add a migration to those of Runwhy until the test ends. `folder` receives the files."""
    here = folder / f"with-{number}"
    shutil.copytree(migration.FOLDER, here)
    for dialect in ("sqlite", "postgres"):
        (here / f"{number:04d}_later.{dialect}.sql").write_text(f"{statement};\n")
    monkeypatch.setattr(migration, "FOLDER", here)
