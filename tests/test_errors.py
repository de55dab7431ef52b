"""Errors in plain words."""

from __future__ import annotations

import pytest
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from runwhy.errors import plain_rule


class _Inner(BaseModel):
    text: str


class _Values(BaseModel):
    model_config = ConfigDict(strict=True)

    inner: _Inner | None = None
    count: int = Field(0, ge=1, strict=False)
    flag: bool = False
    at: AwareDatetime | None = Field(None, strict=False)
    names: list[str] = Field([], max_length=1)


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("inner", 5, "must be an object"),
        ("count", 0, "must be at least 1"),
        ("count", "x", "must be an integer"),
        ("count", 1.5, "must be an integer"),
        ("flag", "x", "must be true or false"),
        ("at", "x", "must be a time in RFC 3339 format, such as 2026-11-18T18:00:00Z"),
        ("at", "2026-11-18T18:00:00", "must have a time zone, such as 2026-11-18T18:00:00Z"),
        ("names", ["a", "b"], "must have at most 1 item, not 2"),
        ("names", [5], "must be a string"),
    ],
)
def test_a_rule_of_pydantic_is_told_in_plain_words(field: str, value: object, rule: str) -> None:
    with pytest.raises(ValidationError) as raised:
        _Values.model_validate({field: value})

    (error,) = raised.value.errors()
    assert plain_rule(error["msg"]) == rule
