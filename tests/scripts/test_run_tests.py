"""`scripts/run-tests`: broken and flaky tests are listed separately, and both fail the run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "run-tests"
SOUND = "def test_sound(): pass\n"
BROKEN = "def test_broken(): assert False\n"
FLAKY = """
from pathlib import Path

def test_flaky():
    ran = Path(__file__).with_name("ran")
    first = not ran.exists()
    ran.touch()
    assert not first
"""


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    command = f"'{sys.executable}' -m pytest -q -p xdist -c /dev/null --rootdir ."
    # The others take seconds to load.
    done = subprocess.run(
        [sys.executable, SCRIPT, command, *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_sound.py").write_text(SOUND)
    return tmp_path


def test_tests_that_pass_are_run_once(folder: Path) -> None:
    code, output = run(folder)

    assert code == 0
    assert output.count("1 passed") == 1 and "again" not in output


def test_a_test_that_passes_the_second_time_is_flaky_and_fails_the_run(folder: Path) -> None:
    (folder / "test_flaky.py").write_text(FLAKY)

    code, output = run(folder)

    assert code == 1
    assert output.endswith("\nflaky:\n  test_flaky.py::test_flaky\n")
    assert "broken:" not in output


def test_broken_and_flaky_tests_are_listed_separately(folder: Path) -> None:
    (folder / "test_flaky.py").write_text(FLAKY)
    (folder / "test_broken.py").write_text(BROKEN)

    code, output = run(folder)

    assert code == 1
    assert output.endswith(
        "\nbroken:\n  test_broken.py::test_broken\n\nflaky:\n  test_flaky.py::test_flaky\n"
    )


def test_a_file_that_cannot_be_imported_fails_the_run(folder: Path) -> None:
    (folder / "test_torn.py").write_text("import nothing_of_this_name\n")

    code, output = run(folder)

    assert code != 0 and "nothing_of_this_name" in output


def test_only_the_given_tests_are_run_and_classified(folder: Path) -> None:
    (folder / "test_broken.py").write_text(BROKEN)
    (folder / "test_elsewhere.py").write_text(BROKEN)
    run(folder, "test_elsewhere.py")

    code, output = run(folder, "test_broken.py")

    assert code == 1
    assert "test_elsewhere" not in output


def test_an_invalid_option_is_not_reported_as_a_failed_test(folder: Path) -> None:
    code, output = run(folder, "--no-such-option")

    assert code == 4 and "again" not in output
