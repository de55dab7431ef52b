"""The commands in README, CONTRIBUTING, `scripts/check` and `.ci/run` agree."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVE = "pip install uv && uv run runwhy serve"
TESTS = "pip install uv && uv run --group dev pytest"
DEVELOPMENT = (
    r"pytest|mypy|ruff|lint-imports|python -m (?:bench|tests)|python scripts/(?!audit|prose)"
)


def commands(page: str) -> list[str]:
    """The lines of shell on a page, without comments."""
    blocks = re.findall(
        r"^```bash\n(.*?)^```$", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE
    )
    return [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]


def test_readme_and_contributing_give_the_same_two_commands() -> None:
    for page in ("README.md", "CONTRIBUTING.md"):
        assert [line for line in commands(page) if line in (SERVE, TESTS)] == [SERVE, TESTS], page


def test_ci_runs_the_test_command_of_the_readme() -> None:
    check = (ROOT / "scripts" / "check").read_text()
    extraction = re.search(r"^test_command=\$\((.*)\)$", check, re.MULTILINE)
    assert extraction is not None

    found = subprocess.run(
        ["bash", "-c", extraction[1]], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert found.stdout.strip() == TESTS
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("exec scripts/check")


def test_development_commands_ask_for_the_development_group() -> None:
    """No group is a default, so that the first command installs only the server."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["uv"]
    assert settings["default-groups"] == []
    files = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(file for file in (ROOT / "bench").iterdir() if file.suffix in (".md", ".py")),
        *(file for file in (ROOT / "scripts").iterdir() if file.is_file()),
        *(ROOT / "tests").rglob("*.md"),
    ]

    lacking = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in files
        for line in file.read_text().splitlines()
        if re.search(rf"uv run (?!.*--(?:only-)?group |\.\*).*(?:{DEVELOPMENT})", line)
    ]

    assert not lacking
