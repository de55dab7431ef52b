"""What lies in the data directory: the CLI's token, and where the server is."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runwhy.data_dir import (
    ServerRecord,
    ensure_token,
    find_server,
    read_server_records,
    read_token,
    remove_server_record,
    write_server_record,
)

NOWHERE = "http://127.0.0.1:9"


def test_the_token_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    directory = tmp_path / "new"
    assert read_token(directory) is None

    token = ensure_token(directory)

    assert token.startswith("whk_local_") and len(token) > 50
    assert ensure_token(directory) == read_token(directory) == token
    assert stat.S_IMODE((directory / "cli-token").stat().st_mode) == 0o600


def test_who_comes_at_the_same_time_gets_the_same_token(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        tokens = set(pool.map(lambda _: ensure_token(tmp_path), range(64)))

    assert len(tokens) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["cli-token"]


def test_a_note_says_where_the_server_is(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        note = ServerRecord(url=url, pid=os.getpid(), database="runwhy.db")
        write_server_record(tmp_path, note)

        assert find_server(tmp_path, "runwhy.db") == note
        assert find_server(tmp_path, "another.db") == note
        assert find_server(tmp_path, "another.db", any_other=False) is None
    remove_server_record(tmp_path, pid=os.getpid())
    assert read_server_records(tmp_path) == []


def test_of_two_servers_the_one_with_the_database_is_found(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        first = ServerRecord(url=url, pid=os.getpid(), database="first.db")
        second = ServerRecord(url=url, pid=os.getppid(), database="second.db")
        write_server_record(tmp_path, first)
        write_server_record(tmp_path, second)

        assert find_server(tmp_path, "first.db") == first
        assert find_server(tmp_path, "second.db") == second
        remove_server_record(tmp_path, pid=second.pid)
        assert find_server(tmp_path, "second.db") == first


def test_a_note_of_a_server_that_died_is_not_true(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        assert not ServerRecord(url=url, pid=gone.pid, database="x").is_running
    assert not ServerRecord(url=NOWHERE, pid=os.getpid(), database="x").is_running


def test_only_its_own_note_is_taken_back(tmp_path: Path) -> None:
    write_server_record(tmp_path, ServerRecord(url=NOWHERE, pid=os.getpid() + 1, database="x"))
    remove_server_record(tmp_path, pid=os.getpid())

    assert len(read_server_records(tmp_path)) == 1


def test_a_broken_note_is_none(tmp_path: Path) -> None:
    for text in ("", "{", "[]", '{"url": "x"}', '{"url": "x", "pid": null, "database": ""}'):
        (tmp_path / "server-1.json").write_text(text)
        assert read_server_records(tmp_path) == []
