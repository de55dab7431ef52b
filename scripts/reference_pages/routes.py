"""docs/reference/routes.md: every route, with who may ask, what it takes and how it answers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from reference_pages.document import document, table, type_text

HEAD = """# Routes

Every route of the [HTTP API](http-api.md), which says what they mean together. Paths are relative
to `/api/v1/workspaces/{slug}` unless they begin with `/api`, `/hooks` or name a probe. Fields of
bodies and answers are under [Schemas](schemas.md), codes under [Errors](errors.md). The same for
machines: `GET /openapi.json`.
"""
BASE = "/api/v1/workspaces/{slug}"
SCHEMAS = "schemas.md"


def page() -> str:
    """All routes, by what they are about."""
    groups: dict[str, list[str]] = defaultdict(list)
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            groups[operation["tags"][0]].append(section(method.upper(), path, operation))
    return HEAD + "".join(
        f"\n## {name.capitalize()}\n" + "".join(found) for name, found in groups.items()
    )


def section(method: str, path: str, operation: dict[str, Any]) -> str:
    """One route."""
    shown = re.sub(r"_(\w)", lambda found: found[1].upper(), path.removeprefix(BASE))
    facts = " · ".join(_facts(operation))
    head = f"\n### {method} {shown}\n\n{operation['description']}\n\n{facts}\n"
    return head + table(("parameter", "in", "", ""), _parameters(operation))


def _facts(operation: dict[str, Any]) -> Iterator[str]:
    scopes = [scope for way in operation.get("security", ()) for scope in way.get("bearer", ())]
    if scopes:
        yield f"Scope `{scopes[0]}`"
    if "requestBody" in operation:
        yield f"body {_shape(operation['requestBody'])}"
    refused = []
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            yield f"`{status}` {_shape(answer)}".rstrip()
        elif status != "default":
            refused.append(status)
    yield f"refused with {', '.join(f'`{status}`' for status in refused)}"


def _shape(content: dict[str, Any]) -> str:
    for kind, described in content.get("content", {}).items():
        if kind == "application/json":
            return type_text(described["schema"], page=SCHEMAS)
        return f"`{kind}`"
    return ""


def _parameters(operation: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for one in operation.get("parameters", ()):
        if one["in"] == "path":
            continue
        schema = one["schema"]
        default = schema.get("default")
        about = [one.get("description", "")] if one.get("description") else []
        about += [f"default `{default}`"] if default not in (None, "") else []
        about += ["required"] if one.get("required") else []
        text = type_text(schema, page=SCHEMAS).removesuffix(" or null")
        yield f"`{one['name']}`", one["in"], text, "; ".join(about)
