"""The comparison of queues runs, and measures the documented values."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.engines import Sizes, measure, share
from bench.engines_deployments import QUEUES, Setup
from tests.support.postgres import PostgresServer


@pytest.mark.parametrize("name", ["runwhy-queue", "runwhy"])
def test_a_queue_is_measured_with_real_workers_and_a_kill(
    name: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    database = int((postgres.data / "postmaster.pid").read_text().split()[0])
    url = postgres.create_database(f"engines_{name.replace('-', '_')}")
    setup = Setup(url=url, folder=tmp_path, beat=0.2, dead_after=1.0)
    sizes = Sizes(runs=10, latencies=2, idle=0.2, kills=1, warm=2)

    found = measure(QUEUES[name], setup, 1, database, sizes)

    assert found.accepted >= found.ended > 0
    assert len(found.latencies) == 2
    assert min(found.server_cpu, found.database_cpu) > 0
    assert len(found.recoveries) == 1 and found.recoveries[0] > 0


def test_percentiles_are_values_that_were_measured() -> None:
    assert share([3.0, 1.0, 2.0], 0.5) == 2.0
    assert share([3.0, 1.0, 2.0], 0.99) == 3.0
    assert share([], 0.5) == 0.0
