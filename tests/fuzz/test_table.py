"""The table of what is fuzzed is true: all that is in it exists, and no test here is missing."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
ROWS = [
    line.split("|") for line in (HERE / "README.md").read_text().splitlines() if "`runwhy" in line
]


def named(column: int) -> list[str]:
    return [name for row in ROWS for name in re.findall(r"`([^`]+)`", row[column])]


def found_in(file: Path) -> set[str]:
    nodes = ast.parse(file.read_text()).body
    return {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name[:5] == "test_"
    }


def test_every_parser_in_the_table_exists() -> None:
    for name in named(2):
        assert _found(name), name


def _found(name: str) -> bool:
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            thing: object = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            thing = getattr(thing, part, None)
        return thing is not None
    return False


def test_every_test_in_the_table_exists_and_every_one_here_is_in_it() -> None:
    listed = [name.split("::") for name in named(3)]
    for file, name in listed:
        assert name in found_in(HERE / file), name
    here = {
        name for file in HERE.glob("test_*.py") if file != Path(__file__) for name in found_in(file)
    }
    assert here == {name for file, name in listed if not file.startswith("..")}
