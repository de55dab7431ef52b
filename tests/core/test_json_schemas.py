"""JSON Schemas that clients send are checked as the metaschemas would, in linear time."""

from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.agents.json_schemas import TYPES, output_schema_problems, schema_problems

DRAFT_7 = "http://json-schema.org/draft-07/schema#"
SCALARS = st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from([0.5, 2.0, *TYPES, "x"])
LISTS = st.lists(SCALARS, max_size=2) | st.lists(st.sampled_from(TYPES), max_size=2)
SINGLE = ("additionalProperties", "contains", "if", "items", "not", "propertyNames")
VALUES = (
    *("enum", "exclusiveMinimum", "maximum", "minLength", "maxItems", "multipleOf", "required"),
    *("type", "uniqueItems", "pattern", "$ref", "title", "description", "unknown", "default"),
)


def _grown(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keywords: dict[str, st.SearchStrategy[Any]] = dict.fromkeys(VALUES, SCALARS | LISTS)
    keywords |= dict.fromkeys(SINGLE, below)
    keywords |= dict.fromkeys(
        ("properties", "$defs"), st.dictionaries(st.text("ab"), below) | below
    )
    keywords |= dict.fromkeys(("anyOf", "prefixItems"), st.lists(below, max_size=2) | below)
    return st.fixed_dictionaries({}, optional=keywords) | below


SCHEMAS = st.fixed_dictionaries({}, optional={"type": SCALARS | LISTS, "not": SCALARS}) | SCALARS


@given(st.recursive(SCHEMAS, _grown, max_leaves=6).filter(lambda value: isinstance(value, dict)))
def test_a_schema_of_answers_is_accepted_if_the_metaschema_accepts_it(schema: Any) -> None:
    fits = jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA).is_valid

    assert (not schema_problems(schema, legacy=False)) == fits(schema)


@pytest.mark.parametrize(
    ("schema", "field", "rule"),
    [
        ({"type": "nonsense"}, "/type", "must be one of array, boolean, integer, null, number, "),
        ({"properties": {"a/b": {"type": 5}}}, "/properties/a~1b/type", "must be one of"),
        ({"anyOf": [{}, {"items": 3}]}, "/anyOf/1/items", "must be a JSON Schema: an object"),
        ({"properties": []}, "/properties", "must be an object of schemas"),
        ({"required": True}, "/required", "must be a list of property names, each once"),
        ({"multipleOf": 0}, "/multipleOf", "must be a number above 0"),
    ],
)
def test_a_problem_names_the_keyword_and_the_rule(schema: Any, field: str, rule: str) -> None:
    for legacy in (True, False):
        (problem,) = schema_problems(schema, legacy=legacy)
        assert problem.field == field and problem.problem.startswith(rule)


@pytest.mark.parametrize(
    "schema", [{"items": [{}, {"type": "string"}]}, {"minimum": 1, "exclusiveMinimum": True}]
)
def test_forms_of_earlier_drafts_are_accepted_in_tools_and_with_their_draft(schema: Any) -> None:
    assert schema_problems(schema, legacy=False)
    assert not schema_problems(schema, legacy=True)
    assert not schema_problems({"$schema": DRAFT_7, **schema}, legacy=False)


@pytest.mark.parametrize("reference", ["https://example.com/a.json", "other.json#/a", "file:///a"])
def test_a_reference_to_another_document_is_a_problem_of_a_schema_of_answers(
    reference: str,
) -> None:
    schema = {"properties": {"a": {"$ref": reference}}, "enum": [{"$ref": "data"}]}
    (problem,) = output_schema_problems(schema)

    assert problem.field == "/properties/a/$ref"
    assert problem.problem == f"{reference!r} is not in the schema; use $defs"
    assert not output_schema_problems({"$defs": {"a": {}}, "$ref": "#/$defs/a"})


def test_a_deep_schema_is_checked_without_recursion() -> None:
    schema: dict[str, Any] = {"type": "nonsense"}
    for _ in range(50_000):
        schema = {"not": schema}

    (problem,) = schema_problems(schema, legacy=True)

    assert problem.field == "/not" * 50_000 + "/type"
    while schema:  # freeing a deep dictionary in one step recurses
        schema = schema.pop("not", {})
