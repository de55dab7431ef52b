"""Contradictory settings are rejected by name."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from runwhy.settings import Settings


def test_worker_timeout_is_at_least_two_heartbeats() -> None:
    with pytest.raises(ValidationError, match="worker_dead_after") as rejected:
        Settings(worker_beat=3, worker_dead_after=5)

    (problem,) = rejected.value.errors()
    assert problem["loc"] == ("worker_dead_after",)
    assert "at least twice worker_beat" in problem["msg"]
    assert Settings(worker_beat=3, worker_dead_after=6).worker_dead_after == 6


@pytest.mark.parametrize(
    ("given", "seconds"), [("600", 600), ("12h", 12 * 3600), ("3d", 3 * 86400), (1.5, 1.5)]
)
def test_approval_timeout_is_in_seconds_or_a_duration(given: object, seconds: float) -> None:
    assert Settings.model_validate({"approval_timeout": given}).approval_timeout == seconds


@pytest.mark.parametrize("given", ["0", "-1", "366d", "inf", "nan", "soon"])
def test_approval_timeout_has_limits(given: str) -> None:
    with pytest.raises(ValidationError, match="approval_timeout"):
        Settings.model_validate({"approval_timeout": given})
