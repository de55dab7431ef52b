"""The help is fast, complete, and equal to the generated reference page."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from runwhy.cli import main
from runwhy.cli.exit_codes import Exit

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"


def commands(command: click.Command = main, path: str = "runwhy") -> Iterator[tuple[str, str]]:
    """Yield every command that is not a group, and its help."""
    context = click.Context(command, info_name=path)
    if not isinstance(command, click.Group):
        yield path, command.get_help(context)
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from commands(below, f"{path} {name}")


def groups(group: click.Group = main, path: str = "runwhy") -> Iterator[tuple[str, click.Group]]:
    """Yield every group of commands."""
    yield path, group
    context = click.Context(group)
    for name in group.list_commands(context):
        below = group.get_command(context, name)
        if isinstance(below, click.Group):
            yield from groups(below, f"{path} {name}")


def test_help_imports_nothing_heavy() -> None:
    code = """
import sys
from runwhy.cli import main
main(["--help"], standalone_mode=False)
heavy = {"starlette", "sqlalchemy", "httpx2", "pydantic", "rich", "uvicorn", "structlog", "asyncio"}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "Usage: " in done.stdout
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("name", main.list_commands(click.Context(main)))
def test_the_help_of_every_command_has_an_example(name: str) -> None:
    helps = {path: text for path, text in commands() if path.split()[1] == name}

    assert [path for path, text in helps.items() if path not in text.partition("\n\n")[2]] == []


def test_the_short_help_of_every_command_fits_on_one_line() -> None:
    for path, group in groups():
        text = group.get_help(click.Context(group, info_name=path, terminal_width=80))
        below = text.partition("Options:")[2]

        assert [line for line in below.splitlines() if line.endswith("...")] == [], path


def test_the_generated_pages_are_up_to_date() -> None:
    command = [sys.executable, ROOT / "scripts" / "cli-docs", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, f"run scripts/cli-docs\n{done.stdout}{done.stderr}"


def test_every_exit_code_is_documented() -> None:
    page = (REFERENCE / "cli.md").read_text()

    assert [code for code in Exit if f"| {int(code)} | " not in page] == []


def test_a_misspelled_command_suggests_the_right_one() -> None:
    result = CliRunner().invoke(main, ["sesions"], prog_name="runwhy")

    assert result.exit_code == 2
    assert "Did you mean 'sessions'?" in result.stderr


def test_python_dash_m_runs_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "runwhy", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("runwhy, version ")


def test_characters_outside_the_encoding_are_escaped() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [sys.executable, "-m", "runwhy", "runs", "list", "✓"], capture_output=True, env=env
    )
    assert done.returncode == 2 and b"'\\u2713' is not in the form KEY=VALUE" in done.stderr
