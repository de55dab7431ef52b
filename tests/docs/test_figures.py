"""Figures in the documentation come from committed scripts, and are the same everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.clone import ROOT

BENCH = ROOT / "bench" / "README.md"
PAGES = [ROOT / "README.md", BENCH, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"^(?=#+ )", re.MULTILINE)
FIGURE = re.compile(
    r"\bp(50|95|99)\b|\b[\d.,]+ (ms|MB/s|µs)\b|\d×|\bmedians?\b|(?<!not )\b[Mm]easured\b"
)
SCRIPT = re.compile(r"(?<!/)\bbench(?:\.|/(?=\w+\.py))(\w+)")
# What is decided and not measured: how long deltas are gathered.
DECIDED = ("Deltas are gathered for 30 ms",)


def sections(page: Path) -> list[str]:
    text = FENCE.sub("", page.read_text())
    for said in DECIDED:
        text = text.replace(said, "")
    return SECTION.split(text)


def scripts(text: str) -> set[str]:
    return set(SCRIPT.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_was_measured_names_the_script_that_measures_it(page: Path) -> None:
    told = [section for section in sections(page) if FIGURE.search(section)]

    unnamed = [section.splitlines()[0] for section in told if not scripts(section)]
    assert not unnamed, "sections with figures and no bench/NAME.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_scripts_that_are_named_are_there(page: Path) -> None:
    named = scripts(page.read_text())

    assert not {name for name in named if not (ROOT / "bench" / f"{name}.py").exists()}


def test_figures_of_the_page_on_scaling_are_those_of_the_benchmarks() -> None:
    page = (ROOT / "docs" / "scaling.md").read_text()
    rows = [row.split("|")[2:-1] for row in page.splitlines() if row.startswith("| ")]
    told = {number for row in rows for cell in row for number in re.findall(r"\d[\d.,]*", cell)}

    known = set(re.findall(r"\d[\d.,]*\d|\d", BENCH.read_text()))
    assert told and not {number for number in told if number.rstrip(".,") not in known}
