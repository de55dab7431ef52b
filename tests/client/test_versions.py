"""Answers of older and newer servers: missing, unknown and changed fields."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from tests.client.scripted_server import Json, Script
from tests.support.builders import a_run

from runwhy.client.answer_reader import read
from runwhy.wire.accounts import ApiKey, ModelCatalog
from runwhy.wire.runs import NO_TOKENS, Run, RunAccepted, RunPage
from runwhy.wire.sessions import SessionInfo


def test_a_run_of_this_version_is_read_completely() -> None:
    at = datetime(2026, 11, 3, 12, tzinfo=UTC)
    sent = msgspec.json.decode(msgspec.json.encode(Run.of(a_run(created_at=at, finished_at=at))))

    run = read(Run, sent)

    assert (run.created_at, run.finished_at) == (at, at)
    assert run.origin.requested_at.tzinfo is not None
    assert run.raw == sent
    assert msgspec.json.decode(msgspec.json.encode(Run.of(a_run(id=run.id))))["id"] == run.id


def test_fields_of_a_newer_server_are_kept_in_raw(client: Any, server: Script) -> None:
    raw = {"id": "run_1", "status": "paused", "origin": {"new": 1}, "mood": {"good": True}}
    server.on("GET", "/agent-runs/run_1", Json(raw))

    run = client.get_run("run_1")

    assert run.status == "paused"  # a status that this version does not know
    assert run.raw["mood"] == {"good": True}
    assert run.origin.raw == {"new": 1}


def test_fields_that_an_older_server_does_not_send_are_empty(client: Any, server: Script) -> None:
    server.on("GET", "/agent-runs", Json({"runs": [{"id": "run_1"}]}))

    page = client.list_runs()

    (run,) = page.runs
    assert page.next_cursor is None and page.suggestions is None
    assert (run.status, run.turns, run.final_text, run.created_at) == ("", 0, None, None)
    assert (run.metadata, run.spec, run.tokens) == ({}, {}, NO_TOKENS)
    assert (run.error, run.model, run.envelope, run.memory) == (None, None, None, None)
    assert (run.origin.trigger, run.origin.actor.kind) == ("", "")


@pytest.mark.parametrize("value", [None, 1, True, "x", 1.5, [1], ["x"], {"a": 1}, [{}], {}])
def test_a_field_with_another_type_is_empty(value: object) -> None:
    for kind in (Run, RunPage, RunAccepted, SessionInfo, ApiKey, ModelCatalog):
        answer = read(kind, dict.fromkeys(kind.__struct_encode_fields__, value))
        assert read(kind, answer.raw) == answer
    run = read(Run, dict.fromkeys(Run.__struct_encode_fields__, value))
    assert isinstance(run.id, str) and type(run.turns) is int
    assert isinstance(run.metadata, dict) and run.created_at is None


def test_a_time_without_a_zone_is_in_utc() -> None:
    run = read(Run, {"createdAt": "2026-11-03T12:00:00", "startedAt": "soon"})

    assert run.created_at == datetime(2026, 11, 3, 12, tzinfo=UTC)
    assert run.started_at is None


def test_an_error_is_read_by_attribute_and_like_json() -> None:
    run = read(Run, {"error": {"message": "no", "errorClass": "auth", "hint": "log in"}})

    assert run.error is not None
    assert (run.error.message, run.error.error_class) == ("no", "auth")
    assert (run.error["hint"], run.error.get("x")) == ("log in", None)
    assert dict(run.error) == run.error.raw
