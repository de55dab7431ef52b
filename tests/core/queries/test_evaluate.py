"""Matching, and the laws that stores must satisfy too."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from tests.core.queries.strategies import NOW, queries, subjects

from runwhy.core.queries import (
    All,
    Not,
    Query,
    QuerySubject,
    TagTerm,
    all_of,
    and_also,
    any_of,
    matches,
    may_match,
    parse,
)

RUN = QuerySubject(
    tags={"customer": "Acme", "note": "", "status": "blue"},
    status="failed",
    trigger="cron",
    trigger_id="trg_1",
    session="ses_1",
    model="openai:gpt-5",
    created=datetime(2026, 11, 15, 2, 0, tzinfo=UTC),
    finished=datetime(2026, 11, 15, 2, 0, 30, tzinfo=UTC),
    duration=30.0,
    tokens=1200,
    error="timeout",
    text="Send the weekly REPORT\nDie Straße ist gesperrt",
)
WAITING = replace(RUN, status="waiting", finished=None, duration=None, tokens=None, error=None)


@pytest.mark.parametrize(
    "text",
    [
        "customer:Acme status:failed",
        "customer:Ac*",
        'note:""',
        "has:note",
        "tag.status:blue",
        "model:openai:*",
        "has:session -has:parent",
        "created:2026-11-15",
        "created>-24h created<-9h",
        "created<=2026-11-15 -created>2026-11-15",
        "duration:30s",
        "duration>=30s duration<31s",
        "tokens:1k..2k",
        "report",
        '"weekly report"',
        "STRASSE",
        "nothing OR error:timeout",
    ],
)
def test_the_run_matches(text: str) -> None:
    assert matches(parse(text, now=NOW), RUN)


@pytest.mark.parametrize(
    "text",
    [
        "customer:acme",
        "customer:Ac",
        "missing:*",
        'missing:""',
        "status:succeeded",
        "parent:p*",
        "tokens>1200",
        '"report weekly"',
        "weekly nothing",
    ],
)
def test_the_run_does_not_match(text: str) -> None:
    assert not matches(parse(text, now=NOW), RUN)


@pytest.mark.parametrize("text", ["finished>-24h", "duration<1h", "tokens>=0", "error:timeout"])
def test_comparing_an_unknown_value_is_false_and_its_negation_true(text: str) -> None:
    assert not matches(parse(text, now=NOW), WAITING)
    assert matches(parse(f"-{text}", now=NOW), WAITING)


@given(queries(), subjects())
def test_double_negation_changes_nothing(query: Query, subject: QuerySubject) -> None:
    assert matches(Not(Not(query)), subject) == matches(query, subject)


@given(queries(), queries(), subjects())
def test_not_moves_through_and_and_or(left: Query, right: Query, subject: QuerySubject) -> None:
    neither = all_of([Not(left), Not(right)])
    not_both = any_of([Not(left), Not(right)])

    assert matches(Not(any_of([left, right])), subject) == matches(neither, subject)
    assert matches(Not(all_of([left, right])), subject) == matches(not_both, subject)


@given(queries(), queries(), subjects())
def test_and_also_narrows(query: Query, other: Query, subject: QuerySubject) -> None:
    both = matches(query, subject) and matches(other, subject)

    assert matches(and_also(query, other), subject) == both


@given(queries(), subjects())
def test_a_query_or_its_not_matches_everything(query: Query, subject: QuerySubject) -> None:
    assert matches(any_of([query, Not(query)]), subject)
    assert not matches(all_of([query, Not(query)]), subject)
    assert matches(All(), subject)


@given(queries(), subjects())
def test_a_query_whose_terms_are_known_may_match_if_it_matches(
    query: Query, subject: QuerySubject
) -> None:
    assert may_match(query, subject, lambda term: True) is matches(query, subject)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("customer:Acme error:timeout", None),
        ("customer:other error:timeout", False),
        ("customer:Acme OR error:timeout", True),
        ("customer:other OR error:timeout", None),
        ("-error:timeout", None),
        ("-customer:other", True),
        ("", True),
    ],
)
def test_a_term_that_is_not_known_yet_decides_only_if_the_others_do_not(
    text: str, expected: bool | None
) -> None:
    query = parse(text, now=NOW)

    assert may_match(query, RUN, lambda term: isinstance(term, TagTerm)) is expected
