"""The SQLite store fulfils the contract."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.contracts.conftest import opened, silencer, sqlite_store
from tests.support.contracts.scene import Scene, Silence
from tests.support.store_contract import StoreContract


class TestSqliteStore(StoreContract):
    @pytest.fixture
    async def scene(self, tmp_path: Path) -> AsyncIterator[Scene]:
        async with opened(sqlite_store(tmp_path / "runwhy.db")) as store:
            yield await Scene(store).open()

    @pytest.fixture
    def crowd(self, scene: Scene) -> list[Scene]:
        """One server, because only one can open the file."""
        return [scene]

    @pytest.fixture
    def silence(self, tmp_path: Path) -> Silence:
        return silencer(f"sqlite:///{tmp_path / 'runwhy.db'}")
