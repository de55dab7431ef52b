"""The frozen clock of tests."""

from __future__ import annotations

from datetime import timedelta

from tests.support.clock import NOON, FrozenClock


def test_a_frozen_clock_moves_only_when_it_is_advanced() -> None:
    clock = FrozenClock()

    assert clock() == clock() == NOON
    assert clock.advance(minutes=2, seconds=1) == clock() == NOON + timedelta(seconds=121)
