"""Options and fixtures of all tests: databases, order, and Hypothesis profiles."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings
from sqlalchemy import create_engine
from tests.support.postgres import (
    PostgresMissing,
    PostgresServer,
    find_install,
    running_postgres,
)

from runwhy.stores.sql.migration import migrate

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")

# A shell script's background jobs ignore Ctrl-C, and so would all processes that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Servers in this process would otherwise log to `sys.stdout`, where a command that a test runs
# in this process writes its result.
structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.__stderr__))

# No deadline: a single example can be slow on a busy machine.
settings.register_profile("default", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=200, deadline=None, derandomize=True)
settings.register_profile("fuzz", max_examples=5_000, deadline=None)  # takes minutes
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if IN_CI else "default"))


MOST_WORKERS = 4  # each starts a PostgreSQL, and perhaps a browser

# The slowest files run first, so that all workers finish at about the same time.
SLOWEST = (
    "tests/services/test_cron_triggers.py",
    "tests/contracts/test_search.py",
    "tests/docs/test_snippets.py",
    "tests/e2e/",
    "tests/docs/",
    "tests/server/test_schemathesis.py",
    "tests/upgrades/",
    "tests/packaging/",
    "tests/contracts/",
    "tests/fuzz/",
    "tests/cli/",
    "tests/services/",
    "tests/server/",
    "tests/executors/",
)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use two workers per core for the whole suite, because tests wait half of the time.

    Selected tests run without workers.
    """
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return min(2 * (os.cpu_count() or 1), MOST_WORKERS) if everything else 0


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="Also run the tests marked `full`.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip tests marked `full` unless `--full` is given, and run the slowest files first."""
    if not config.getoption("--full"):
        config.hook.pytest_deselected(items=[item for item in items if _is_full(item)])
        items[:] = [item for item in items if not _is_full(item)]
    items.sort(key=lambda item: _rank(item.nodeid))


def _is_full(item: pytest.Item) -> bool:
    return item.get_closest_marker("full") is not None


def _rank(nodeid: str) -> int:
    found = (rank for rank, start in enumerate(SLOWEST) if nodeid.startswith(start))
    return next(found, len(SLOWEST))


def pytest_report_header() -> str:
    try:
        return f"PostgreSQL: {find_install().name} of the wheel"
    except PostgresMissing as missing:
        return f"PostgreSQL: MISSING, its tests are skipped: {missing}"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real server for all tests, started when it is first needed, with its tools on the PATH."""
    try:
        tools = find_install() / "bin"
    except PostgresMissing as missing:
        (pytest.fail if IN_CI else pytest.skip)(str(missing))
    with running_postgres() as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(tools), prepend=os.pathsep)
        yield server


@pytest.fixture(scope="session")
def migrated(postgres: PostgresServer) -> str:
    """A migrated, empty database to copy."""
    engine = create_engine(postgres.create_database("migrated"))
    with engine.begin() as conn:
        migrate(conn, "postgres")
    engine.dispose()
    return "migrated"


@pytest.fixture(scope="module")
def postgres_url(
    postgres: PostgresServer, migrated: str, request: pytest.FixtureRequest
) -> Iterator[str]:
    """A migrated, empty database for one test module."""
    name = request.module.__name__.replace(".", "_")[-63:]
    yield postgres.create_database(name, like=migrated)
    postgres.drop_database(name)
