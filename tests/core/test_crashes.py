"""Decisions about runs whose servers died."""

from __future__ import annotations

import pytest

from runwhy.core.runs.crashes import FIRST_DELAY, MAX_DELAY, Crashes, Verdict, judge_crash


@pytest.mark.parametrize(
    ("since_part", "limit", "verdict"),
    [
        (1, 3, Verdict()),
        (2, 3, Verdict(delay=FIRST_DELAY)),
        (3, 3, Verdict(gives_up=True)),
        (1, 2, Verdict(delay=FIRST_DELAY)),
        (2, 2, Verdict(gives_up=True)),
        (3, 5, Verdict(delay=2 * FIRST_DELAY)),
        (4, 5, Verdict(delay=4 * FIRST_DELAY)),
        (50, 100, Verdict(delay=MAX_DELAY)),
    ],
)
def test_a_run_is_retried_then_quarantined_then_given_up(
    since_part: int, limit: int, verdict: Verdict
) -> None:
    crashes = Crashes(total=since_part, since_part=since_part)

    assert judge_crash(crashes, limit=limit) == verdict


def test_a_run_that_crashes_after_each_part_is_given_up_in_the_end() -> None:
    verdicts = [judge_crash(Crashes(total=total, since_part=1)) for total in range(1, 31)]

    assert verdicts[:2] == [Verdict()] * 2
    assert verdicts[2:-1] == [Verdict(delay=FIRST_DELAY)] * 27
    assert verdicts[-1] == Verdict(gives_up=True)
