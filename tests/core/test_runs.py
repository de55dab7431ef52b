"""Runs: the steps of their life, and how they end."""

from __future__ import annotations

import pytest
from tests.support.builders import a_run

from runwhy.core.runs.run import (
    TRANSITIONS,
    ErrorClass,
    Failure,
    Outcome,
    Status,
    Tokens,
    is_terminal,
    statuses_before,
)

PAIRS = [(now, then) for now in Status for then in Status]
ENDS = {Status.SUCCEEDED, Status.FAILED, Status.CANCELLED}


def test_the_table_knows_every_status_and_leads_to_no_other() -> None:
    assert set(TRANSITIONS) == set(Status)
    assert set().union(*TRANSITIONS.values()) <= set(Status)


def test_a_run_that_has_ended_has_no_way_out() -> None:
    assert {status for status in Status if is_terminal(status)} == ENDS
    assert not any(TRANSITIONS[end] for end in ENDS)


def test_every_life_can_end_and_every_status_can_be_reached() -> None:
    reached = {Status.QUEUED}
    for _ in Status:
        reached |= {then for now in reached for then in TRANSITIONS[now]}

    assert reached == set(Status)
    assert all(Status.CANCELLED in TRANSITIONS[now] for now in set(Status) - ENDS)


def test_no_step_leads_back_to_where_it_started() -> None:
    assert not any(status in TRANSITIONS[status] for status in Status)


@pytest.mark.parametrize(("now", "then"), PAIRS)
def test_what_may_come_before_is_the_inverse_of_what_may_come_after(
    now: Status, then: Status
) -> None:
    assert (now in statuses_before(then)) == (then in TRANSITIONS[now])


@pytest.mark.parametrize(
    ("now", "then"),
    [
        (Status.QUEUED, Status.SUCCEEDED),  # nobody worked on it
        (Status.QUEUED, Status.WAITING),
        (Status.WAITING, Status.SUCCEEDED),  # the answer must be worked on first
    ],
)
def test_some_steps_are_no_life(now: Status, then: Status) -> None:
    assert then not in TRANSITIONS[now]


def test_a_run_whose_server_died_is_queued_again() -> None:
    assert statuses_before(Status.QUEUED) == {Status.RUNNING, Status.WAITING}


@pytest.mark.parametrize("status", sorted(set(Status) - ENDS))
def test_an_outcome_ends_a_run(status: Status) -> None:
    with pytest.raises(ValueError, match="does not end a run"):
        Outcome(status=status)


def test_failures_that_may_pass_can_be_tried_again() -> None:
    retryable = {kind for kind in ErrorClass if Failure(message="", error_class=kind).retryable}

    assert retryable == {"rate_limit", "overloaded", "server", "timeout"}


def test_tokens_add_up() -> None:
    one = Tokens(input=1, cached=2, reasoning=3, output=4)

    assert one + one == Tokens(input=2, cached=4, reasoning=6, output=8)
    assert one + Tokens() == one


def test_runs_of_a_session_share_a_lane_and_others_have_their_own() -> None:
    assert a_run(id="run_1", session_id="ses_1").lane == a_run(session_id="ses_1").lane
    assert a_run(id="run_1").lane != a_run(id="run_2").lane
