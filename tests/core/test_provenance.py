"""Provenance and its authority."""

from __future__ import annotations

import pytest

from runwhy.core.runs.provenance import BY_TRIGGER, Provenance, provenance_of, speaks_for_a_person


@pytest.mark.parametrize(
    ("trigger", "provenance"),
    [
        ("api", "human"),
        ("cli", "human"),
        ("terminal", "human"),
        ("daemon", "human"),
        ("telegram", "channel"),
        ("cron", "schedule"),
        ("timer", "timer"),
        ("webhook", "webhook"),
        ("subtask", "agent"),
        ("mcp", "agent"),
        ("import", "human"),
    ],
)
def test_every_trigger_has_a_provenance(trigger: str, provenance: str) -> None:
    assert provenance_of(trigger) == provenance
    assert trigger in BY_TRIGGER


@pytest.mark.parametrize("trigger", ["", "API", "carrier-pigeon"])
def test_an_unknown_trigger_does_not_speak_for_a_person(trigger: str) -> None:
    assert not speaks_for_a_person(provenance_of(trigger), synthetic=False)


@pytest.mark.parametrize("provenance", Provenance)
def test_only_a_persons_own_words_have_a_persons_authority(provenance: Provenance) -> None:
    people = (Provenance.HUMAN, Provenance.CHANNEL)

    assert speaks_for_a_person(provenance, synthetic=False) == (provenance in people)
    assert not speaks_for_a_person(provenance, synthetic=True)
