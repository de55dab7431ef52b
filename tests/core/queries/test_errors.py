"""Errors of invalid queries: the column and the expected text."""

from __future__ import annotations

from datetime import datetime

import pytest
from tests.core.queries.strategies import NOW

from runwhy.core.queries import MAX_CHARACTERS, MAX_DEPTH, MAX_TERMS, QueryError, parse
from runwhy.errors import InvalidInput

STATUSES = "queued, running, waiting, succeeded, failed, cancelled"
KEY_RULE = "a key has 1 to 64 characters of A-Z a-z 0-9 . _ -"
TIME = "a time such as 2026-11-01, 2026-11-01T10:00Z or -24h"
DURATION = "a duration such as 500ms, 30s, 2m or 1h30m"
ONLY = "only times, durations, tokens and cost can be compared"
NUMBER = "a whole number such as 1000, 10k or 2M"


def refuse(text: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        parse(text, now=NOW)
    return caught.value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("status:failed env:", 'column 19: expected a value after "env:"'),
        ("env: prod", 'column 5: expected a value after "env:"'),
        ("(env:)", 'column 6: expected a value after "env:"'),
        (":x", 'column 1: expected a key directly before ":"; quote it to search it'),
        ("created >= -24h", 'column 9: expected a key directly before ">="; quote it to search it'),
        ("- x", 'column 2: expected a term directly after "-"'),
        ("x -", 'column 4: expected a term directly after "-"'),
        ('""', "column 2: expected text between the quotes"),
        ('a "b', "column 5: expected a closing quote for the one at column 3"),
        (r'"a\n"', r"column 4: expected \" or \\ after a backslash in quotes"),
        ("ab(c)", "column 3: expected a space before '('; or quotes around the whole value"),
        ('env:"a"b', "column 8: expected a space before 'b'; or quotes around the whole value"),
        ("env:a*b", 'column 6: expected "*" only at the end; quote the value to search it'),
        ("a\0b", "column 2: expected text without NUL and lone surrogates"),
        ("a \ud800", "column 3: expected text without NUL and lone surrogates"),
    ],
)
def test_a_wrong_character_is_reported_with_its_column(text: str, message: str) -> None:
    assert str(refuse(text)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("OR a", 'column 1: expected a term before "OR"'),
        ("a OR", 'column 5: expected a term after "OR"'),
        ("a AND OR b", 'column 7: expected a term after "AND"'),
        ("NOT", 'column 4: expected a term after "NOT"'),
        ("()", 'column 2: expected a term after "("'),
        ("(-)", 'column 3: expected a term after "-"'),
        ("(a OR b", 'column 8: expected ")" for the "(" at column 1'),
        ("a)", 'column 2: expected no ")" here, as no "(" is open'),
        (")", 'column 1: expected a term before ")"'),
    ],
)
def test_a_broken_structure_is_reported_with_its_column(text: str, message: str) -> None:
    assert str(refuse(text)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "status:faild",
            f'column 8: expected one of {STATUSES} after "status:"; did you mean "failed"?',
        ),
        ("status:x", f'column 8: expected one of {STATUSES} after "status:"'),
        ("status:x*", f'column 8: expected one of {STATUSES} after "status:"'),
        ("kündin:x", f"column 1: expected a field or a tag key; {KEY_RULE}"),
        ("tag.:x", f"column 5: expected a field or a tag key; {KEY_RULE}"),
        (f"{'k' * 65}:x", f"column 1: expected a field or a tag key; {KEY_RULE}"),
        ('has:"a b"', f"column 5: expected a field or a tag key; {KEY_RULE}"),
        ("has:a*", 'column 5: expected a field or a tag key after "has:"'),
        (
            "status>x",
            f'column 7: expected ":" after the field status; {ONLY}',
        ),
        ("has>x", f'column 4: expected ":" after has; {ONLY}'),
        ("token>5", 'column 6: expected ":" after the tag "token"; did you mean "tokens"?'),
        ("created>soon", f'column 9: expected {TIME} after "created>"'),
        ("created>24h", f'column 9: expected {TIME} after "created>"; did you mean "-24h"?'),
        ("created>2026-02-30", f'column 9: expected {TIME} after "created>"'),
        ("created>1969-12-31", f'column 9: expected {TIME} after "created>"'),
        ("created>-9999w", f'column 9: expected {TIME} after "created>"'),
        ("created<9999-12-31", f'column 9: expected {TIME} after "created<"'),
        ("created:2026*", f'column 9: expected {TIME} after "created:"'),
        (
            "created:-24h",
            'column 8: expected >, >=, < or <= after "created" for a relative time',
        ),
        ("duration>30", f'column 10: expected {DURATION} after "duration>"; did you mean "30s"?'),
        ("duration>30m1h", f'column 10: expected {DURATION} after "duration>"'),
        ("duration>9999w", f'column 10: expected {DURATION} after "duration>"'),
        ("tokens>many", f'column 8: expected {NUMBER} after "tokens>"'),
        ("tokens>-1", f'column 8: expected {NUMBER} after "tokens>"'),
        ("tokens>0.5", f'column 8: expected {NUMBER} after "tokens>"'),
        ("tokens>9223372036854775808", f'column 8: expected {NUMBER} after "tokens>"'),
        ("tokens:..", f'column 8: expected {NUMBER} after "tokens:"'),
        ("tokens:1..x", f'column 11: expected {NUMBER} after "tokens:"'),
    ],
)
def test_an_invalid_term_is_reported_with_the_expected_form(text: str, message: str) -> None:
    assert str(refuse(text)) == message


def test_the_error_is_an_invalid_request_with_one_problem() -> None:
    error = refuse("a OR")

    assert isinstance(error, InvalidInput)
    assert (error.code, error.column, error.expected) == ("invalid_request", 5, 'a term after "OR"')
    assert [str(problem) for problem in error.problems] == [error.message]


def test_a_query_has_at_most_2000_characters() -> None:
    parse("a" * MAX_CHARACTERS, now=NOW)
    error = refuse("a" * (MAX_CHARACTERS + 1))

    assert error.message == "column 2001: expected at most 2000 characters"
    assert (error.problems[0].limit, error.problems[0].actual) == (2000, 2001)


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("-", ""), ("NOT ", "")])
def test_a_query_has_at_most_32_levels(opening: str, closing: str) -> None:
    parse(opening * MAX_DEPTH + "a" + closing * MAX_DEPTH, now=NOW)
    error = refuse(opening * 400 + "a" + closing * 400)

    assert error.expected == "at most 32 levels"
    assert error.column == MAX_DEPTH * len(opening) + 1


def test_a_query_has_at_most_64_terms() -> None:
    parse("a " * MAX_TERMS, now=NOW)

    assert refuse("a " * (MAX_TERMS + 1)).message == "column 129: expected at most 64 terms"


def test_a_range_counts_as_two_terms() -> None:
    assert refuse("tokens:1..2 " * 33).expected == "at most 64 terms"


def test_a_current_time_without_a_zone_raises() -> None:
    with pytest.raises(ValueError, match="time zone"):
        parse("a", now=datetime(2026, 11, 15))
