"""Uses of dependencies beyond their public API, with one test per use.

When a new version of a dependency breaks one, the failure names the dependency, its installed
version and the missing part.
"""

from __future__ import annotations

import ast
from asyncio import new_event_loop
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from inspect import getsource
from pathlib import Path

import h11
import pytest
from sqlalchemy import create_engine, event, literal_column, select
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette

from runwhy.stores.sql.prepared_statements import PreparedStatement

SOURCES = Path(__file__).parents[1] / "src" / "runwhy"

PRIVATE = {  # attribute → the dependency that has it; each has a test below
    "_handle_dbapi_exception": "sqlalchemy",
    "_t": "pyghostty",
}
DOCUMENTED = {
    "_exit",
    "_fields",
    "_make",
    "_replace",
}  # of `os`, of named tuples and of rows: public despite the name
OWN = {  # used by another module of ours: read there, or called on a base class
    *("_given", "_make_loops", "_observe", "_reap"),
}


@contextmanager
def needs(distribution: str, what: str) -> Iterator[None]:
    """Turn any error into a failure that names the dependency and what Runwhy uses of it."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        installed = version(distribution)
        pytest.fail(f"{distribution} {installed} breaks what Runwhy uses of it: {what} ({error!r})")


def test_a_failure_names_the_dependency_its_version_and_what_is_used() -> None:
    with (
        pytest.raises(pytest.fail.Exception) as failure,
        needs("click", "a name that it never had"),
    ):
        from click import never_had  # noqa: F401

    start = f"click {version('click')} breaks what Runwhy uses of it: a name that it never had"
    assert str(failure.value).startswith(start)


def test_sqlalchemy_turns_an_error_of_the_driver_into_its_own() -> None:
    engine = create_engine("sqlite://")
    seen: list[str | None] = []

    @event.listens_for(engine, "handle_error")
    def disconnect(context: ExceptionContext) -> None:
        seen.append(context.statement)
        context.is_disconnect = True

    broken = PreparedStatement(select(literal_column("missing")))
    with (
        needs("sqlalchemy", "Connection._handle_dbapi_exception, in prepared statements"),
        engine.connect() as conn,
    ):
        with pytest.raises(OperationalError, match="missing"):
            broken(conn, {})
        assert seen == ["SELECT missing"], "it did not call the listeners of handle_error"
        assert conn.invalidated, "it kept a connection that a listener called disconnected"


@pytest.mark.skipif(find_spec("pyghostty") is None, reason="no pyghostty for this machine")
def test_pyghostty_takes_a_limit_in_bytes() -> None:
    with needs("pyghostty", "Terminal._t[0] with lib and ffi, in the screen of a terminal"):
        from runwhy.terminal.ghostty_screen import MAX_BYTES, GhosttyScreen

        screen = GhosttyScreen(80, 24, history=10)
        try:
            limit = screen._terminal.get("scrollback_max_bytes", "size_t")
            assert limit == MAX_BYTES, f"the limit is {limit}"
        finally:
            screen.close()


@pytest.mark.parametrize("parser", ["httptools", "h11"])
def test_uvicorn_has_the_parts_of_a_connection_that_limit_its_headers(parser: str) -> None:
    with needs("uvicorn", f"its protocol for {parser}, in the limits on headers"):
        from uvicorn import Config
        from uvicorn.server import ServerState

        module = import_module(f"uvicorn.protocols.http.{parser}_impl")
        name = {"httptools": "HttpToolsProtocol", "h11": "H11Protocol"}[parser]
        config = Config(Starlette(), log_config=None)
        with closing(new_event_loop()) as loop:
            protocol = getattr(module, name)(config, ServerState(), {}, _loop=loop)
        assert protocol.cycle is None, "a connection starts without a request"
        assert "response_complete" in signature_of(module.RequestResponseCycle)
        if parser == "h11":
            assert protocol.conn.their_state is h11.IDLE
        else:
            assert len(protocol.pipeline) == 0
            names = ("on_header", "on_headers_complete", "on_body", "on_message_complete")
            assert all(callable(getattr(protocol, name)) for name in names)


def signature_of(made: type) -> str:
    """Return the source of a class's initializer, which names its attributes."""
    return getsource(made.__init__)  # type: ignore[misc]


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def names_defined(tree: ast.AST) -> Iterator[str]:
    """Yield the names that classes and modules define, attributes of `self` included."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=value, attr=name, ctx=ast.Store()) if is_self(value):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


def private_uses(tree: ast.AST, own: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each private name that may belong to another object.

    `self._name` is ours if any module of ours defines `_name`: else a base class of a dependency
    does.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=value, attr=name) if is_private(name):
                if not (is_self(value) and name in own):
                    yield node.lineno, name
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr" | "delattr"),
                args=[_, ast.Constant(value=str(name)), *_],
            ) if is_private(name):
                yield node.lineno, name
            case ast.Import(names=names):
                modules = [each.name for each in names]
                yield from ((node.lineno, name) for name in modules if has_private_part(name))
            case ast.ImportFrom(module=str(origin), names=names):
                modules = [f"{origin}.{each.name}" for each in names]
                yield from ((node.lineno, name) for name in modules if has_private_part(name))


def has_private_part(module: str) -> bool:
    first, *parts = module.split(".")
    return first != "runwhy" and any(is_private(part) for part in (first, *parts))


def test_no_other_private_name_of_a_dependency_is_used() -> None:
    trees = {path: ast.parse(path.read_text()) for path in sorted(SOURCES.rglob("*.py"))}
    own = {name for tree in trees.values() for name in names_defined(tree)}
    uses = [
        (name, f"{path.relative_to(SOURCES)}:{line}")
        for path, tree in trees.items()
        for line, name in private_uses(tree, own)
    ]

    unknown = [use for use in uses if use[0] not in {*PRIVATE, *DOCUMENTED, *OWN}]
    assert not unknown, f"use a public API, or add a test above: {unknown}"
    unused = {*PRIVATE, *DOCUMENTED, *OWN} - {name for name, _ in uses}
    assert not unused, f"no longer used; remove from the lists above: {unused}"


@pytest.mark.parametrize(
    "source",
    [
        "conn._handle(error)",
        "self._inherited()",
        "getattr(conn, '_handle')",
        "from library._core import thing",
        "from library import _thing",
        "import library._core",
    ],
)
def test_a_private_name_is_found(source: str) -> None:
    assert list(private_uses(ast.parse(source), own={"_handle"}))


@pytest.mark.parametrize(
    "source", ["self._handle()", "conn.__class__", "from runwhy.client._sync import x"]
)
def test_a_name_of_ours_is_not(source: str) -> None:
    assert not list(private_uses(ast.parse(source), own={"_handle"}))
