"""No import cycle in the package, lazy imports included.

The contract `acyclic_siblings` of import-linter compares siblings, so it does not see a cycle
between a package's `__init__` and a member. This test does. Its edges:

- Imports inside functions count: moving an import into a function hides a cycle, it does not
  remove it.
- Imports under `TYPE_CHECKING` count too: a reader who wants to understand either module still
  has to read both. This also covers the names that `runwhy/__init__.py` loads by string, because
  its `TYPE_CHECKING` block lists them.
- `from package import x` is an import of the package's `__init__`, and of `package.x` where that
  is a module.
- An import of `package.x` from outside the package runs `package/__init__`, so it is an import of
  both. From inside the package only `package.x` counts: Python always runs the `__init__` before
  any member, so an `__init__` may re-export its members as long as no member imports from it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "runwhy"

Imports = dict[str, dict[str, int]]  # importer → imported → line of the import


def find_modules(package: Path) -> dict[str, Path]:
    """Return the modules of a package by their dotted names."""
    found = {}
    for path in package.rglob("*.py"):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def prefixes(name: str) -> list[str]:
    """Return `a`, `a.b` and `a.b.c` of `a.b.c`."""
    parts = name.split(".")
    return [".".join(parts[: end + 1]) for end in range(len(parts))]


def imported_names(source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line of each import statement and the names that may be modules."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield node.lineno, [each.name for each in names]
            case ast.ImportFrom(module=str(origin), names=names, level=0):
                yield node.lineno, [origin, *(f"{origin}.{each.name}" for each in names)]
            case ast.ImportFrom():
                raise AssertionError(
                    "relative imports are banned by ruff and are not resolved here"
                )


def find_imports(module: str, source: str, modules: Collection[str]) -> dict[str, int]:
    """Return the modules that a module imports, each with the line of its first import."""
    own = prefixes(module)
    found: dict[str, int] = {}
    for line, named in imported_names(source):
        for target in (prefix for name in named for prefix in prefixes(name)):
            counts = target in named or target not in own
            if counts and target in modules and target != module:
                found.setdefault(target, line)
    return found


def find_cycles(imports: Mapping[str, Mapping[str, int]]) -> list[list[str]]:
    """Return cycles whose removal makes the graph acyclic; each begins and ends with one module."""
    graph = {importer: set(imported) for importer, imported in imports.items()}
    cycles = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            cycle = error.args[1][::-1]
            cycles.append(cycle)
            graph[cycle[0]].remove(cycle[1])
        else:
            return cycles


def read_imports(package: Path) -> Imports:
    modules = find_modules(package)
    return {name: find_imports(name, path.read_text(), modules) for name, path in modules.items()}


def describe(cycle: list[str], imports: Imports) -> str:
    """Return the path of a cycle, with the line of each import."""
    steps = [f"  {a}, line {imports[a][b]}, imports {b}" for a, b in pairwise(cycle)]
    return "\n".join([" → ".join(cycle), *steps])


def test_the_package_has_no_import_cycle() -> None:
    imports = read_imports(PACKAGE)
    cycles = find_cycles(imports)

    found = "\n\n".join(describe(cycle, imports) for cycle in cycles)
    assert not cycles, f"import cycles:\n\n{found}"


def write_package(folder: Path, sources: Mapping[str, str]) -> Path:
    """Write a package `shop` of these files."""
    for name, source in {"__init__.py": "", **sources}.items():
        path = folder / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return folder / "shop"


CYCLES = {
    "two modules": {
        "cart.py": "from shop.prices import price",
        "prices.py": "import shop.cart",
    },
    "an import inside a function": {
        "cart.py": "from shop.prices import price",
        "prices.py": "def price():\n    from shop.cart import Cart",
    },
    "an import for types": {
        "cart.py": "from shop.prices import price",
        "prices.py": "if TYPE_CHECKING:\n    from shop.cart import Cart",
    },
    "a member that imports a name of its package": {
        "__init__.py": "from shop.cart import Cart",
        "cart.py": "from shop import VERSION",
    },
    "a member that imports another through its package": {
        "__init__.py": "from shop.cart import Cart",
        "cart.py": "from shop import prices",
        "prices.py": "",
    },
    "an __init__ that runs on the way to a member": {
        "tills/__init__.py": "from shop.cart import Cart",
        "tills/cash.py": "",
        "cart.py": "from shop.tills.cash import Cash",
    },
}


@pytest.mark.parametrize("sources", CYCLES.values(), ids=CYCLES.keys())
def test_a_cycle_is_found(sources: dict[str, str], tmp_path: Path) -> None:
    cycles = find_cycles(read_imports(write_package(tmp_path, sources)))

    assert len(cycles) == 1
    assert cycles[0][0] == cycles[0][-1]


def test_an_init_may_re_export_members_that_import_each_other(tmp_path: Path) -> None:
    package = write_package(
        tmp_path,
        {
            "__init__.py": "from shop.cart import Cart",
            "cart.py": "from shop.prices import price",
            "prices.py": "",
        },
    )

    assert find_cycles(read_imports(package)) == []


def test_a_cycle_is_described_by_its_path_and_lines(tmp_path: Path) -> None:
    package = write_package(
        tmp_path,
        {"cart.py": "\nimport shop.prices", "prices.py": "from shop.cart import Cart"},
    )
    imports = read_imports(package)
    (cycle,) = find_cycles(imports)

    text = describe(cycle, imports)
    assert "shop.cart → shop.prices" in text
    assert "shop.cart, line 2, imports shop.prices" in text
