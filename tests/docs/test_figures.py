"""Figures in the documentation name the script that measures them, and are the same everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.clone import ROOT

BENCH = ROOT / "bench" / "README.md"
PAGES = [ROOT / "README.md", BENCH, *sorted((ROOT / "docs").rglob("*.md"))]
CODE = re.compile(r"`[^`\n]+`|\[\w+\]\(#\w+\)")  # names such as `p50`, and their links
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"^(?=#+ )", re.MULTILINE)
FIGURE = re.compile(
    r"\bp(50|95|99) [\d.]|\b[\d.,]+ (ms|MB/s|µs)\b|\d×|\bmedians?\b|(?<!not )\b[Mm]easured\b"
)
SCRIPT = re.compile(r"(?<!/)\bbench(?:\.|/(?=\w+\.py))(\w+)")
# A value that was chosen, not measured.
CHOSEN = re.compile(r"Deltas\s+are\s+batched\s+for\s+30\s+ms")


def sections(page: Path) -> list[str]:
    return SECTION.split(CHOSEN.sub("", FENCE.sub("", page.read_text())))


def _prose(section: str) -> str:
    """Return a section without its heading and without code."""
    return CODE.sub("", section.partition("\n")[2])


def scripts(text: str) -> set[str]:
    return set(SCRIPT.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_sections_with_figures_name_the_script_that_measures_them(page: Path) -> None:
    measured = [section for section in sections(page) if FIGURE.search(_prose(section))]

    unnamed = [section.splitlines()[0] for section in measured if not scripts(section)]
    assert not unnamed, "sections with figures and no bench/NAME.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_named_script_exists(page: Path) -> None:
    named = scripts(page.read_text())

    assert not {name for name in named if not (ROOT / "bench" / f"{name}.py").exists()}


def test_figures_on_the_scaling_page_are_those_of_the_benchmarks() -> None:
    page = (ROOT / "docs" / "scaling.md").read_text()
    rows = [row.split("|")[2:-1] for row in page.splitlines() if row.startswith("| ")]
    figures = {number for row in rows for cell in row for number in re.findall(r"\d[\d.,]*", cell)}

    known = set(re.findall(r"\d[\d.,]*\d|\d", BENCH.read_text()))
    assert figures and not {number for number in figures if number.rstrip(".,") not in known}
