"""Values of core types survive being stored as rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.erasure import EraseMode, Erasure, RetentionRule
from runwhy.core.runs.origin import Actor
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.stores import tables
from runwhy.stores.accounts.audit import ACTOR
from runwhy.stores.erasure.retention import rules
from runwhy.stores.sql.records import Records
from runwhy.stores.triggers.triggers import triggers

AT = datetime(2026, 3, 1, 12, 30, 0, 5000, tzinfo=UTC)
TRIGGER = Trigger(
    id="trg_1",
    workspace=1,
    kind=TriggerKind.CRON,
    name="nightly",
    created_at=AT,
    updated_at=AT,
    tags={"env": "prod"},
    spec=AgentSpec(model_id="m", order=("model_id",)),
    secret="s",
    next_at=AT + timedelta(days=1),
)


def test_a_value_is_read_as_it_was_written() -> None:
    assert triggers.read(triggers.row(TRIGGER)) == TRIGGER


def test_times_enums_and_mappings_have_plain_columns() -> None:
    row = triggers.row(TRIGGER)

    assert row["created_at"] == 1772368200005
    assert row["kind"] == "cron"
    assert row["tags"] == '{"env":"prod"}'
    assert row["resumed_at"] is None


def test_only_secrets_are_sealed() -> None:
    row = triggers.row(TRIGGER, lambda text: f"sealed {text}")

    assert row == {**triggers.row(TRIGGER), "secret": "sealed s"}
    assert triggers.row(replace(TRIGGER, secret=None), str.upper)["secret"] is None


def test_the_fields_of_an_inner_value_have_their_own_columns() -> None:
    erasures = Records(tables.erasures, Erasure, actor=ACTOR)
    actor = Actor(kind="key", id="key_1", name="ci")
    erasure = Erasure(
        id="e", workspace=1, query="", mode=EraseMode.ALL, actor=actor, created_at=AT, seq=7
    )

    row = erasures.row(erasure)

    assert (row["actor_kind"], row["actor_id"], row["actor_name"]) == ("key", "key_1", "ci")
    assert "seq" not in row  # the database assigns it
    assert erasures.read({**row, "seq": 7}) == erasure


def test_a_field_may_have_a_column_of_another_name() -> None:
    rule = RetentionRule(
        id="r",
        workspace=1,
        name="old",
        query="",
        age=timedelta(days=2),
        mode=EraseMode.CONTENT,
        created_by="me",
        created_at=AT,
    )

    assert rules.row(rule)["age_seconds"] == 2 * 86_400
    assert rules.read(rules.row(rule)) == rule


def test_a_field_without_a_column_is_an_error() -> None:
    @dataclass(frozen=True)
    class Wide:
        id: str
        colour: str

    with pytest.raises(KeyError, match="colour"):
        Records(tables.agents, Wide)
