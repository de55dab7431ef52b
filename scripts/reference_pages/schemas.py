"""Generate docs/reference/schemas.md: the fields of all request and response bodies."""

from __future__ import annotations

from collections.abc import Iterator

from reference_pages.document import Schema, document, table, type_text

HEAD = """# Schemas

The request and response bodies of the [routes](routes.md), by name. In a request, an optional field
can be left out or be `null`, with the same meaning. Responses may get new fields, so ignore fields
you do not know.
"""


def page() -> str:
    """Return the page."""
    found = document()["components"]["schemas"]
    return HEAD + "".join(section(name, found[name]) for name in sorted(found, key=str.lower))


def section(name: str, schema: Schema) -> str:
    """Return the section of one schema."""
    about = " ".join(schema.get("description", "").split())
    head = f"\n## {name}\n" + (f"\n{about}\n" if about else "")
    if "properties" in schema:
        return head + table(("field", "type", "meaning"), _fields(schema))
    return head + f"\n{type_text(schema)}\n"


def _fields(schema: Schema) -> Iterator[tuple[str, ...]]:
    needed = schema.get("required", ())
    for name, field in schema["properties"].items():
        text = type_text(field)
        if name not in needed:
            text = text.removesuffix(" or null")
        about = [] if name in needed else ["optional"]
        if field.get("default") not in (None, ""):
            about = [f"default `{field['default']}`"]
        about += [field["description"]] if field.get("description") else []
        yield f"`{name}`", text, "; ".join(about)
