"""The OpenAPI document, and descriptions of its types."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from runwhy.server.app import openapi_document

Schema = dict[str, Any]


@cache
def document() -> dict[str, Any]:
    """Return the document of `GET /openapi.json`."""
    return openapi_document("0")


def type_text(schema: Schema, *, page: str = "") -> str:
    """Describe a type with its limits; `page` is the page of the schemas."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}]({page}#{name.lower()})"
    if "const" in schema:
        return f"`{_literal(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{_literal(value)}`" for value in schema["enum"])
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return " or ".join(dict.fromkeys(type_text(one, page=page) for one in schema[either]))
    return _plain(schema, page)


def _plain(schema: Schema, page: str) -> str:
    kind = schema.get("type", "any value")
    if isinstance(kind, list):
        return " or ".join(type_text({**schema, "type": one}, page=page) for one in kind)
    match kind:
        case "string":
            word = "time" if schema.get("format") == "date-time" else "string"
            return f"{word}{_limits(schema, 'Length', 'characters')}"
        case "array":
            of = type_text(schema.get("items", {}), page=page)
            return f"list of {of}{_limits(schema, 'Items', 'items')}"
        case "object":
            values = schema.get("additionalProperties")
            of = f" of {type_text(values, page=page)}" if isinstance(values, dict) else ""
            return f"object{of}{_limits(schema, 'Properties', 'entries')}"
        case _:
            return f"{kind}{_bounds(schema)}"


def _limits(schema: Schema, noun: str, unit: str) -> str:
    least, most = schema.get(f"min{noun}"), schema.get(f"max{noun}")
    if least is None and most is None:
        return f", `{_escaped(schema['pattern'])}`" if "pattern" in schema else ""
    if most is None:
        return f", at least {least} {unit if least != 1 else unit.removesuffix('s')}"
    return f", {least} to {most} {unit}" if least else f", at most {most} {unit}"


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    above = schema.get("exclusiveMinimum")
    parts = [f"over {above:g}"] if above is not None else []
    parts += [f"{least:,g}"] if least is not None else []
    parts += [f"to {most:,}"] if most is not None else []
    return f", {' '.join(parts)}" if parts else ""


def _literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def row(*cells: str) -> str:
    """Format a table row."""
    return "| " + " | ".join(cell.replace("\n", " ") for cell in cells) + " |\n"


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Format a table, or return nothing if it has no rows."""
    lines = [row(*cells) for cells in rows]
    ruler = "|" + " --- |" * len(head) + "\n"
    return "\n" + row(*head) + ruler + "".join(lines) if lines else ""
