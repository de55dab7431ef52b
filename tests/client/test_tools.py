"""Tools: the schema sent to the model, and the results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from runwhy import Tool, tool
from runwhy.client.request_bodies import body_of
from runwhy.client.tools import ToolLike, result_text, toolbox


@dataclass
class Place:
    city: str


class Report(BaseModel):
    degrees: float


def test_a_decorated_function_can_still_be_called() -> None:
    @tool
    def double(n: int) -> int:
        """Twice."""
        return 2 * n

    assert isinstance(double, Tool)
    assert double(4) == 8
    assert double(n=4) == 8


def test_name_and_description_can_be_set() -> None:
    @tool(name="twice", description="Doubles.", long_running=True)
    def double(n: int) -> int:
        """Not this."""
        return 2 * n

    assert double.to_wire() == {
        "kind": "local",
        "name": "twice",
        "description": "Doubles.",
        "parameters": {
            "type": "object",
            "properties": {"n": {"type": "integer"}},
            "required": ["n"],
            "additionalProperties": False,
        },
        "longRunning": True,
    }


def test_parameter_types_are_described_and_converted() -> None:
    got: list[object] = []

    def weather(
        place: Place,
        at: datetime,
        unit: Annotated[Literal["c", "f"], Field(description="of the answer")] = "c",
    ) -> None:
        got.extend([place, at, unit])

    made = tool(weather)
    schema = made.to_wire()["parameters"]
    made.call({"place": {"city": "Kyiv"}, "at": "2026-11-01T10:00:00Z"})

    assert isinstance(schema, dict)
    assert schema["properties"]["unit"] == {
        "description": "of the answer",
        "enum": ["c", "f"],
        "type": "string",
        "default": "c",
    }
    assert got == [Place("Kyiv"), datetime(2026, 11, 1, 10, tzinfo=UTC), "c"]


def test_a_positional_only_parameter_is_rejected() -> None:
    def positional(a: int, /) -> None: ...
    def many(*a: int) -> None: ...

    for function in (positional, many):
        with pytest.raises(TypeError, match=function.__name__):
            tool(function).to_wire()


def test_a_callable_without_a_name_needs_one() -> None:
    with pytest.raises(TypeError, match="has no name"):
        tool(partial(print, end=""))


def test_a_type_without_a_schema_is_rejected_by_name() -> None:
    class Opaque: ...

    def take(thing: Opaque) -> None: ...

    take.__annotations__["thing"] = Opaque
    with pytest.raises(TypeError, match="take"):
        tool(take).to_wire()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as it is", "as it is"),
        ("", ""),
        ({"a": [1, None]}, '{"a": [1, null]}'),
        (Place("Kyiv"), '{"city": "Kyiv"}'),
        ([Report(degrees=1.5)], '[{"degrees": 1.5}]'),
        (datetime(2026, 11, 1, tzinfo=UTC), '"2026-11-01T00:00:00Z"'),
    ],
)
def test_a_result_is_text_or_json(value: object, text: str) -> None:
    assert result_text(value) == text


def test_an_output_schema_can_be_a_type() -> None:
    body = body_of(output_schema=Report)

    assert body["outputSchema"] == {
        "name": "Report",
        "schema": {
            "type": "object",
            "properties": {"degrees": {"type": "number"}},
            "required": ["degrees"],
            "title": "Report",
        },
    }


def test_only_the_driving_client_answers_unknown_tools() -> None:
    tools: list[ToolLike] = [
        Tool(name="mine", handler=str),
        Tool(name="later"),
        {"kind": "local", "name": "raw"},
    ]

    watching, driving = toolbox(tools), toolbox(tools, drives=True)

    assert [watching.answers(n) for n in ("mine", "later", "raw", "?")] == [
        True,
        False,
        False,
        False,
    ]
    assert [driving.answers(n) for n in ("mine", "later", "raw", "?")] == [True, False, False, True]
