"""Check the Dockerfile and compose.yaml, as far as possible without Docker."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from click.testing import CliRunner

from runwhy.cli import main
from runwhy.settings import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
COMPOSE = (ROOT / "compose.yaml").read_text()


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.MULTILINE)


def test_copied_files_exist_and_are_the_files_of_the_package() -> None:
    copied = {
        source
        for line in instructions("COPY")
        if not line.startswith("--from")
        for source in line.split()[:-1]
    }
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]

    assert all((ROOT / source).exists() for source in copied)
    assert copied == {path.removeprefix("/") for path in build["targets"]["sdist"]["include"]}
    kept = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert set(kept) == copied


def test_base_images_and_tools_have_an_exact_version() -> None:
    images = [line.split()[0] for line in instructions("FROM")]
    images += re.findall(r"^ +image: (\S+)", COMPOSE, re.MULTILINE)

    assert len(images) == 3
    assert all(re.search(r":\d+\.\d+(\.\d+)?(-|$)", image) for image in images), images
    assert re.search(r"pip install .*\buv==\d", DOCKERFILE)


def test_the_image_installs_hashed_dependencies_and_then_the_wheel_alone() -> None:
    (installs,) = [line for line in instructions("RUN") if "/dist/*.whl" in line]

    assert "--require-hashes -r requirements.lock" in installs
    assert "--no-deps /dist/*.whl" in installs


def test_every_variable_is_a_setting() -> None:
    used = set(re.findall(r"RUNWHY_[A-Z_]+", DOCKERFILE + COMPOSE))
    others = {"RUNWHY_REQUIRE_UI", "RUNWHY_DB_PASSWORD"}  # of the build; of compose itself

    known = {f"RUNWHY_{name.upper()}" for name in Settings.model_fields}
    assert used - others <= known


def test_it_runs_as_an_unprivileged_user_with_a_health_check() -> None:
    assert instructions("USER") == ["runwhy"]
    assert instructions("ENTRYPOINT") == ['["runwhy"]']
    assert "127.0.0.1:7420/readyz" in instructions("HEALTHCHECK")[0]
    assert instructions("EXPOSE") == ["7420"] and "RUNWHY_PORT=7420" in DOCKERFILE
    assert '"127.0.0.1:7420:7420"' in COMPOSE  # not open to the network by default
    assert CliRunner().invoke(main, ["serve", "--help"]).exit_code == 0


def test_the_files_contain_no_secret() -> None:
    for line in COMPOSE.splitlines():
        if re.search(r"PASSWORD|_KEY", line) and not line.lstrip().startswith("#"):
            assert "${" in line, line
