"""Files in the data directory: the CLI token and the server records."""

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


def test_the_token_is_created_once_and_readable_only_by_its_owner(tmp_path: Path) -> None:
    directory = tmp_path / "new"
    assert read_token(directory) is None

    token = ensure_token(directory)

    assert token.startswith("rwk_local_") and len(token) > 50
    assert ensure_token(directory) == read_token(directory) == token
    assert stat.S_IMODE((directory / "cli-token").stat().st_mode) == 0o600


def test_concurrent_callers_get_the_same_token(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        tokens = set(pool.map(lambda _: ensure_token(tmp_path), range(64)))

    assert len(tokens) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["cli-token"]


def test_a_server_is_found_by_its_record(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        record = ServerRecord(url=url, pid=os.getpid(), database="runwhy.db")
        write_server_record(tmp_path, record)

        assert find_server(tmp_path, "runwhy.db") == record
        assert find_server(tmp_path, "another.db") == record
        assert find_server(tmp_path, "another.db", any_other=False) is None
    remove_server_record(tmp_path, pid=os.getpid())
    assert read_server_records(tmp_path) == []


def test_the_server_with_the_same_database_is_preferred(tmp_path: Path) -> None:
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


def test_the_record_of_a_dead_server_is_not_running(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        assert not ServerRecord(url=url, pid=gone.pid, database="x").is_running
    assert not ServerRecord(url=NOWHERE, pid=os.getpid(), database="x").is_running


def test_a_server_removes_only_its_own_record(tmp_path: Path) -> None:
    write_server_record(tmp_path, ServerRecord(url=NOWHERE, pid=os.getpid() + 1, database="x"))
    remove_server_record(tmp_path, pid=os.getpid())

    assert len(read_server_records(tmp_path)) == 1


def test_invalid_records_are_ignored(tmp_path: Path) -> None:
    for text in ("", "{", "[]", '{"url": "x"}', '{"url": "x", "pid": null, "database": ""}'):
        (tmp_path / "server-1.json").write_text(text)
        assert read_server_records(tmp_path) == []
