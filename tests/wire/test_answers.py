"""Answers: built from core values, encoded as JSON, and described by a schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from tests.support.builders import a_run

from runwhy.core.accounts.workspaces import Agent as CoreAgent
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed
from runwhy.wire import accounts, history, runs, schemas, sessions
from runwhy.wire.answer import Answer, JsonAnswer, time_text

AT = datetime(2026, 11, 3, 12, 0, 0, 123456, tzinfo=UTC)


def encoded(answer: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer))


def all_below(answer: type[Answer]) -> Iterator[type[Answer]]:
    for one in answer.__subclasses__():
        yield from (one, *all_below(one))


@pytest.mark.parametrize("hours", [0, 2, -7])
def test_times_are_in_utc_with_milliseconds(hours: int) -> None:
    at = AT.astimezone(timezone(timedelta(hours=hours)))

    assert time_text(at) == "2026-11-03T12:00:00.123Z"
    assert time_text(AT.replace(microsecond=0)) == "2026-11-03T12:00:00.000Z"
    assert encoded(runs.Run.of(a_run(created_at=at)))["createdAt"] == "2026-11-03T12:00:00.123Z"


def test_a_field_without_a_value_is_null_unless_it_has_a_default() -> None:
    model = ModelUsed(id="echo", provider="echo", vendor_model_id="echo")
    run = encoded(runs.Run.of(a_run(model=model)))

    assert run["error"] is None and run["finishedAt"] is None
    assert run["model"] == {"id": "echo", "provider": "echo", "vendorModelId": "echo"}
    shown = encoded(runs.Run.of(a_run(model=replace(model, reasoning_effort="high"))))
    assert shown["model"]["reasoningEffort"] == "high"


def test_the_code_of_an_error_defaults_to_its_class() -> None:
    failure = Failure(message="slow down", error_class=ErrorClass.RATE_LIMIT)

    error = encoded(runs.Run.of(a_run(failure=failure)))["error"]

    assert (error["code"], error["errorClass"], error["retryable"]) == (*["rate_limit"] * 2, True)


def test_the_fields_of_an_agents_spec_are_at_its_level() -> None:
    spec = AgentSpec(system_prompt="Be brief.", other={"newField": 1})
    agent = CoreAgent(
        id="agt_1", workspace=1, name="helper", spec=spec, created_at=AT, updated_at=AT
    )

    shown = encoded(accounts.AgentList(agents=[accounts.Agent.of(agent)]))["agents"][0]

    assert shown.keys() == {
        *("id", "name", "version", "createdAt", "updatedAt", "systemPrompt", "newField")
    }


def test_an_answer_is_equal_to_its_json_only_where_it_replaces_a_json_object() -> None:
    message = history.Message(role="user", content="Hi")

    assert message == {"role": "user", "content": "Hi"}
    assert message == history.Message(role="user", content="Hi")
    assert message != history.Message(role="user", content="Ho")
    assert dict(message) == message.as_json()
    assert not issubclass(sessions.Session, JsonAnswer)


def test_every_answer_is_frozen_and_has_keyword_only_fields() -> None:
    found = [one for one in all_below(Answer) if one.__struct_fields__]

    assert len(found) > 40
    assert all(one.__struct_config__.frozen for one in found)
    with pytest.raises(TypeError, match="positional"):
        runs.Tokens(1, 2, 3, 4)  # type: ignore[misc]


def test_a_schema_has_the_descriptions_and_the_required_fields() -> None:
    found = schemas.answer_schemas([runs.Run])

    error = found["RunError"]
    assert error["description"] == "Why a run failed."
    assert error["properties"]["apiStatus"]["description"] == "HTTP status from the provider."
    assert set(error["required"]) == set(error["properties"])
    assert "reasoningEffort" not in found["ModelUsed"]["required"]
