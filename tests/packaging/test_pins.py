"""Every dependency is pinned, in one version everywhere, and no file names an index."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
UV = PROJECT["tool"]["uv"]
LOCK = (ROOT / "requirements.lock").read_text()


def pinned(lines: Iterable[str]) -> set[tuple[str, str]]:
    """Name and version of each pin; anything but an exact version is an error."""
    found = [re.fullmatch(r"([\w.-]+)==([\w.+!]+)( ;.*)?", line) for line in lines]
    assert all(found), lines
    return {(one[1], one[2]) for one in found if one}


def locked() -> list[str]:
    """The requirements of requirements.lock, without hashes."""
    lines = (line.removesuffix(" \\") for line in LOCK.splitlines())
    return [line for line in lines if not line.startswith((" ", "#"))]


def names(requirements: Iterable[str]) -> Iterator[str]:
    """Normalized names of requirements."""
    for requirement in requirements:
        yield re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement)[0]).lower()


def test_the_lock_file_has_the_versions_of_the_constraints() -> None:
    assert pinned(locked()) <= pinned(UV["constraint-dependencies"])


def test_builds_and_tests_use_the_same_versions() -> None:
    build = dict(pinned(UV["build-constraint-dependencies"]))
    rest = dict(pinned(UV["constraint-dependencies"]))

    shared = build.keys() & rest.keys()

    assert "hatchling" in shared
    assert {name: build[name] for name in shared} == {name: rest[name] for name in shared}


def test_every_direct_dependency_is_pinned() -> None:
    project = PROJECT["project"]
    given = [
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    ]

    direct = {name for one in given for name in names(one)}

    assert direct <= set(names(UV["constraint-dependencies"]))
    assert set(names(PROJECT["build-system"]["requires"])) <= set(
        names(UV["build-constraint-dependencies"])
    )


def test_the_lock_file_has_what_the_image_installs() -> None:
    project = PROJECT["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["otel"]]

    assert set(names(needed)) <= set(names(locked()))
    assert "pytest" not in set(names(locked()))


def test_every_locked_requirement_has_a_hash() -> None:
    entries = re.split(r"\n(?=\w)", LOCK)

    lacking = [entry for entry in entries if "==" in entry and "--hash=sha256:" not in entry]

    assert not lacking


@pytest.mark.parametrize("file", ["requirements.lock", "pins"])
def test_no_index_is_named(file: str) -> None:
    pins = [*UV["constraint-dependencies"], *UV["build-constraint-dependencies"]]
    text = LOCK if file == "requirements.lock" else "\n".join(pins)

    assert not re.search(r"://|\bindex|find-links| @ ", text)
    assert not {"index", "index-url", "extra-index-url", "find-links", "sources"} & UV.keys()
