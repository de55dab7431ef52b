"""`runwhy doctor` reports problems and suggests fixes."""

from __future__ import annotations

import os
import socket
import sqlite3
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from tests.cli.conftest import Command
from tests.cli.processes import Served, json_lines
from tests.support.migrations import add_migration
from tests.support.postgres import PostgresServer

from runwhy.cli import main
from runwhy.cli.checks import TESTED

HOUR = range(3595, 3606)  # seconds, with some tolerance


def cli(*args: str) -> None:
    result = CliRunner().invoke(main, [*args], prog_name="runwhy")
    assert result.exit_code == 0, result.output


def doctor(*args: str) -> dict[str, dict[str, str]]:
    result = CliRunner().invoke(main, ["doctor", "--json", *args], prog_name="runwhy")
    return {
        one["name"]: {**one, "exit": str(result.exit_code)} for one in json_lines(result.stdout)
    }


@pytest.fixture
def empty_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: Path) -> Path:
    """An empty PATH, without settings and without a server."""
    bin = tmp_path / "bin"
    bin.mkdir()
    monkeypatch.setenv("PATH", str(bin))
    monkeypatch.setenv("RUNWHY_DATA_DIR", str(data))
    monkeypatch.setenv("RUNWHY_PORT", "0")
    return bin


def test_all_checks_pass_with_a_running_server(command: Command, server: Served) -> None:
    shown = command("doctor").stdout

    assert f"ok    server          {server.url}" in shown
    assert "up to date" in shown
    assert "fail" not in shown


def test_no_check_fails_on_a_new_machine(empty_path: Path, data: Path) -> None:
    found = doctor()

    assert {one["exit"] for one in found.values()} == {"0"}
    assert found["database"]["detail"].endswith("runwhy.db (created on first use)")
    assert found["server"]["do"] == "start it: `runwhy serve`"
    assert found["claude"]["detail"].startswith("not installed")
    assert not data.exists()


def test_options_override_the_environment_and_the_environment_the_file(
    empty_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runwhy.toml").write_text('port = 1\ndatabase_url = "from-file.db"\n')
    monkeypatch.chdir(tmp_path)

    found = doctor()
    assert "port 0" in found  # from the environment
    assert str(tmp_path / "from-file.db") in found["database"]["detail"]
    typed = str(tmp_path / "typed.db")
    assert typed in doctor("--db", typed)["database"]["detail"]


def test_installed_coding_agents_are_shown_with_version_and_features(empty_path: Path) -> None:
    says = "echo '2.1.9 (Claude Code) --input-format --resume --fork-session'"
    for name, script in {"claude": says, "codex": "exit 1", "copilot": "echo 0.1"}.items():
        (empty_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (empty_path / name).chmod(0o755)

    found = doctor()
    assert found["claude"]["detail"].startswith("2.1.9 (Claude Code)")
    assert found["claude"]["detail"].endswith(f"({empty_path / 'claude'}): approvals, resume, fork")
    assert found["copilot"]["state"] == "warn"
    assert "no approvals, resume" in found["copilot"]["detail"]
    assert found["codex"]["state"] == "warn" and "codex --version" in found["codex"]["do"]


def test_a_coding_agent_that_is_newer_than_the_tested_version_is_a_warning(
    empty_path: Path,
) -> None:
    words = "--input-format --resume --fork-session --acp app-server fork"
    newer = {"claude": "2.2.0 (Claude Code)", "codex": "codex-cli 0.166.0", "copilot": "9.1"}
    for name, version in newer.items():
        (empty_path / name).write_text(f"#!/bin/sh\necho '{version} {words}'\n")
        (empty_path / name).chmod(0o755)

    found = doctor()

    assert [found[name]["state"] for name in newer] == ["warn", "ok", "warn"]
    assert found["claude"]["detail"].endswith("newer than the tested 2.1.325")
    assert "@github/copilot@1.0.102" in found["copilot"]["do"]


def test_the_tested_versions_are_the_ones_that_are_installed() -> None:
    script = (Path(__file__).parents[2] / "scripts" / "agent-clis").read_text()

    for agent, (version, package) in TESTED.items():
        assert f"{agent.upper()}={version}" in script and package in script


def test_a_failed_check_exits_with_1(
    empty_path: Path,
) -> None:
    found = doctor("--db", "postgresql://me:sesame@127.0.0.1:9/x")

    assert found["database"]["state"] == "fail" and "sesame" not in str(found)
    assert found["database"]["exit"] == "1"


def test_queued_runs_without_a_server_are_a_warning(empty_path: Path, tmp_path: Path) -> None:
    import runwhy

    db = tmp_path / "queued.db"
    with runwhy.local(db, shutdown_grace=0) as client:
        events = client.follow(client.submit("Wait [[sleep 600]]").run_id)
        next(event for event in events if event.type == "started")

    found = doctor("--db", str(db))
    assert found["queue"]["state"] == "warn"
    assert found["queue"]["detail"] == "1 queued, 0 claimed"
    assert found["keys"]["state"] == "ok"


def test_a_missing_key_fails_if_other_machines_can_connect(
    empty_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "open.db")
    CliRunner().invoke(main, ["db", "upgrade", "--db", db])
    monkeypatch.setenv("RUNWHY_HOST", "0.0.0.0")

    assert doctor("--db", db)["keys"]["state"] == "fail"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_data_directory_fails(
    empty_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    monkeypatch.setenv("RUNWHY_DATA_DIR", str(locked))

    assert doctor()["data directory"]["state"] == "fail"


def test_a_clock_behind_the_newest_run_is_a_warning(empty_path: Path, tmp_path: Path) -> None:
    import runwhy

    db = tmp_path / "clock.db"
    with runwhy.local(db) as client:
        client.submit("Hello")
    assert doctor("--db", str(db))["clock"]["state"] == "ok"
    with sqlite3.connect(db) as conn:
        conn.execute("UPDATE runs SET created_at = created_at + 3600000")
    conn.close()

    clock = doctor("--db", str(db))["clock"]
    assert clock["state"] == "warn" and "behind the newest run" in clock["detail"]


def test_clock_skew_and_read_only_mode_of_postgresql_are_reported(
    empty_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.create_database("doctored")
    cli("db", "upgrade", "--db", url)
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as conn:
        conn.execute(
            "CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
            "$$ SELECT pg_catalog.clock_timestamp() - interval '1 hour' $$"
        )
        conn.execute("ALTER DATABASE doctored SET search_path = public, pg_catalog")
        conn.execute(
            "INSERT INTO workers (id, name, started_at, beat_at) "
            "VALUES ('wrk_1', 'elsewhere', 0, 9999999999999)"
        )
        found = doctor("--db", url)
        assert found["clock"]["state"] == "warn" and found["clock"]["exit"] == "0"
        assert found["clock"]["detail"] in {f"{n} s ahead of the database" for n in HOUR}
        assert found["queue"]["detail"] == "0 queued, 0 claimed, 1 active servers"
        assert found["connections"]["state"] == "ok"
        conn.execute("ALTER DATABASE doctored SET default_transaction_read_only = on")
        monkeypatch.setattr("runwhy.cli.database_checks.CONNECTIONS", 1000)
        found = doctor("--db", url)
        assert found["database"]["state"] == "fail" and "primary" in found["database"]["do"]
        assert "max_connections" in found["connections"]["do"]
    postgres.drop_database("doctored")


def test_a_damaged_file_suggests_restoring_a_backup(empty_path: Path, tmp_path: Path) -> None:
    db = tmp_path / "damaged.db"
    cli("db", "upgrade", "--db", str(db))
    assert doctor("--db", str(db))["database"]["state"] == "ok"
    whole = db.read_bytes()
    for damaged in (whole[:-8192] + b"\xff" * 8192, b"no database" * 400):
        db.write_bytes(damaged)

        found = doctor("--db", str(db))["database"]

        assert found["state"] == "fail" and "`runwhy restore`" in found["do"], found


def test_long_waits_and_low_disk_space_are_reported(
    empty_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "full.db"
    cli("db", "upgrade", "--db", str(db))
    with sqlite3.connect(db) as conn:
        conn.execute(
            "INSERT INTO workers (id, name, started_at, beat_at) "
            "VALUES ('wrk_1', 'here', 0, 9999999999999)"
        )
        conn.execute(
            "INSERT INTO jobs (run_id, seq, workspace, lane, created_at) "
            "VALUES ('run_1', 1, 1, 'run_1', 0)"
        )
    conn.close()
    monkeypatch.setattr("runwhy.cli.checks.LOW_DISK_SPACE", 1 << 60)

    found = doctor("--db", str(db))

    assert "RUNWHY_CONCURRENCY" in found["queue"]["do"]
    assert found["disk"]["state"] == "warn" and "GiB free" in found["disk"]["detail"]


def test_a_missing_dashboard_is_a_warning(
    empty_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runwhy.cli.checks.FOLDER", tmp_path)

    assert doctor()["dashboard"]["state"] == "warn"


def test_an_older_or_newer_schema_suggests_an_upgrade(
    empty_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "other.db"
    cli("db", "upgrade", "--db", str(db))

    with monkeypatch.context() as patch:
        add_migration(patch, tmp_path, number=9999, statement="CREATE TABLE later (x BIGINT)")
        older = doctor("--db", str(db))
        cli("db", "upgrade", "--db", str(db))
    newer = doctor("--db", str(db))

    assert older["schema"]["do"] == "`runwhy db upgrade`" and older["schema"]["exit"] == "0"
    assert newer["schema"]["do"] == "upgrade Runwhy" and newer["schema"]["exit"] == "1"


def test_a_port_in_use_is_reported(empty_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setenv("RUNWHY_PORT", str(port))

        assert doctor()[f"port {port}"]["do"] == "`runwhy serve --port 0`"


def test_agents_of_the_agent_client_protocol_are_started_and_asked_what_they_can(
    empty_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = (
        '{"jsonrpc":"2.0","id":0,"result":{"agentInfo":{"version":"%s"},"agentCapabilities":%s}}'
    )
    can = '{"loadSession":true,"sessionCapabilities":{"systemPrompt":{}}}'
    for name, version in {"opencode": "99.0.0", "codex-acp": "0.1", "small": "1"}.items():
        script = empty_path / name
        script.write_text(f"#!/bin/sh\nread line\necho noise\necho '{answer % (version, can)}'\n")
        script.chmod(0o755)
    (empty_path / "qwen").write_text("#!/bin/sh\nexit 1\n")
    (empty_path / "qwen").chmod(0o755)
    (tmp_path / "runwhy.toml").write_text('[acp_agents.small]\ncommand = ["small"]\n')
    monkeypatch.chdir(tmp_path)

    found = doctor()

    assert found["acp:small"]["state"] == "ok"
    assert found["acp:small"]["detail"].endswith(": approvals, resume, system prompt")
    assert found["acp:codex-acp"]["state"] == "ok"
    assert found["acp:opencode"]["state"] == "warn"
    assert "newer than the tested 1.18.33" in found["acp:opencode"]["detail"]
    assert found["acp:qwen"]["state"] == "warn" and "initialize" in found["acp:qwen"]["detail"]
    assert "npm install -g @google/gemini-cli" in found["acp:gemini"]["detail"]
