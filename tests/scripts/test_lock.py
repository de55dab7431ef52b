"""`scripts/lock`: pins come from the index, and the index is not named."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.support.http_server import HttpRequest, HttpResponse, http_server

LOCK = Path(__file__).parents[2] / "scripts" / "lock"
PROJECT = """\
[build-system]
requires = ["backend>=1"]
build-backend = "backend"

[project]
name = "ours"
version = "1.0"
requires-python = ">=3.11"
dependencies = ["server>=1"]

[project.optional-dependencies]
otel = ["traces"]

[dependency-groups]
dev = ["tool"]

[tool.uv]
# Pinned by scripts/lock: begin
# Pinned by scripts/lock: end
"""


@dataclass
class Index:
    """A package index whose packages can be released while it runs."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)  # the metadata of each wheel

    def release(self, name: str, version: str, *requires: str) -> None:
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        metadata = "\n".join([*lines, *(f"Requires-Dist: {one}" for one in requires)])
        self.files[f"{name}-{version}-py3-none-any.whl"] = f"{metadata}\n".encode()

    def answer(self, request: HttpRequest) -> HttpResponse:
        name = request.path.strip("/").split("/")[-1]
        if name.endswith(".metadata"):
            return HttpResponse(body=self.files[name.removesuffix(".metadata")])
        links = [
            f'<a href="/files/{file}#sha256={digest(file)}" data-core-metadata="true">{file}</a>'
            for file in self.files
            if file.startswith(f"{name}-")
        ]
        page = "\n".join(["<!doctype html><html><body>", *links, "</body></html>"]).encode()
        headers = {"Content-Type": "text/html"}
        return HttpResponse(status=200 if links else 404, body=page, headers=headers)


def digest(file: str) -> str:
    """The hash of a wheel. The wheel does not exist: a resolution reads only metadata."""
    return hashlib.sha256(file.encode()).hexdigest()


@pytest.fixture
def index() -> Iterator[Index]:
    made = Index()
    for name in ("backend", "node", "traces", "tool"):
        made.release(name, "1.0")
    made.release("server", "1.0", "parser; sys_platform == 'linux'")
    made.release("parser", "1.5")
    with http_server(made.answer) as url:
        made.url = url
        yield made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "hatch_build.py").write_text('NODE = "node>=1"\n')
    return tmp_path


def lock(project: Path, index: Index, *options: str) -> tuple[int, str]:
    if shutil.which("uv") is None:
        pytest.skip("uv is not installed")
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, LOCK, "--root", project, *options],
        env={**inherited, "UV_DEFAULT_INDEX": f"{index.url}/simple", "UV_NO_CACHE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


def test_all_dependencies_are_pinned_and_no_host_is_named(project: Path, index: Index) -> None:
    code, output = lock(project, index)

    assert code == 0, output
    uv = tomllib.loads((project / "pyproject.toml").read_text())["tool"]["uv"]
    assert uv == {
        "constraint-dependencies": ["parser==1.5", "server==1.0", "tool==1.0", "traces==1.0"],
        "build-constraint-dependencies": ["backend==1.0", "node==1.0"],
    }
    hashed = (project / "requirements.lock").read_text()
    wheel = digest("server-1.0-py3-none-any.whl")
    assert f"server==1.0 \\\n    --hash=sha256:{wheel}\n" in hashed
    assert "traces==1.0" in hashed and "tool==" not in hashed
    for file in project.iterdir():
        assert "127.0.0.1" not in file.read_text()


def test_a_second_run_changes_nothing(project: Path, index: Index) -> None:
    lock(project, index)
    before = {file: file.read_text() for file in project.iterdir()}

    code, output = lock(project, index)

    assert code == 0 and "wrote" not in output
    assert {file: file.read_text() for file in project.iterdir()} == before


def test_a_new_release_is_used_unless_the_pins_are_kept(project: Path, index: Index) -> None:
    lock(project, index)
    index.release("server", "1.1", "parser")

    assert lock(project, index, "--check")[0] == 0
    lock(project, index, "--keep")
    assert '"server==1.0"' in (project / "pyproject.toml").read_text()

    lock(project, index)
    assert '"server==1.1"' in (project / "pyproject.toml").read_text()


def test_the_check_fails_when_a_dependency_is_not_pinned(project: Path, index: Index) -> None:
    lock(project, index)
    file = project / "pyproject.toml"
    file.write_text(file.read_text().replace('["tool"]', '["tool", "linter"]'))
    index.release("linter", "3.0")

    code, output = lock(project, index, "--check")

    assert code == 1 and "outdated: pyproject.toml" in output
    assert "linter==" not in file.read_text()
