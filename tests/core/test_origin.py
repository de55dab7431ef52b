"""Origins: immutability, time zones, and attendance."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import datetime

import pytest
from tests.support.builders import an_origin

from runwhy.core.runs.origin import is_attended, original_of, redacted_origin
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

    assert attended == {"api", "cli", "terminal", "telegram", "openai", "anthropic"}


def test_a_rerun_keeps_the_origin_of_the_first_run() -> None:
    first = an_origin(trigger="cron", trigger_id="trg_1", trigger_name="nightly", facts={"a": 1})
    second = an_origin(trigger="api", rerun_of="run_1", original=original_of(first))

    kept = original_of(second)

    assert (kept.trigger, kept.trigger_id, kept.trigger_name) == ("cron", "trg_1", "nightly")
    assert kept.facts == {"a": 1}
    assert kept.requested_at == first.requested_at


def test_secrets_are_redacted_in_names_and_in_the_facts_of_the_original() -> None:
    secret = "hunter2-hunter2"
    first = an_origin(trigger_name=f"nightly {secret}", facts={"note": secret})
    rerun = an_origin(trigger_name=secret, original=original_of(first))

    clean = redacted_origin(rerun, known=[secret])

    assert clean.trigger_name != secret
    assert secret not in str(clean)
