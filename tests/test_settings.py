"""Contradictory settings are rejected by name."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from runwhy.cli.exit_codes import BadSettings
from runwhy.cli.settings_loader import load_settings
from runwhy.settings import Settings

DURATIONS = (
    "approval_timeout",
    "mcp_timeout",
    "model_idle_timeout",
    "model_retry_wait",
    "retention_every",
    "shutdown_grace",
    "terminal_idle",
    "tool_timeout",
)
BOUNDED = ("memory_timeout", "worker_beat", "worker_dead_after")


def test_worker_timeout_is_at_least_two_heartbeats() -> None:
    with pytest.raises(ValidationError, match="worker_dead_after") as rejected:
        Settings(worker_beat=3, worker_dead_after=5)

    (problem,) = rejected.value.errors()
    assert problem["loc"] == ("worker_dead_after",)
    assert "at least twice worker_beat" in problem["msg"]
    assert Settings(worker_beat=3, worker_dead_after=6).worker_dead_after == 6


@pytest.mark.parametrize(
    ("given", "seconds"),
    [("600", 600), ("90s", 90), ("12h", 12 * 3600), ("3d", 3 * 86400), (61.5, 61.5)],
)
@pytest.mark.parametrize("name", DURATIONS)
def test_durations_are_in_seconds_or_have_a_unit(name: str, given: object, seconds: float) -> None:
    assert getattr(Settings.model_validate({name: given}), name) == seconds


@pytest.mark.parametrize("name", [*DURATIONS, *BOUNDED])
def test_an_invalid_duration_is_explained(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"RUNWHY_{name.upper()}", "soon")
    with pytest.raises(BadSettings) as rejected:
        load_settings()

    assert str(rejected.value) == (
        f"invalid settings:\n  {name} (RUNWHY_{name.upper()}): should be a duration, such as "
        "90 (seconds), 90s, 15m, 2h or 30d, not 'soon'"
    )


def test_every_setting_in_seconds_is_a_duration() -> None:
    floats = {name for name, field in Settings.model_fields.items() if field.annotation is float}
    assert floats == {*DURATIONS, *BOUNDED}


@pytest.mark.parametrize("given", ["0", "-1", "366d", "inf", "nan", "soon"])
def test_approval_timeout_has_limits(given: str) -> None:
    with pytest.raises(ValidationError, match="approval_timeout"):
        Settings.model_validate({"approval_timeout": given})
