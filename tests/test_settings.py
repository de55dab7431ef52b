"""Settings that contradict each other are refused, by name."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from runwhy.settings import Settings


def test_who_is_silent_for_less_than_two_beats_is_not_dead() -> None:
    with pytest.raises(ValidationError, match="worker_dead_after") as refused:
        Settings(worker_beat=3, worker_dead_after=5)

    (problem,) = refused.value.errors()
    assert problem["loc"] == ("worker_dead_after",)
    assert "at least twice worker_beat" in problem["msg"]
    assert Settings(worker_beat=3, worker_dead_after=6).worker_dead_after == 6
