"""Answers are checked against any schema in bounded time without blocking others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from runwhy.executors.builtin.schemas import check_answer, may_be_endless

CODE = {"type": "object", "properties": {"code": {"type": "string", "pattern": "^[A-Z]{2}$"}}}
ENDLESS = {"type": "string", "pattern": "^(a+)+$"}


def doubling(levels: int) -> dict[str, Any]:
    """Return a small schema that needs two to the power of `levels` checks."""
    steps = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return {"$ref": "#/$defs/d0", "$defs": {**steps, f"d{levels}": {"const": 0}}}


def test_a_pattern_is_enforced() -> None:
    assert asyncio.run(check_answer('{"code":"NO"}', CODE)) is None
    problem = asyncio.run(check_answer('{"code":"Norway"}', CODE))
    assert problem == "at /code: 'Norway' does not match '^[A-Z]{2}$'"


@pytest.mark.parametrize(
    ("answer", "schema"), [("a" * 60 + "!", ENDLESS), (1, doubling(60))], ids=["pattern", "$ref"]
)
def test_an_endless_schema_check_times_out_without_blocking_others(
    answer: object, schema: dict[str, Any]
) -> None:
    async def both() -> tuple[str | None, str | None]:
        slow = asyncio.create_task(check_answer(json.dumps(answer), schema, within=1.0))
        await asyncio.sleep(0)
        quick = await check_answer("{}", {"type": "object"})
        assert not slow.done()
        return await slow, quick

    assert asyncio.run(both()) == (
        "checking it against the schema took longer than 1 seconds",
        None,
    )


@pytest.mark.parametrize(
    ("schema", "endless"),
    [
        ({"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, {}]}}}, False),
        ({"items": [{"patternProperties": {"^a": {}}}]}, True),
        ({"$ref": "#"}, True),
        (CODE, True),
    ],
)
def test_only_a_potentially_endless_schema_uses_a_subprocess(schema: Any, endless: bool) -> None:
    assert may_be_endless(schema) is endless
