"""What the README says is true: its links lead somewhere and its examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), ROOT / "bench" / "README.md"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_readme_starts_with_the_two_commands() -> None:
    serve, test, *_ = blocks("bash")

    assert serve == "pip install uv && uv run whence serve\n"
    assert test == "pip install uv && uv run pytest\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#]+)", page.read_text())

    missing = [link for link in links if not (page.parent / link).exists()]

    assert not missing


@pytest.mark.parametrize("example", blocks("python"))
def test_the_python_of_the_readme_runs_as_it_stands(example: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    assert "tool weather said: Sunny in Berlin." in done.stdout
