"""Generate docs/reference/routes.md: every route with its scope, parameters and responses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from reference_pages.document import document, table, type_text

HEAD = """# Routes

Every route of the [HTTP API](http-api.md), with its scope, body, responses and parameters. Paths
are relative to `/api/v1/workspaces/{slug}`, except for the probes and paths that start with `/api`
or `/hooks`. [Schemas](schemas.md) lists the fields of bodies and responses, [Errors](errors.md) the
error codes. `GET /openapi.json` has the same in machine-readable form.
"""
BASE = "/api/v1/workspaces/{slug}"
SCHEMAS = "schemas.md"


def page() -> str:
    """Return the page, with routes grouped by tag."""
    groups: dict[str, list[str]] = defaultdict(list)
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            groups[operation["tags"][0]].append(section(method.upper(), path, operation))
    return HEAD + "".join(
        f"\n## {name.capitalize()}\n" + "".join(found) for name, found in groups.items()
    )


def section(method: str, path: str, operation: dict[str, Any]) -> str:
    """Return the section of one route."""
    shown = re.sub(r"_(\w)", lambda found: found[1].upper(), path.removeprefix(BASE))
    facts = " · ".join(_facts(operation))
    head = f"\n### {method} {shown}\n\n{operation['description']}\n\n{facts}\n"
    return head + table(("parameter", "in", "type", "meaning"), _parameters(operation))


def _facts(operation: dict[str, Any]) -> Iterator[str]:
    scopes = [scope for way in operation.get("security", ()) for scope in way.get("bearer", ())]
    if scopes:
        yield "Scope " + " and ".join(f"`{scope}`" for scope in scopes)
    if "requestBody" in operation:
        yield f"body {_shape(operation['requestBody'])}"
    rejected = []
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            yield f"`{status}` {_shape(answer)}".rstrip()
        elif status != "default":
            rejected.append(status)
    yield f"errors {', '.join(f'`{status}`' for status in rejected)}"


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
