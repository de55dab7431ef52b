"""Erasure: decisions that need no store."""

from __future__ import annotations

from datetime import timedelta

from runwhy.core.erasure import next_batch


def test_batches_shrink_when_slow_and_grow_again() -> None:
    def after(size: int, ms: int) -> int:
        return next_batch(size, took=timedelta(milliseconds=ms), most=100)

    assert [after(100, 300), after(50, 300), after(25, 300)] == [50, 25, 25]
    assert [after(50, 100), after(50, 10), after(100, 0)] == [50, 100, 100]
