"""Limits of `brief_run`: the envelope always fits, and invalid values are named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.errors import InvalidInput
from runwhy.integrations import brief_run


@given(
    trigger=st.text(alphabet="t\x00é☃", min_size=1, max_size=128),
    run_id=st.text(alphabet="r\x00é☃", min_size=1, max_size=128),
    correlation_id=st.text(max_size=3000),
)
def test_the_envelope_fits_into_4096_bytes(trigger: str, run_id: str, correlation_id: str) -> None:
    brief = brief_run(trigger=trigger, run_id=run_id, correlation_id=correlation_id)

    assert len(brief.envelope.encode()) <= 4096


@pytest.mark.parametrize(
    ("values", "field", "limit", "actual"),
    [
        ({"trigger": "t" * 4000}, "/trigger", 128, 4000),
        ({"trigger": "cron", "run_id": "r" * 129}, "/run_id", 128, 129),
        ({"trigger": "cron", "key": "k" * 200}, "/key", 128, 200),
    ],
)
def test_a_field_that_is_never_dropped_has_a_limit(
    values: dict[str, Any], field: str, limit: int, actual: int
) -> None:
    with pytest.raises(InvalidInput) as refused:
        brief_run(**values)

    [problem] = refused.value.problems
    assert (problem.field, problem.limit, problem.actual) == (field, limit, actual)


def test_a_nested_name_that_is_not_a_string_is_refused() -> None:
    context: Any = {"a": {"b": {1: 2}}}

    with pytest.raises(InvalidInput) as refused:
        brief_run(trigger="cron", context=context)

    assert refused.value.problems[0].field == "/context/a/b/1"


def test_the_name_of_a_trigger_contains_neither_secrets_nor_the_seal() -> None:
    seal = brief_run(trigger="cron", session_id="s", secret=b"x").seal
    name = f"nightly {seal} hunter2-hunter2"

    brief = brief_run(
        trigger="cron",
        trigger_name=name,
        session_id="s",
        secret=b"x",
        known_secrets=["hunter2-hunter2"],
    )

    assert '"trigger_name":"nightly ' in brief.envelope
    assert brief.envelope.count(seal) == 1
    assert "hunter2" not in brief.envelope
