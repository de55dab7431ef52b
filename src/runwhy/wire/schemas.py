"""JSON Schemas of answers, for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

REF = "#/components/schemas/{name}"


def schema_name(answer: Any) -> str:
    """Return the name of an answer's schema. A union of answers has a title instead of a name."""
    title = next((getattr(one, "title", None) for one in get_args(answer)[1:]), None)
    return str(title or answer.__name__)


def answer_schemas(answers: Sequence[Any]) -> dict[str, Any]:
    """Return the schemas of answers and of everything they contain, by name."""
    found, components = msgspec.json.schema_components(answers, ref_template=REF)
    pairs = zip(answers, found, strict=True)
    unions = {schema_name(answer): one for answer, one in pairs if "$ref" not in one}
    return {**components, **unions}
