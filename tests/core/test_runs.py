"""Runs: status transitions and outcomes."""

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


def test_the_transition_table_covers_every_status_and_no_other() -> None:
    assert set(TRANSITIONS) == set(Status)
    assert set().union(*TRANSITIONS.values()) <= set(Status)


def test_an_ended_run_has_no_transitions() -> None:
    assert {status for status in Status if is_terminal(status)} == ENDS
    assert not any(TRANSITIONS[end] for end in ENDS)


def test_every_status_is_reachable_and_can_reach_an_end() -> None:
    reached = {Status.QUEUED}
    for _ in Status:
        reached |= {then for now in reached for then in TRANSITIONS[now]}

    assert reached == set(Status)
    assert all(Status.CANCELLED in TRANSITIONS[now] for now in set(Status) - ENDS)


def test_no_transition_leads_to_its_own_status() -> None:
    assert not any(status in TRANSITIONS[status] for status in Status)


@pytest.mark.parametrize(("now", "then"), PAIRS)
def test_statuses_before_is_the_inverse_of_the_transition_table(now: Status, then: Status) -> None:
    assert (now in statuses_before(then)) == (then in TRANSITIONS[now])


@pytest.mark.parametrize(
    ("now", "then"),
    [
        (Status.QUEUED, Status.SUCCEEDED),  # it was never executed
        (Status.QUEUED, Status.WAITING),
        (Status.WAITING, Status.SUCCEEDED),  # it must run again first
    ],
)
def test_some_transitions_are_illegal(now: Status, then: Status) -> None:
    assert then not in TRANSITIONS[now]


def test_a_run_whose_server_died_is_queued_again() -> None:
    assert statuses_before(Status.QUEUED) == {Status.RUNNING, Status.WAITING}


@pytest.mark.parametrize("status", sorted(set(Status) - ENDS))
def test_an_outcome_ends_a_run(status: Status) -> None:
    with pytest.raises(ValueError, match="does not end a run"):
        Outcome(status=status)


def test_transient_failures_are_retryable() -> None:
    retryable = {kind for kind in ErrorClass if Failure(message="", error_class=kind).retryable}

    assert retryable == {"rate_limit", "overloaded", "server", "timeout"}


def test_tokens_add_up() -> None:
    one = Tokens(input=1, cached=2, reasoning=3, output=4)

    assert one + one == Tokens(input=2, cached=4, reasoning=6, output=8)
    assert one + Tokens() == one


def test_runs_of_a_session_share_a_lane_and_others_have_their_own() -> None:
    assert a_run(id="run_1", session_id="ses_1").lane == a_run(session_id="ses_1").lane
    assert a_run(id="run_1").lane != a_run(id="run_2").lane
