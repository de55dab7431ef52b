"""The PostgreSQL store fulfils the contract, also with two servers on one database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.contracts.conftest import emptied, opened, postgres_store, silencer
from tests.support.contracts.scene import Scene, Silence
from tests.support.store_contract import StoreContract


class TestPostgresStore(StoreContract):
    @pytest.fixture
    async def scene(self, postgres_url: str) -> AsyncIterator[Scene]:
        async with opened(postgres_store(postgres_url)) as store:
            emptied(postgres_url)
            yield await Scene(store).open()

    @pytest.fixture
    async def crowd(self, scene: Scene, postgres_url: str) -> AsyncIterator[list[Scene]]:
        """Two servers on one database."""
        async with opened(postgres_store(postgres_url)) as second:
            yield [scene, Scene(second, beside=scene)]

    @pytest.fixture
    def silence(self, postgres_url: str) -> Silence:
        return silencer(postgres_url)
