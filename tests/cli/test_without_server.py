"""Commands when no server runs: they open the database themselves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.cli.running import environment, json_lines, whence

import whence as package
from whence.data_dir import ServerNote, write_note


def test_a_run_needs_no_server_and_is_found_afterwards(data: Path) -> None:
    env = environment(data)

    done = whence("run", "-t", "env=test", "Hello", env=env)
    assert done.returncode == 0
    assert "trigger: cli (attended)" in done.stdout
    assert done.stderr.splitlines()[0].endswith("· cli · env=test")
    with package.local(data / "whence.db") as client:
        (run,) = client.list_runs(metadata={"env": "test"}).runs
    assert run.id == done.stderr.split()[0]
    assert not (data / "server.json").exists()


def test_looking_leaves_what_is_queued_alone(data: Path, tmp_path: Path) -> None:
    db = tmp_path / "other.db"
    env = environment(data)
    with package.local(db, shutdown_grace=0) as client:
        waiting = client.submit("Wait [[sleep 60]]").run_id
        next(event for event in client.follow(waiting) if event.type == "started")

    (run,) = json_lines(whence("runs", "list", "--json", "--db", str(db), env=env).stdout)
    assert (run["id"], run["status"], run["attempt"]) == (waiting, "queued", 2)
    with package.local(db) as client:
        client.cancel_run(waiting)


def test_two_at_once_wait_for_each_other(data: Path) -> None:
    env = environment(data)
    with ThreadPoolExecutor(2) as pool:
        run = lambda name: whence("run", "--quiet", f"{name} [[sleep 0.3]]", env=env)  # noqa: E731
        done = list(pool.map(run, ("One", "Two")))

    assert [one.returncode for one in done] == [0, 0], [one.stderr for one in done]
    assert ["task: One" in done[0].stdout, "task: Two" in done[1].stdout] == [True, True]


def test_a_task_needs_a_server(data: Path) -> None:
    done = whence("submit", "Count", env=environment(data))

    assert done.returncode == 6
    assert "no server is running" in done.stderr and "`whence serve`" in done.stderr


def test_a_note_of_a_dead_server_is_not_believed(data: Path) -> None:
    note = ServerNote(url="http://127.0.0.1:9", pid=2**22 + 1, database="whence.db")
    write_note(data, note)

    assert whence("submit", "Count", env=environment(data)).returncode == 6


def test_settings_that_are_wrong_are_named(data: Path, tmp_path: Path) -> None:
    wrong = {"WHENCE_PORT": "abc", "WHENCE_TIMEZONE": "Berln", "WHENCE_LOG_LEVEL": "loud"}
    done = whence("models", env=environment(data, **wrong))
    assert done.returncode == 2
    assert "port (WHENCE_PORT): Input should be a valid integer" in done.stderr
    assert "timezone (WHENCE_TIMEZONE): " in done.stderr and "IANA" in done.stderr
    assert "log_level (WHENCE_LOG_LEVEL): " in done.stderr

    (tmp_path / "whence.toml").write_text("port = ")
    done = whence("models", env=environment(data), cwd=tmp_path)
    assert done.returncode == 2 and "whence.toml is not TOML" in done.stderr
