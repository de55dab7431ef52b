"""Functions fit on a screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import runwhy

SOURCE = Path(runwhy.__file__).parent
MAX_LINES = 50


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of lines of each function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            yield node.name, node.end_lineno - node.lineno + 1


def test_no_function_has_more_than_50_lines() -> None:
    long = [
        f"{path.relative_to(SOURCE)}: {name} has {lines} lines"
        for path in SOURCE.rglob("*.py")
        for name, lines in functions(path.read_text())
        if lines > MAX_LINES
    ]

    assert long == []


def test_the_lines_of_nested_and_async_functions_are_counted() -> None:
    source = "async def outer():\n    def inner():\n        pass\n    return inner\n"

    assert [*functions(source)] == [("outer", 4), ("inner", 2)]
