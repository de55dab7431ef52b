"""Output schemas: matching and non-matching answers, and invalid schemas."""

from __future__ import annotations

import json

import pytest

from runwhy.core.agents.output_schemas import target_of
from runwhy.executors.builtin.schemas import answer_text, problem_with

CITY = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "size": {"$ref": "#/$defs/size"}},
    "required": ["city"],
    "additionalProperties": False,
    "$defs": {"size": {"type": "integer", "minimum": 1}},
}


def test_a_matching_answer_has_no_problem() -> None:
    assert problem_with('{"city":"Oslo","size":3}', CITY) is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Oslo", "it is not JSON"),
        ("", "it is not JSON"),
        ("{}", "'city' is a required property"),
        ('{"city":1}', "at /city: 1 is not of type 'string'"),
        ('{"city":"a","size":0}', "at /size: 0 is less than the minimum of 1"),
    ],
)
def test_a_problem_names_the_location_and_cause(text: str, problem: str) -> None:
    assert problem in str(problem_with(text, CITY))


def test_a_remote_schema_is_not_fetched() -> None:
    schema = {"$ref": "http://127.0.0.1:9/schema.json"}

    assert "the schema is not usable" in str(problem_with("{}", schema))


def test_an_invalid_schema_is_a_problem_not_a_crash() -> None:
    assert "the schema is not usable" in str(problem_with("1", {"type": 7}))


def test_a_non_object_schema_is_wrapped_with_its_definitions_at_the_top() -> None:
    target = target_of({"type": "array", "items": {"$ref": "#/$defs/x"}, "$defs": {"x": {}}})

    assert target.wrapped
    assert target.schema["$defs"] == {"x": {}}
    assert target.schema["properties"]["response"] == {
        "type": "array",
        "items": {"$ref": "#/$defs/x"},
    }
    assert answer_text('{"response":[1]}', target) == "[1]"
    assert answer_text("no JSON", target) == "no JSON"


def test_a_code_fence_around_the_answer_is_removed() -> None:
    assert json.loads(answer_text('```json\n{"city":"Oslo"}\n```', target_of(CITY))) == {
        "city": "Oslo"
    }
    assert answer_text("```\nprose", target_of(CITY)) == "```\nprose"
