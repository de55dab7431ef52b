"""Databases of both kinds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contracts.conftest import emptied


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runwhy.db'}"
    url: str = request.getfixturevalue("postgres_url")
    emptied(url)
    return url
