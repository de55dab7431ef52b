"""Functions fit on a screen, and none is a copy of another."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import runwhy

SOURCE = Path(runwhy.__file__).parent
GENERATED = SOURCE / "client" / "_sync"
MAX_LINES = 50
MAX_COPIED = 2  # lines of a body that another function may have as well


def functions(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield all functions, also nested ones."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lines_of(first: ast.stmt, last: ast.stmt) -> int:
    return (last.end_lineno or 0) - first.lineno + 1


def body_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Return the statements of a function without its docstring."""
    has_docstring = ast.get_docstring(function) is not None
    return function.body[1:] if has_docstring else function.body


def copies(sources: dict[str, str]) -> list[list[str]]:
    """Return the names of functions that have the same body."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for file, source in sources.items():
        for function in functions(source):
            body = body_of(function)
            if body and lines_of(body[0], body[-1]) > MAX_COPIED:
                found["".join(map(ast.dump, body))].append(f"{file}: {function.name}")
    return [names for names in found.values() if len(names) > 1]


def test_no_function_has_more_than_50_lines() -> None:
    long = [
        f"{path.relative_to(SOURCE)}: {function.name}"
        for path in SOURCE.rglob("*.py")
        for function in functions(path.read_text())
        if lines_of(function, function) > MAX_LINES
    ]

    assert long == []


def test_no_function_is_a_copy_of_another() -> None:
    written = (path for path in SOURCE.rglob("*.py") if GENERATED not in path.parents)

    assert copies({str(path.relative_to(SOURCE)): path.read_text() for path in written}) == []


def test_copies_are_found_in_spite_of_other_names_and_docstrings() -> None:
    body = "x = 1\n    y = 2\n    return x + y\n"
    first = f"def one():\n    {body}"
    second = f'class A:\n  async def two():\n    """Add."""\n    {body}'

    assert copies({"a": first, "b": second}) == [["a: one", "b: two"]]
    assert copies({"a": first, "b": second.replace("x + y", "x - y")}) == []
