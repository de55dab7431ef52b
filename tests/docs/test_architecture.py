"""The architecture page names packages, files and functions that exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "runwhy"
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
SPANS = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))
FILES = sorted(span for span in SPANS if re.fullmatch(r"[\w/]+\.py", span))
NAMES = sorted(span for span in SPANS - set(FILES) if re.fullmatch(r"[a-z_]+(\.\w+)+", span))


def test_every_package_is_in_the_table() -> None:
    names = {path.stem for path in SOURCE.iterdir() if re.fullmatch(r"[a-z]\w+(\.py)?", path.name)}
    lines = re.findall(r"^\| (`.*?) \|", PAGE, flags=re.MULTILINE)
    listed = [name for line in lines for name in re.findall(r"`(\w+)`", line)]

    assert sorted(listed) == sorted(names)


@pytest.mark.parametrize("file", FILES)
def test_every_file_on_the_page_exists(file: str) -> None:
    if "/" not in file:
        assert list(SOURCE.rglob(file))
    else:
        assert (SOURCE / file).is_file() or (ROOT / file).is_file()


@pytest.mark.parametrize("name", NAMES)
def test_every_name_on_the_page_exists(name: str) -> None:
    parts = name.split(".")
    for at in range(len(parts), 0, -1):
        path = SOURCE.joinpath(*parts[:at])
        if path.is_dir() or path.with_suffix(".py").is_file():
            break
    found = import_module(".".join(["runwhy", *parts[:at]]))
    for attribute in parts[at:]:
        found = getattr(found, attribute)
