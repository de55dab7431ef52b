"""Databases recorded from earlier versions are upgraded without losing anything."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.support.postgres import PostgresServer
from tests.support.servers import running_server, server_settings
from tests.upgrades.comparison import Contents, contents, differences
from tests.upgrades.dumps import load_postgres, load_sqlite
from tests.upgrades.sample_data import KEY, Filler, brief

from runwhy.ports import Clock
from runwhy.settings import Settings
from runwhy.stores.sql.migration import FOLDER as MIGRATIONS
from runwhy.vault import PLAIN
from runwhy.wiring import make_store, wall_clock

LEDGER = "schema_migrations"
COPIES = ("packs", "pack_columns", "unpacked")  # the server builds them again from the runs
SCHEMAS = sorted((Path(__file__).parents[1] / "data" / "schemas").iterdir())


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgraded:
    """A recorded database that was upgraded, and a client of a server on it."""

    here: Filler
    answers: dict[str, Any]  # of the server that was recorded
    before: Contents
    after: Contents


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=SCHEMAS, ids=lambda path: path.name)
def record(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture(scope="module")
def upgraded(
    store: str,
    record: Path,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Upgraded]:
    directory = tmp_path_factory.mktemp(record.name)
    with loaded(record, store, directory, request) as url:
        settings = server_settings(directory, database_url=url, secret_key=(KEY,))
        before = contents(url)
        asyncio.run(migrate(settings))
        after = contents(url, before)
        answers = json.loads((record / f"{store}.json").read_text())
        clock = clock_since(answers)
        with running_server(settings, clock=clock) as running:
            here = Filler(running.url, clock)
            with here.http:
                yield Upgraded(here=here, answers=answers, before=before, after=after)


@contextmanager
def loaded(
    record: Path, store: str, directory: Path, request: pytest.FixtureRequest
) -> Iterator[str]:
    """Load a recorded database and yield its URL."""
    script = (record / f"{store}.sql").read_text()
    if store == "sqlite":
        load_sqlite(directory / "runwhy.db", script)
        yield f"sqlite:///{directory / 'runwhy.db'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.create_database("upgraded")
    load_postgres(url, script)
    yield url
    server.drop_database("upgraded")


def clock_since(answers: dict[str, Any]) -> Clock:
    """Return a clock that continues at the time of the recording: later triggers are not due."""
    newest = datetime.fromisoformat(answers["/audit"]["changes"][0]["at"])
    behind = wall_clock() - newest - timedelta(seconds=10)
    return lambda: wall_clock() - behind


async def migrate(settings: Settings) -> None:
    store = make_store(settings, lambda topics: None, PLAIN)  # secrets stay comparable
    await store.open()
    await store.close()


def test_an_upgrade_keeps_every_row(upgraded: Upgraded) -> None:
    assert set(upgraded.before[LEDGER]) <= set(upgraded.after[LEDGER])
    for table in upgraded.before.keys() - {LEDGER, *COPIES}:
        assert upgraded.after[table] == upgraded.before[table], table


def test_the_server_responds_as_the_recorded_one_did(upgraded: Upgraded) -> None:
    for path, old in upgraded.answers.items():
        if path.startswith("/"):
            answer = upgraded.here.http.get(path)
            assert answer.status_code == 200, answer.text
            assert list(differences(old, brief(path, answer.json()), path)) == []


def test_an_old_key_is_accepted_and_new_runs_are_found_with_the_old_ones(
    upgraded: Upgraded,
) -> None:
    http = upgraded.here.http
    body = {"systemPrompt": "x", "prompt": "Hi", "metadata": {"customer": "new"}}
    run = http.post("/agent-runs", json=body, headers={"X-API-Key": upgraded.answers["secret"]})
    id = run.json()["runId"]
    actor = upgraded.here.ended(id)["origin"]["actor"]

    assert actor["id"] == upgraded.answers["/keys"]["keys"][0]["id"]
    assert [one["id"] for one in http.get("/agent-runs?q=customer:new").json()["runs"]] == [id]
    facet = http.get("/agent-runs/facets?key=customer").json()["values"]
    assert {"value": "globex", "count": 1} in facet and {"value": "new", "count": 1} in facet


def test_an_old_webhook_accepts_requests_signed_with_its_secret(upgraded: Upgraded) -> None:
    [hook] = [one for one in upgraded.answers["/triggers"]["triggers"] if one["hookPath"]]

    assert upgraded.here.ended(upgraded.here.deliver(hook, "msg_2"))["status"] == "succeeded"


def test_runs_that_were_executing_or_waiting_continue(upgraded: Upgraded) -> None:
    left = upgraded.here.http.get("/agent-runs?q=sleep OR behind").json()["runs"]
    [behind, at_work] = [run["id"] for run in left]
    upgraded.here.http.post(f"/agent-runs/{at_work}/cancel")

    assert upgraded.here.ended(at_work)["status"] == "cancelled"
    assert upgraded.here.ended(behind)["status"] == "succeeded"


def test_recorded_migrations_do_not_change() -> None:
    for record in SCHEMAS:
        for name, checksum in json.loads((record / "schema.json").read_text()).items():
            found = hashlib.sha256((MIGRATIONS / name).read_bytes()).hexdigest()
            assert found == checksum, f"{name} is recorded as {record.name}: add a migration"


def test_todays_schema_is_recorded() -> None:
    present = {file.name for file in MIGRATIONS.glob("*.sql")}
    recorded = [set(json.loads((record / "schema.json").read_text())) for record in SCHEMAS]

    assert present in recorded, "run scripts/record-schema"
