"""Generate docs/reference/python-names.md: every public name with its docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import runwhy
from runwhy.wire.answer import Answer

HEAD = """# Public names

Every name in `import runwhy`, with its docstring. [Python client](python-client.md) explains how to
use them. `AsyncClient` and `AsyncSession` have the same methods as `Client` and `Session`, to be
awaited. Names that are not listed here are not public.
"""
TWINS = {"AsyncClient", "AsyncSession"}
GIVEN = {"AsyncSession", "Session"}  # created by a client, not by its constructor
WIDTH = 88
COMMA = re.compile(r", (?![^\[]*\])")


def page() -> str:
    """Return the page."""
    return HEAD + "".join(section(name) for name in runwhy.__all__)


def section(name: str) -> str:
    """Return the section of one name."""
    value = getattr(runwhy, name)
    if isinstance(value, str):
        return f"\n## {name}\n\nThe version of the package, as a string.\n"
    return (
        f"\n## {name}\n\n{_signature(name, value)}{_doc(value)}\n{''.join(_members(name, value))}"
    )


def _signature(name: str, value: Any) -> str:
    if inspect.isclass(value) and (_fields(value) or issubclass(value, Exception)):
        return ""
    return "" if name in GIVEN else _call(name, value)


def _call(name: str, value: Any) -> str:
    text = re.sub(r"(\*\*options): Unpack\[\w+\]", r"\1", f"{name}{_arguments(value)}")
    if len(text) > WIDTH:
        first, _, rest = text.partition("(")
        given, _, end = rest.rpartition(")")
        text = f"{first}(\n" + "".join(f"    {one},\n" for one in COMMA.split(given)) + f"){end}"
    return f"```text\n{text}\n```\n\n"


def _arguments(value: Any) -> str:
    text = str(inspect.signature(value)).replace("'", "")
    text = re.sub(r"\bself, |\(self\)", lambda found: "()" if ")" in found[0] else "", text)
    return re.sub(r"(?:\w+\.)+(?=[A-Za-z])", "", re.sub(r" -> None$", "", text))


def _doc(value: Any) -> str:
    return inspect.cleandoc(value.__doc__ or "")


def _fields(value: type) -> list[str]:
    if issubclass(value, Answer):
        return [*value.__struct_fields__, "raw"]
    return [field.name for field in fields(value)] if is_dataclass(value) else []


def _members(name: str, value: Any) -> Iterator[str]:
    if not inspect.isclass(value) or name in TWINS:
        return
    if names := _fields(value):
        yield f"\nFields: {', '.join(f'`{name}`' for name in names)}.\n"
        return
    if issubclass(value, Exception):
        base = value.__mro__[1].__name__
        yield f"\nA subclass of `{base}`.\n"
        return
    for member in sorted(dir(value)):
        found = inspect.getattr_static(value, member)
        if member[0] != "_" and inspect.isfunction(found):
            yield f"\n### {name}.{member}\n\n{_call(member, found)}{_doc(found)}\n{_options(found)}"


def _options(method: Any) -> str:
    """List the names that `**options` accepts."""
    last = get_type_hints(method).get("options")
    if last is None:
        return ""
    names = ", ".join(f"`{name}`" for name in get_args(last)[0].__annotations__)
    return f"\nOptions: {names}.\n"
