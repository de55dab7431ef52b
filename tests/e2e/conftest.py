"""Fixtures of the end-to-end tests: a Restate server, and servers on each database and queue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.chaos import ServerProcess
from tests.support.postgres import PostgresServer
from tests.support.restate import RestateNode, running_restate


@pytest.fixture(scope="session")
def restate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestateNode]:
    """A real Restate server for all tests, started when it is first needed."""
    with running_restate(tmp_path_factory.mktemp("restate")) as node:
        yield node


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """A database and a queue, on which a test starts servers."""

    database: str
    directory: Path
    env: dict[str, str]

    def server(self, name: str = "server", **options: Any) -> ServerProcess:
        """Return a server that has not started."""
        folder = self.directory / name
        folder.mkdir(exist_ok=True)
        return ServerProcess(self.database, folder, env=self.env, **options)


@pytest.fixture(
    params=[
        "sqlite-embedded",
        "postgres-embedded",
        pytest.param("sqlite-restate", marks=pytest.mark.full),
        "postgres-restate",
    ]
)
def installation(request: pytest.FixtureRequest, tmp_path: Path) -> Installation:
    """Each database with each queue: the guarantees about crashes are the same."""
    database, queue = request.param.split("-")
    return _installation(request, database, queue, tmp_path)


@pytest.fixture(params=["embedded", "restate"])
def shared_installation(request: pytest.FixtureRequest, tmp_path: Path) -> Installation:
    """PostgreSQL with each queue, for several servers."""
    return _installation(request, "postgres", request.param, tmp_path)


def _installation(
    request: pytest.FixtureRequest, database: str, queue: str, directory: Path
) -> Installation:
    url = str(directory / "runwhy.db")
    if database == "postgres":  # a separate one: `postgres_url` is shared by all tests of a module
        postgres: PostgresServer = request.getfixturevalue("postgres")
        name = f"{request.module.__name__.rpartition('.')[2]}_{queue}"[-63:]
        url = postgres.create_database(name, like=request.getfixturevalue("migrated"))
        request.addfinalizer(partial(postgres.drop_database, name))
    env = {}
    if queue == "restate":
        env = request.getfixturevalue("restate").environment()
    return Installation(database=url, directory=directory, env=env)
