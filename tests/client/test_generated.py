"""The blocking client is generated from the async one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "runwhy" / "client"


def unasync(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "scripts" / "unasync", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_blocking_client_is_in_step_with_the_async_one() -> None:
    done = unasync("--check")

    assert done.returncode == 0, f"run scripts/unasync\n{done.stdout}{done.stderr}"


def test_a_change_on_either_side_is_detected(tmp_path: Path) -> None:
    client = tmp_path / "client"
    shutil.copytree(CLIENT, client, ignore=shutil.ignore_patterns("__pycache__"))
    (client / "_async" / "sessions.py").write_text("async def new() -> None: ...\n")
    (client / "_sync" / "orphan.py").write_text("")

    done = unasync("--check", client)

    assert done.returncode == 1
    assert [Path(line.split()[0]).name for line in done.stdout.splitlines()] == [
        "sessions.py",
        "orphan.py",
    ]


def test_both_shims_offer_the_same_names() -> None:
    from runwhy.client._async import _io as with_tasks
    from runwhy.client._sync import _io as with_threads

    shared = ("HttpClient", "Transport", "Workers", "notify", "run_tool", "sleep")
    for name in shared:
        assert hasattr(with_tasks, name) and hasattr(with_threads, name)
