"""`uv build` makes a wheel that runs in an empty environment, without Node."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from tests.cli import processes
from tests.cli.processes import Served, json_lines, served
from tests.test_build_hook import hatch_build

ROOT = Path(__file__).parents[2]
NODE = {"node", "nodejs", "npm", "npx", "corepack"}
UNREACHABLE = "http://127.0.0.1:9"
PATIENCE = 120
IN_CI = os.environ.get("CI") == "true"

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The distributions that `uv build` made, and its environment, which has no Node."""

    sdist: Path
    wheel: Path
    direct: Path
    env: Mapping[str, str]


def uv(*arguments: str | Path, env: Mapping[str, str], cwd: Path) -> str:
    done = subprocess.run(
        ["uv", *arguments], env=env, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A source distribution, a wheel made from it, and a wheel made from the clone."""
    require_dashboard()
    folder = tmp_path_factory.mktemp("dist")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RUNWHY_")}
    env = {
        **kept,
        "PATH": str(programs_without_node(folder / "bin")),
        "RUNWHY_REQUIRE_UI": "1",
        "npm_config_registry": UNREACHABLE,  # an npm from PyPI must not help the build
    }
    uv("build", "--quiet", "--out-dir", folder / "both", env=env, cwd=ROOT)
    uv("build", "--quiet", "--wheel", "--out-dir", folder / "direct", env=env, cwd=ROOT)
    (sdist,) = (folder / "both").glob("*.tar.gz")
    (wheel,) = (folder / "both").glob("*.whl")
    (direct,) = (folder / "direct").glob("*.whl")
    return Built(sdist=sdist, wheel=wheel, direct=direct, env=env)


def require_dashboard() -> None:
    """Skip where the dashboard is not built, or not from these sources; fail in CI."""
    mark = ROOT / hatch_build.BUILT / hatch_build.MARK
    if shutil.which("uv") is None:
        (pytest.fail if IN_CI else pytest.skip)("uv is not installed")
    if not mark.exists() or mark.read_text() != hatch_build.fingerprint(ROOT / "ui"):
        (pytest.fail if IN_CI else pytest.skip)(
            "the dashboard is not up to date: uv sync builds it"
        )


def programs_without_node(folder: Path) -> Path:
    """A folder with a link to each program on the PATH but Node's."""
    folder.mkdir()
    for directory in map(Path, os.environ["PATH"].split(os.pathsep)):
        for program in directory.iterdir() if directory.is_dir() else ():
            link = folder / program.name
            if program.name not in NODE and not link.is_symlink():
                link.symlink_to(program)
    return folder


def test_a_wheel_from_the_source_distribution_is_the_wheel_from_the_clone(built: Built) -> None:
    assert shutil.which("npm", path=built.env["PATH"]) is None
    assert built.wheel.read_bytes() == built.direct.read_bytes()


def test_the_wheel_has_the_dashboard_and_no_test_code(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = archive.namelist()

    assert "runwhy/server/dashboard/index.html" in names
    assert "runwhy/py.typed" in names
    assert {re.split(r"/|-\d", name)[0] for name in names} == {"runwhy"}
    assert not [name for name in names if re.search(r"(^|[/_.])(tests?|conftest)[/_.]", name)]


def test_the_source_distribution_has_the_dashboard_and_no_test_code(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]

    assert "src/runwhy/server/dashboard/index.html" in names
    assert {"ui/package-lock.json", "hatch_build.py", "requirements.lock"} <= set(names)
    assert not [name for name in names if re.search(r"(^|[/_.])(tests?|conftest)[/_.]", name)]
    assert not [name for name in names if name.startswith(("ui/node_modules", "docs", "bench"))]


@pytest.fixture(scope="module")
def server(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`runwhy serve` in an environment with the wheel and its locked dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv = folder / "venv"
    into = ("pip", "install", "--quiet", "--python", venv)
    uv("venv", "--quiet", venv, env=built.env, cwd=folder)
    uv(*into, "--require-hashes", "-r", ROOT / "requirements.lock", env=built.env, cwd=folder)
    uv(*into, "--no-deps", built.wheel, env=built.env, cwd=folder)
    uv("pip", "check", "--quiet", "--python", venv, env=built.env, cwd=folder)
    (folder / "home").mkdir()
    env = {
        "PATH": built.env["PATH"],
        "HOME": str(folder / "home"),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "RUNWHY_DATA_DIR": str(folder / "data"),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "RUNWHY", [str(venv / "bin" / "runwhy")])
        with served(env=env, patience=PATIENCE) as started:
            yield started


def test_a_run_is_made_and_listed(server: Served) -> None:
    made = server.run("run", "--tag", "customer=acme", "Hello")
    assert made.returncode == 0, made.stderr

    listed = server.run("runs", "list", "customer=acme", "--json")

    assert listed.returncode == 0, listed.stderr
    (run,) = json_lines(listed.stdout)
    assert (run["status"], run["metadata"]["customer"]) == ("succeeded", "acme")


def test_the_dashboard_is_the_real_one(server: Served) -> None:
    with httpx2.Client(base_url=server.url, trust_env=False, timeout=30) as client:
        page = client.get("/", follow_redirects=True)
        scripts = [client.get(path) for path in re.findall(r'"(/assets/[^"]+[.]js)"', page.text)]

    assert page.status_code == 200
    assert '<script type="module"' in page.text
    assert {script.status_code for script in scripts} == {200}
    assert sum(len(script.text) for script in scripts) > 100_000
