"""The TypeScript client, built and packed as for npm, and a real server for its tests."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.dashboard.browser import need
from tests.support.servers import RunningServer, running_server, server_settings

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "clients" / "typescript"
COMPILER = ROOT / "ui" / "node_modules" / ".bin" / "tsc"


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the client with its built files."""
    need(Path(shutil.which("node") or "node"), "install Node 20 or newer")
    need(COMPILER, "cd ui && npm ci")
    copy = tmp_path_factory.mktemp("typescript") / "client"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("dist", "node_modules"))
    run(["npm", "run", "build"], cwd=copy, PATH=f"{COMPILER.parent}:{os.environ['PATH']}")
    return copy


@pytest.fixture(scope="session")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project that has installed the packed client."""
    project = tmp_path_factory.mktemp("project")
    packed = json.loads(run(["npm", "pack", "--json", "--ignore-scripts"], cwd=package))
    (project / "package.json").write_text('{"type": "module", "private": true}')
    archive = package / names_of(packed)["filename"]
    run(["npm", "install", "--offline", "--no-audit", "--no-fund", str(archive)], cwd=project)
    return project


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path_factory.mktemp("client"))) as running:
        yield running


def names_of(packed: object) -> dict[str, str]:
    """Return the description of the one package in the output of `npm pack --json`."""
    found = list(packed.values()) if isinstance(packed, dict) else packed
    assert isinstance(found, list) and len(found) == 1
    return dict(found[0])


def run(command: list[str], *, cwd: Path, **variables: str) -> str:
    """Run a program and return its output; fail with everything that it printed."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
