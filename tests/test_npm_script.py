"""`scripts/npm`: the dashboard's packages are installed before its npm scripts run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FAKE_NPM = """#!/bin/sh
echo "$@" >> calls
case "$1" in ci) mkdir -p node_modules ;; esac
[ "$3" != lint ]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("hatch_build.py", "scripts/npm"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "package-lock.json").write_text("{}")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "npm").write_text(FAKE_NPM)
    (tmp_path / "bin" / "npm").chmod(0o755)
    return tmp_path


def run(project: Path, *scripts: str) -> int:
    path = f"{project / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, project / "scripts" / "npm", *scripts]
    return subprocess.run(command, env={**os.environ, "PATH": path}, timeout=60).returncode


def test_packages_are_installed_once_and_every_script_runs_after_a_failed_one(
    project: Path,
) -> None:
    assert run(project, "lint", "format:check") == 1
    assert run(project, "format:check") == 0

    calls = [line.split()[:3] for line in (project / "ui" / "calls").read_text().splitlines()]
    assert [call[0] for call in calls] == ["ci", "run", "run", "run"]
    assert [call[2] for call in calls[1:]] == ["lint", "format:check", "format:check"]
