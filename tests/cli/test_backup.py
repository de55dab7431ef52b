"""`runwhy backup` and `runwhy restore` preserve all data, on both databases."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.server.api_client import Api, ok
from tests.support.postgres import PostgresServer
from tests.support.servers import running_server, server_settings

from runwhy.cli import main

GUIDE = Path(__file__).parents[2] / "docs" / "howto" / "backup.md"


def cli(*args: str) -> Result:
    return CliRunner().invoke(main, [*args], prog_name="runwhy")


@pytest.fixture(params=["sqlite", "postgres"])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """URLs of a source database and of an empty target."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'old.db'}", f"sqlite:///{tmp_path / 'new.db'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    yield server.create_database("kept"), server.create_database("restored")
    server.drop_database("kept")
    server.drop_database("restored")


def everything(api: Api) -> object:
    runs = api.get("/agent-runs", q="customer:acme")["runs"]
    logs = [api.get(f"/agent-runs/{run['id']}/log") for run in runs]
    facet = api.get("/agent-runs/facets", key="customer")
    return runs, logs, facet, api.get("/agent-sessions"), api.get("/audit"), api.get("/keys")


def test_a_backup_of_a_running_server_restores_completely(
    databases: tuple[str, str], tmp_path: Path
) -> None:
    old, new = databases
    file = tmp_path / "backup"
    with running_server(server_settings(tmp_path / "a", database_url=old)) as server:
        api = Api(server.url)
        ok(api.post("/keys", {"name": "k", "scopes": ["runs:read"]}), 201)
        session = api.session(metadata={"customer": "acme"})
        for run in (api.send(session), api.run(metadata={"customer": "acme"}), api.run()):
            api.ended(run)
        before = everything(api)
        saved = cli("backup", str(file), "--db", old)
        assert saved.exit_code == 0, saved.output
        assert "3 runs, 1 sessions" in saved.output
        for private in (file, *tmp_path.glob("old.db"), *tmp_path.glob("old.db-*")):
            assert private.stat().st_mode & 0o077 == 0, private
        again = cli("backup", str(file), "--db", old)
        assert again.exit_code and "already exists" in again.output
        api.http.close()

    rejects_damaged_backups_and_leftover_files(file, new)
    restored = cli("restore", str(file), "--db", new)

    assert restored.exit_code == 0, restored.output
    assert "3 runs, 1 sessions" in restored.output
    with running_server(server_settings(tmp_path / "b", database_url=new)) as server:
        api = Api(server.url)
        assert everything(api) == before
        assert api.ended(api.send(session))["status"] == "succeeded"  # sequence numbers continue
        api.http.close()
    twice = cli("restore", str(file), "--db", new)
    assert twice.exit_code and ("already" in twice.output or "not empty" in twice.output)


def rejects_damaged_backups_and_leftover_files(file: Path, new: str) -> None:
    whole, damaged = file.read_bytes(), file.with_name("damaged")
    middle = len(whole) // 2
    damaged.write_bytes(whole[:middle] + b"\xff" * 8192 + whole[middle + 8192 :])
    rejected = cli("restore", str(damaged), "--db", new)
    assert rejected.exit_code == 2 and "damaged" in rejected.output
    if new.startswith("sqlite"):
        left = Path(new.removeprefix("sqlite:///") + "-wal")  # of a database that was moved away
        left.write_bytes(b"left behind")
        rejected = cli("restore", str(file), "--db", new)
        assert rejected.exit_code and f"{left} already exists" in rejected.output
        left.unlink()
    assert cli("db", "check", "--db", new).exit_code == 3  # still empty


def test_restore_rejects_a_file_that_is_not_a_backup_and_creates_nothing(
    databases: tuple[str, str], tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("not a backup")

    rejected = cli("restore", str(wrong), "--db", databases[1])

    assert rejected.exit_code and "wrong" in rejected.output
    assert cli("db", "check", "--db", databases[1]).exit_code == 3  # still empty


def test_the_documented_tools_back_up_and_restore(
    postgres: PostgresServer, postgres_url: str, tmp_path: Path
) -> None:
    blocks = re.findall(r"```bash\n(pg_\w+ .*?)```", GUIDE.read_text(), re.DOTALL)
    new = postgres.create_database("documented")
    for block in blocks:
        command = block.replace("postgresql://localhost/runwhy_new", f"'{libpq(new)}'")
        command = command.replace("postgresql://localhost/runwhy", f"'{libpq(postgres_url)}'")
        subprocess.run(["bash", "-ec", command], cwd=tmp_path, check=True)

    checked = cli("db", "check", "--db", new)
    assert len(blocks) == 2 and checked.exit_code == 0, checked.output
    postgres.drop_database("documented")


def libpq(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://")


def test_a_backup_without_pg_dump_names_what_to_install(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    failed = cli("backup", str(tmp_path / "backup"), "--db", postgres_url)

    assert failed.exit_code and "install the PostgreSQL client tools" in failed.output
