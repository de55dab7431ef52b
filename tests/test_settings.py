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
