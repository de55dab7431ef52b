"""Commands open the database directly if no server is running."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.cli.processes import Done, environment, json_lines, runwhy

import runwhy as package
from runwhy.data_dir import ServerRecord, write_server_record


def test_two_runs_without_a_server_wait_for_each_other(data: Path) -> None:
    env = environment(data)

    def run(name: str) -> Done:
        return runwhy("run", "-t", f"name={name}", f"{name} [[sleep 0.3]]", env=env)

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(run, ("one", "two")))

    assert [each.returncode for each in done] == [0, 0], [each.stderr for each in done]
    for name, each in zip(("one", "two"), done, strict=True):
        assert "trigger: cli (attended)" in each.stdout and f"task: {name}" in each.stdout
        assert each.stderr.splitlines()[0].endswith(f"· cli · name={name}")
    with package.local(data / "runwhy.db") as client:
        found = {run.id for run in client.list_runs().runs}
    assert found == {each.stderr.split()[0] for each in done}
    assert not [*data.glob("server-*.json")]


def test_listing_does_not_execute_queued_runs(data: Path, tmp_path: Path) -> None:
    db = tmp_path / "other.db"
    env = environment(data)
    with package.local(db, shutdown_grace=0) as client:
        waiting = client.submit("Wait [[sleep 600]]").run_id
        next(event for event in client.follow(waiting) if event.type == "started")

    (run,) = json_lines(runwhy("runs", "list", "--json", "--db", str(db), env=env).stdout)
    assert (run["id"], run["status"], run["attempt"]) == (waiting, "queued", 2)
    with package.local(db) as client:
        client.cancel_run(waiting)


def test_submit_requires_a_server(data: Path) -> None:
    done = runwhy("submit", "Count", env=environment(data))

    assert done.returncode == 6
    assert "no server is running" in done.stderr and "`runwhy serve`" in done.stderr


def test_the_record_of_a_dead_server_is_ignored(data: Path) -> None:
    record = ServerRecord(url="http://127.0.0.1:9", pid=2**22 + 1, database="runwhy.db")
    write_server_record(data, record)

    assert runwhy("submit", "Count", env=environment(data)).returncode == 6


def test_invalid_settings_are_listed(data: Path, tmp_path: Path) -> None:
    wrong = {"RUNWHY_PORT": "abc", "RUNWHY_TIMEZONE": "Berln", "RUNWHY_LOG_LEVEL": "loud"}
    done = runwhy("models", env=environment(data, **wrong))
    assert done.returncode == 2
    assert "port (RUNWHY_PORT): must be an integer" in done.stderr
    assert "timezone (RUNWHY_TIMEZONE): " in done.stderr and "IANA" in done.stderr
    assert "log_level (RUNWHY_LOG_LEVEL): " in done.stderr

    (tmp_path / "runwhy.toml").write_text("port = ")
    done = runwhy("models", env=environment(data), cwd=tmp_path)
    assert done.returncode == 2 and "runwhy.toml is not valid TOML" in done.stderr
