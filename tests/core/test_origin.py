"""Origins: immutability, time zones, and attendance."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import datetime

import pytest
from tests.support.builders import an_origin

from runwhy.core.runs.origin import is_attended
from runwhy.core.runs.provenance import BY_TRIGGER


@pytest.mark.parametrize("field", ["requested_at", "scheduled_for"])
def test_a_time_without_a_zone_raises(field: str) -> None:
    with pytest.raises(ValueError, match="time zone"):
        an_origin(**{field: datetime(2026, 11, 3)})


def test_an_origin_is_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        an_origin().trigger = "cron"  # type: ignore[misc]


def test_a_run_is_attended_if_a_person_waits_for_the_answer() -> None:
    attended = {trigger for trigger in BY_TRIGGER if is_attended(trigger)}

    assert attended == {"api", "cli", "terminal", "telegram"}
