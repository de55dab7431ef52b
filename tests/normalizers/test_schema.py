"""The JSON Schema of entries matches their wire form exactly."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from msgspec.structs import fields
from tests.normalizers.fold_helpers import Json, changes
from tests.normalizers.recordings import HERE, STREAMS, Recorded

from runwhy.core.agents.actions import (
    Action,
    Attachment,
    FileChange,
    QuestionItem,
    TodoItem,
    ToolResult,
)
from runwhy.core.agents.entries import Entry, EntryDelta, Retraction, Usage, change_json

REFERENCE = HERE.parents[1] / "docs" / "reference"
SCHEMA = json.loads((REFERENCE / "entries.schema.json").read_text())
DEFS = SCHEMA["$defs"]
PARTS = {
    "asked": QuestionItem,
    "attachment": Attachment,
    "file_change": FileChange,
    "todo_item": TodoItem,
    "tool_result": ToolResult,
    "usage": Usage,
}
VALID = Draft202012Validator(SCHEMA)


def names(kind: type) -> set[str]:
    return {field.encode_name for field in fields(kind)}


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("stream", STREAMS, ids=lambda stream: stream.name)
def test_every_golden_entry_is_valid(stream: Recorded) -> None:
    for told in json.loads(stream.golden.read_text()):
        VALID.validate(told)


@pytest.mark.parametrize("kind", get_args(Entry), ids=tag)
def test_every_field_of_an_entry_is_in_the_schema(kind: type) -> None:
    own, shared = DEFS[tag(kind)]["properties"], DEFS["entry_fields"]["properties"]

    assert {*own, *shared} == names(kind) - {"stamp"} | {"type", "agent", "metadata"}


@pytest.mark.parametrize("kind", get_args(Action), ids=tag)
def test_every_field_of_an_action_is_in_the_schema(kind: type) -> None:
    assert set(DEFS[f"action_{tag(kind)}"]["properties"]) == names(kind) | {"type"}


@pytest.mark.parametrize("kind", [EntryDelta, Retraction], ids=tag)
def test_every_field_of_a_change_is_in_the_schema(kind: type) -> None:
    assert set(DEFS[tag(kind)]["properties"]) == names(kind) | {"type"}


@pytest.mark.parametrize("name", PARTS)
def test_every_field_of_a_part_is_in_the_schema(name: str) -> None:
    assert set(DEFS[name]["properties"]) == names(PARTS[name])


def test_every_action_of_a_tool_is_valid_on_the_wire() -> None:
    calls: list[Json] = [
        {"name": "Grep", "input": {"pattern": "x", "path": "src"}},
        {"name": "WebFetch", "input": {"url": "https://example.com"}},
        {"name": "TodoWrite", "input": {"todos": [{"content": "Test", "status": "pending"}]}},
        {"name": "ExitPlanMode", "input": {"plan": "First, think."}},
        {"name": "AskUserQuestion", "input": {"question": "Which?", "options": ["A"]}},
    ]
    blocks = [{"type": "tool_use", "id": f"t{at}", **call} for at, call in enumerate(calls)]
    line: Json = {"type": "assistant", "message": {"id": "m", "content": blocks}}

    told = [change_json(change) for change in changes("claude", [line])]

    assert [told["action"]["type"] for told in told[:5] if isinstance(told["action"], dict)] == [
        "search",
        "web_fetch",
        "todo",
        "plan",
        "question",
    ]
    for one in told:
        VALID.validate(one)


def test_every_word_of_the_wire_form_is_in_the_reference() -> None:
    page = (REFERENCE / "entries.md").read_text()
    used = {tag(kind) for kind in (*get_args(Entry), *get_args(Action), EntryDelta, Retraction)}
    for kind in (*get_args(Entry), *get_args(Action), *PARTS.values()):
        used |= names(kind) - {"stamp"}

    assert [word for word in sorted(used) if f"`{word}`" not in page] == []
