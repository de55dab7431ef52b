"""The table of fuzzed parsers is correct: its names exist, and it lists all tests."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
ROWS = [
    line.split("|") for line in (HERE / "README.md").read_text().splitlines() if "`runwhy" in line
]


def names_in(column: int) -> list[str]:
    return [name for row in ROWS for name in re.findall(r"`([^`]+)`", row[column])]


def list_tests(file: Path) -> set[str]:
    nodes = ast.parse(file.read_text()).body
    return {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name[:5] == "test_"
    }


def test_every_parser_in_the_table_exists() -> None:
    for name in names_in(2):
        assert _exists(name), name


def _exists(name: str) -> bool:
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            value: object = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            value = getattr(value, part, None)
        return value is not None
    return False


def test_the_table_lists_exactly_the_tests_of_this_folder() -> None:
    listed = [name.split("::") for name in names_in(3)]
    for file, name in listed:
        assert name in list_tests(HERE / file), name
    here = {
        name
        for file in HERE.glob("test_*.py")
        if file != Path(__file__)
        for name in list_tests(file)
    }
    assert here == {name for file, name in listed if not file.startswith("..")}
